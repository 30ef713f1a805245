import { Metadata } from "@tus/server";
import type { FastifyRequest } from "fastify";
import { fileTooLarge, maxUploadBytes } from "#contract/files/accepted-files.ts";
import { BadRequest, HttpError, Invalid, TooLarge } from "#server/errors.ts";
import { declaredType } from "./declared-type.ts";
import { originalNameOf } from "./safe-file-name.ts";

/** The headers of the protocol that a request may carry; the others belong to extensions that are not offered. */
const offered: Partial<Record<string, readonly string[]>> = {
  POST: ["upload-length", "upload-metadata"],
  PATCH: ["upload-offset"],
};

/**
 * Refuses what is not tus 1.0, and what asks for more than is offered (checksums, parts that are put together, a length
 * that is told later, bytes with its beginning): who sends it believes that it is done. Throws 400 or 412.
 */
export function requireTus(request: FastifyRequest): void {
  if (request.headers["tus-resumable"] !== "1.0.0")
    throw new HttpError(412, "TUS_RESUMABLE", "Send the header Tus-Resumable: 1.0.0");
  const unknown = Object.keys(request.headers).filter(
    (name) =>
      /^(upload|tus)-/.test(name) && name !== "tus-resumable" && !offered[request.method]?.includes(name),
  );
  if (unknown.length > 0) throw new HttpError(400, "TUS_NOT_OFFERED", `Not offered: ${unknown.join(", ")}`);
  if (request.method === "POST" && bringsBytes(request))
    throw new HttpError(
      400,
      "TUS_NOT_OFFERED",
      "Begin the upload without a body, and send its bytes by PATCH",
    );
}

/** Some proxies send a body in pieces even where it is empty: then it is by its type that a request says it has bytes. */
const bringsBytes = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0) > 0
    : headers["content-type"] === "application/offset+octet-stream";

/** What the headers of a new upload say. Throws 400, 413, 415 or 422 for what cannot become one of ours. */
export function readCreation(request: FastifyRequest): {
  fileName: string;
  mimeType: string;
  sizeBytes: number;
} {
  const length = String(request.headers["upload-length"] ?? "");
  if (!/^(0|[1-9]\d{0,14})$/.test(length)) throw BadRequest("Send the header Upload-Length");
  const sizeBytes = Number(length);
  if (sizeBytes > maxUploadBytes) throw TooLarge(fileTooLarge);
  if (sizeBytes === 0) throw Invalid({ file: "The file is empty." });
  const metadata = readMetadata(String(request.headers["upload-metadata"] ?? ""));
  const fileName = metadata["filename"] ?? "";
  const { mimeType } = declaredType(originalNameOf(fileName), metadata["filetype"] ?? "");
  return { fileName, mimeType, sizeBytes };
}

function readMetadata(header: string): Record<string, string | null> {
  try {
    return Metadata.parse(header);
  } catch {
    throw BadRequest("The header Upload-Metadata is not valid");
  }
}
