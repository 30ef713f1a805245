import { and, eq } from "drizzle-orm";
import { stat } from "node:fs/promises";
import { mp4TypeOf } from "#contract/files/video-format.ts";
import { uploads } from "#server/database/schema/files.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { examineInThread } from "./examine-in-thread.ts";
import { declaredType } from "./declared-type.ts";
import { type Upload, whileAlive } from "./upload-rows.ts";

/**
 * Examines a complete temporary file, moves it into the store, and only then calls it stored. May be repeated after a
 * crash at any point: the checksum is written down before the file moves. One that came in parts is in the store already,
 * where nobody reads it before its row says so. The caller is the upload's `receiver`.
 * Throws 415 or 422 where the file is refused; nothing has been kept then.
 */
export async function finishUpload(
  services: Services,
  upload: Upload,
  path: string,
  knownSha256?: string,
): Promise<Upload> {
  const { receiver } = upload;
  if (receiver === null) throw new Error("keeping an upload that nobody is writing");
  return whileAlive(services, upload.id, receiver, async () => {
    const { db, files, clock } = services;
    const mine = and(eq(uploads.id, upload.id), eq(uploads.receiver, receiver));
    const size = (await stat(path).catch(() => undefined))?.size;
    if (size !== undefined) {
      const { extension } = declaredType(upload.originalName, upload.mimeType);
      const examined = await examineInThread({ path, extension, withSha256: knownSha256 === undefined });
      await db
        .update(uploads)
        .set({
          sha256: knownSha256 ?? examined.sha256 ?? null,
          sizeBytes: size,
          // It may be sold as a file, but not be shown on a page.
          ...(extension === "mp4" && { mimeType: mp4TypeOf(examined.videoFormat) }),
        })
        .where(mine);
      if (upload.arrivedParts === null) await files.putFile(upload.storageKey, path);
    } else if (upload.sha256 === null || (await files.size(upload.storageKey)) !== upload.sizeBytes) {
      throw NotFound();
    }
    const [stored] = await db
      .update(uploads)
      .set({ state: "STORED", receiver: null, arrivedParts: null, storedAt: clock.now() })
      .where(mine)
      .returning();
    if (!stored) throw NotFound();
    return stored;
  });
}
