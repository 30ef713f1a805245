import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { checkKey, type FileStore } from "./file-store.ts";
import { s3Parts } from "./s3-parts.ts";
import { isAbsent, refused } from "./s3-refusals.ts";

export type S3Options = {
  bucket: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const manyStreams = 5_000;
const partBytes = 16 * 1024 * 1024;

/** Files in a bucket of S3 or a store that speaks its language; large ones go up in parts of 16 MB. */
export function s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Options): FileStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Stores other than Amazon's refuse checksums they do not know.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      socketTimeout: 30_000,
      // Each viewer of a video holds one for as long as they watch; at the client's own 50, all others would wait.
      httpAgent: { maxSockets: manyStreams },
      httpsAgent: { maxSockets: manyStreams },
    },
  });
  const at = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: key };
  };
  return {
    async putFile(key, path) {
      const upload = new Upload({
        client,
        params: { ...at(key), Body: createReadStream(path) },
        partSize: partBytes,
        queueSize: 2,
      });
      await upload.done().catch(refused);
      await rm(path, { force: true });
    },
    async put(key, data, contentType) {
      await client
        .send(new PutObjectCommand({ ...at(key), Body: data, ContentType: contentType }))
        .catch(refused);
    },
    async putStream(key, stream, contentType) {
      let bytes = 0;
      const counted = async function* () {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          yield chunk;
        }
      };
      const upload = new Upload({
        client,
        params: {
          ...at(key),
          Body: Readable.from(counted(), { objectMode: false }),
          ContentType: contentType,
        },
        partSize: partBytes,
        queueSize: 2,
      });
      // What it fails with is the stream's or the store's; both leave the caller free to try again.
      await upload.done();
      return bytes;
    },
    async read(key, range) {
      const answer = await client
        .send(
          new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
        )
        .catch(refused);
      if (!(answer.Body instanceof Readable)) throw new Error("The store answered without a body");
      return answer.Body;
    },
    async size(key) {
      const found = await client
        .send(new HeadObjectCommand(at(key)))
        .catch((error: unknown) => (isAbsent(error) ? undefined : refused(error)));
      return found?.ContentLength;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch((error: unknown) => {
        if (!isAbsent(error)) refused(error);
      });
    },
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified) yield { key: Key, modifiedAt: LastModified };
        }
      }
    },
    parts: s3Parts(client, bucket),
  };
}
