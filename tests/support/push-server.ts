import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterFile } from "./after-file.ts";

type Received = {
  path: string;
  text: string;
  headers: Record<string, unknown>;
  claims: Record<string, unknown>;
};

/**
 * A push service on this machine, with the browsers behind it: it checks who writes and opens what was sealed for them, as
 * RFC 8291 and RFC 8292 have it, and answers 400 to everything else.
 */
export async function openPushServer() {
  const received: Received[] = [];
  const refused: string[] = [];
  const browsers = new Map<string, ReturnType<typeof makeKeys>>();
  const answers = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      try {
        const keys = browsers.get(path);
        if (!keys) return response.writeHead(404).end();
        if (request.method !== "POST") throw new Error("no POST");
        if (request.headers["content-encoding"] !== "aes128gcm") throw new Error("another encoding");
        if (!/^\d+$/.test(String(request.headers["ttl"]))) throw new Error("no TTL");
        const claims = readVapid(String(request.headers.authorization), keys.applicationServerKey);
        if (claims["aud"] !== address) throw new Error(`for ${String(claims["aud"])}`);
        const secondsLeft = Number(claims["exp"]) - Date.now() / 1_000;
        if (!(secondsLeft > 0 && secondsLeft <= 86_400)) throw new Error(`good for ${secondsLeft} s`);
        received.push({ path, text: decrypt(Buffer.concat(chunks), keys), headers: request.headers, claims });
        return response.writeHead(answers.get(path) ?? 201).end();
      } catch (error) {
        refused.push(String(error));
        return response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterFile(() => new Promise((done) => server.close(done)));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host: new URL(address).host,
    received,
    refused,
    /** A browser's subscription, as it tells it, made with the key of who may write to it. */
    subscribe(applicationServerKey: string) {
      const keys = makeKeys(applicationServerKey);
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      browsers.set(path, keys);
      return {
        endpoint: `${address}${path}`,
        keys: { p256dh: keys.publicKey.toString("base64url"), auth: keys.auth.toString("base64url") },
      };
    },
    answer: (endpoint: string, status: number) => answers.set(new URL(endpoint).pathname, status),
  };
}

function makeKeys(applicationServerKey: string) {
  const curve = createECDH("prime256v1");
  return { curve, publicKey: curve.generateKeys(), auth: randomBytes(16), applicationServerKey };
}

function readVapid(header: string, key: string): Record<string, unknown> {
  const [, token = "", told] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (told !== key) throw new Error("another key");
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("not signed");
  return JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
}

function decrypt(body: Buffer, { curve, publicKey, auth }: ReturnType<typeof makeKeys>): string {
  const salt = body.subarray(0, 16);
  if (body.readUInt32BE(16) !== 4_096 || body.length > 4_096) throw new Error("another record");
  const end = 21 + body.readUInt8(20);
  const theirKey = body.subarray(21, end);
  const derive = (input: Buffer, from: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", input, from, about, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, theirKey]);
  const input = derive(curve.computeSecret(theirKey), auth, about, 32);
  const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error("not the last record");
  return plain.subarray(0, -1).toString("utf8");
}
