import type { FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { Services } from "#server/services.ts";
import { parseByteRange } from "./byte-range.ts";
import { attachmentHeader } from "./safe-file-name.ts";

export type SentFile = {
  storageKey: string;
  sizeBytes: number;
  /** Hex; becomes the ETag, so that a resumed download never joins two versions. */
  sha256: string;
} & (
  | { mimeType: string; /** Saved under this name. */ attachmentName: string }
  // Only a video is shown in the page: whatever else creators sell is saved, and no browser opens it as ours.
  | { mimeType: "video/mp4"; attachmentName?: undefined }
);

/** Sends a stored file, whole or in one range, in a way that no browser runs it. */
export async function sendStoredFile(
  { files }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-type": file.mimeType,
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(file.attachmentName !== undefined && {
      "content-disposition": attachmentHeader(file.attachmentName),
    }),
  });
  const ifRange = request.headers["if-range"];
  const range =
    ifRange === undefined || ifRange === etag
      ? parseByteRange(request.headers.range, file.sizeBytes)
      : undefined;
  if (range === "unsatisfiable") {
    return reply
      .code(416)
      .headers({ "content-range": `bytes */${file.sizeBytes}`, "content-length": 0 })
      .removeHeader("content-disposition")
      .send();
  }
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  reply.header("content-length", range ? range.end - range.start + 1 : file.sizeBytes);
  if (request.method === "HEAD" || file.sizeBytes === 0) return reply.send(nothing());
  return reply.send(await files.read(file.storageKey, range));
}

/** An empty answer to HEAD that leaves `content-length` as it was set. */
export const nothing = (): Readable => Readable.from([]);
