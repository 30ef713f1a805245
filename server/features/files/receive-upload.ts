import { and, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { UploadedFile } from "#contract/files/files.ts";
import { fileTooLarge, maxUploadBytes } from "#contract/files/accepted-files.ts";
import { uploads } from "#server/database/schema/files.ts";
import type { Services } from "#server/services.ts";
import { declaredType } from "./declared-type.ts";
import { finishUpload } from "./finish-upload.ts";
import { receiveMultipart } from "./receive-multipart.ts";
import { originalNameOf } from "./safe-file-name.ts";
import { asStorageError, makeRoom } from "./temporary-files.ts";
import { beginUpload, uploadedFileOf, whileAlive } from "./upload-rows.ts";

/** Whose storage it counts to; the buyer who hands it in, where it is theirs; and how large it may be. */
type Receiving = { ownerId: string; customerId?: string; maxBytes?: number; tooLarge?: string };

/**
 * Receives one file as multipart/form-data: streamed to a temporary file, examined, stored. Whatever goes wrong, and
 * if the sender goes away, nothing of it stays behind.
 */
export async function receiveUpload(
  services: Services,
  { ownerId, customerId, maxBytes = maxUploadBytes, tooLarge = fileTooLarge }: Receiving,
  request: FastifyRequest,
): Promise<UploadedFile> {
  const { config, db } = services;
  const sizeBytes = Math.min(Number(request.headers["content-length"] ?? maxBytes), maxBytes);
  const folder = await makeRoom(config, sizeBytes);
  const receiver = randomUUID();
  // Name and type come with the first bytes of the body; the place is taken before.
  const begun = await beginUpload(services, {
    ownerId,
    ...(customerId !== undefined && { customerId }),
    fileName: "file",
    mimeType: "application/octet-stream",
    sizeBytes,
    receiver,
  });
  const path = join(folder, begun.id);
  try {
    let mimeType = "";
    const received = await whileAlive(services, begun.id, receiver, () =>
      receiveMultipart(request, {
        maxBytes,
        tooLarge,
        open(sent) {
          ({ mimeType } = declaredType(originalNameOf(sent.fileName), sent.mimeType));
          return createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: 1024 * 1024 });
        },
      }),
    );
    const [named] = await db
      .update(uploads)
      .set({ originalName: originalNameOf(received.fileName), mimeType, sizeBytes: received.sizeBytes })
      .where(and(eq(uploads.id, begun.id), eq(uploads.receiver, receiver)))
      .returning();
    if (!named) throw new Error("the upload's row has gone");
    return uploadedFileOf(await finishUpload(services, named, path, received.sha256));
  } catch (error) {
    await rm(path, { force: true });
    await db.delete(uploads).where(and(eq(uploads.id, begun.id), eq(uploads.state, "RECEIVING")));
    throw asStorageError(error);
  }
}
