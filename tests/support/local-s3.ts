import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type LocalS3 = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Keys of the uploads in parts that are neither completed nor aborted. */
  underWay(): string[];
  /** Ends them all, as a lifecycle rule of the bucket does after days. */
  abortAll(): void;
  keys(): string[];
  /** Refuses requests of this form from now on, such as `GET uploads`, as keys without that right are; undefined for none. */
  deny(asked: string | undefined): void;
  close(): Promise<void>;
};

type Multipart = { key: string; begunAt: Date; parts: Map<number, Buffer> };
type StoredObject = { data: Buffer; modifiedAt: Date };
type Refusal = { status: number; code: string };

const refuse = (status: number, code: string): Refusal => ({ status, code });

/**
 * A bucket in memory that speaks S3 and is as strict as the real one: signatures (version 4) are verified, small parts
 * and unknown queries refused, and uploads in parts appear only when they are completed with the right ETags. Tests may have
 * smaller parts, to send less.
 */
export async function startLocalS3({ minPartBytes = 5 * 1024 * 1024 } = {}): Promise<LocalS3> {
  const settings = {
    bucket: "shop",
    region: "eu-test-1",
    accessKeyId: "AKIDLOCAL",
    secretAccessKey: "a local secret",
  };
  const objects = new Map<string, StoredObject>();
  const multiparts = new Map<string, Multipart>();
  let denied: string | undefined;
  const server: Server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const { status, code } = isRefusal(error) ? error : refuse(500, "InternalError");
      send(
        response,
        status,
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      );
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request);
    verifySignature(request, body, settings);
    const url = new URL(request.url ?? "/", "http://local");
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (bucket !== settings.bucket) throw refuse(404, "NoSuchBucket");
    const key = rest.join("/");
    const query = url.searchParams;
    if (query.get("x-id")) query.delete("x-id");
    if (
      denied ===
      `${request.method} ${[...query.keys()].find((name) => name.startsWith("upload")) ?? ""}`.trim()
    )
      throw refuse(403, "AccessDenied");
    if (key === "") return listObjects(request, query, response);
    const asked = `${request.method} ${[...query.keys()].toSorted().join(",")}`;
    switch (asked) {
      case "PUT ":
        objects.set(key, { data: body, modifiedAt: new Date() });
        return send(response, 200, "", { etag: etagOf(body) });
      case "GET ":
      case "HEAD ":
        return sendObject(request, response, key);
      case "DELETE ":
        objects.delete(key);
        return send(response, 204, "");
      case "POST uploads": {
        const uploadId = randomUUID();
        multiparts.set(uploadId, { key, begunAt: new Date(), parts: new Map() });
        return send(
          response,
          200,
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case "PUT partNumber,uploadId":
        partsOf(key, query).set(partNumberOf(query), body);
        return send(response, 200, "", { etag: etagOf(body) });
      case "POST uploadId":
        return completeUpload(response, key, query, body.toString());
      case "DELETE uploadId":
        partsOf(key, query);
        multiparts.delete(query.get("uploadId") ?? "");
        return send(response, 204, "");
      default:
        throw refuse(501, "NotImplemented");
    }
  }

  function partsOf(key: string, query: URLSearchParams) {
    const found = multiparts.get(query.get("uploadId") ?? "");
    if (found?.key !== key) throw refuse(404, "NoSuchUpload");
    return found.parts;
  }

  function partNumberOf(query: URLSearchParams) {
    const number = Number(query.get("partNumber"));
    if (!Number.isInteger(number) || number < 1 || number > 10_000) throw refuse(400, "InvalidArgument");
    return number;
  }

  function completeUpload(response: ServerResponse, key: string, query: URLSearchParams, xml: string) {
    const received = partsOf(key, query);
    const named = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll("&quot;", '"'),
    }));
    const data = named.map(({ number, etag }, index) => {
      const part = received.get(number);
      if (!part || etagOf(part) !== etag) throw refuse(400, "InvalidPart");
      if (index < named.length - 1 && part.length < minPartBytes) throw refuse(400, "EntityTooSmall");
      return part;
    });
    if (data.length === 0) throw refuse(400, "MalformedXML");
    if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
      throw refuse(400, "InvalidPartOrder");
    objects.set(key, { data: Buffer.concat(data), modifiedAt: new Date() });
    multiparts.delete(query.get("uploadId") ?? "");
    send(
      response,
      200,
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole-${data.length}"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function sendObject(request: IncomingMessage, response: ServerResponse, key: string) {
    const stored = objects.get(key);
    if (!stored) throw refuse(404, "NoSuchKey");
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const whole = stored.data.length;
    if (!range) {
      response.writeHead(200, {
        "content-length": whole,
        etag: etagOf(stored.data),
        "last-modified": stored.modifiedAt.toUTCString(),
      });
      return void response.end(request.method === "HEAD" ? undefined : stored.data);
    }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), whole - 1)];
    if (start >= whole) throw refuse(416, "InvalidRange");
    const slice = stored.data.subarray(start, end + 1);
    response.writeHead(206, {
      "content-length": slice.length,
      "content-range": `bytes ${start}-${end}/${whole}`,
    });
    response.end(slice);
  }

  /** Two a page, as below; the page after is named by the last of both, key and upload. */
  function listMultiparts(query: URLSearchParams, response: ServerResponse) {
    const after = `${query.get("key-marker") ?? ""}\0${query.get("upload-id-marker") ?? ""}`;
    const found = [...multiparts]
      .map(([id, { key, begunAt }]) => ({ id, key, begunAt, name: `${key}\0${id}` }))
      .filter(({ key, name }) => key.startsWith(query.get("prefix") ?? "") && name > after)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const page = found.slice(0, 2);
    const last = page.at(-1);
    const uploads = page.map(
      ({ id, key, begunAt }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    const next =
      found.length > page.length && last
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
        : "<IsTruncated>false</IsTruncated>";
    send(
      response,
      200,
      `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>${settings.bucket}</Bucket>${next}${uploads.join("")}</ListMultipartUploadsResult>`,
    );
  }

  /** Two a page, so that whoever reads only the first page is found out. */
  function listObjects(request: IncomingMessage, query: URLSearchParams, response: ServerResponse) {
    if (request.method === "GET" && query.has("uploads")) return listMultiparts(query, response);
    if (request.method !== "GET" || query.get("list-type") !== "2") throw refuse(501, "NotImplemented");
    const after = query.get("continuation-token") ?? "";
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .toSorted();
    const page = keys.slice(0, 2);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified><Size>${objects.get(key)?.data.length}</Size></Contents>`,
    );
    const more = keys.length > page.length;
    send(
      response,
      200,
      `<?xml version="1.0"?><ListBucketResult><Name>${settings.bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""}${contents.join("")}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...settings,
    endpoint: `http://127.0.0.1:${port}`,
    underWay: () => [...multiparts.values()].map(({ key }) => key),
    abortAll: () => multiparts.clear(),
    keys: () => [...objects.keys()].toSorted(),
    deny: (asked) => void (denied = asked),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === "object" && error !== null && "code" in error && "status" in error;

const etagOf = (data: Buffer) => `"${createHash("md5").update(data).digest("hex")}"`;

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, {
    "content-type": "application/xml",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html, from the server's side. */
function verifySignature(
  request: IncomingMessage,
  body: Buffer,
  { region, accessKeyId, secretAccessKey }: { region: string; accessKeyId: string; secretAccessKey: string },
) {
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  const [, keyId, day = "", signedRegion, names = "", signature = ""] = header ?? [];
  if (keyId !== accessKeyId) throw refuse(403, "InvalidAccessKeyId");
  if (signedRegion !== region) throw refuse(400, "AuthorizationHeaderMalformed");
  const headerOf = (name: string) => String(request.headers[name] ?? "").trim();
  const sent = headerOf("x-amz-date");
  const moment = Date.parse(sent.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - moment) < 15 * 60_000) || !sent.startsWith(day))
    throw refuse(403, "RequestTimeTooSkewed");
  const signed = names.split(";");
  if (!signed.includes("host") || !signed.includes("x-amz-content-sha256")) throw refuse(403, "AccessDenied");
  const bodyHash = headerOf("x-amz-content-sha256");
  if (bodyHash !== "UNSIGNED-PAYLOAD" && bodyHash !== sha256(body))
    throw refuse(400, "XAmzContentSHA256Mismatch");

  const url = new URL(request.url ?? "/", "http://local");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join("&");
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${headerOf(name)}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", sent, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex")))
    throw refuse(403, "SignatureDoesNotMatch");
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
