import { createHash, randomUUID } from "node:crypto";
import { uploads } from "#server/database/schema/files.ts";
import type { Services } from "#server/services.ts";
import { declaredType } from "./declared-type.ts";
import { storageKeyOf, type Upload } from "./upload-rows.ts";

/** Stores a file that the server made itself, as if `ownerId` had uploaded it; its content is taken on trust. */
export async function storeUpload(
  { db, files, clock }: Services,
  {
    ownerId,
    originalName,
    mimeType,
    data,
  }: { ownerId: string; originalName: string; mimeType: string; data: Buffer },
): Promise<Upload> {
  const declared = declaredType(originalName, mimeType);
  const id = randomUUID();
  const storageKey = storageKeyOf(ownerId, id);
  const now = clock.now();
  await files.put(storageKey, data, declared.mimeType);
  const [upload] = await db
    .insert(uploads)
    .values({
      id,
      ownerId,
      state: "STORED",
      storageKey,
      originalName,
      mimeType: declared.mimeType,
      sizeBytes: data.length,
      sha256: createHash("sha256").update(data).digest("hex"),
      createdAt: now,
      seenAt: now,
      storedAt: now,
    })
    .returning();
  if (!upload) throw new Error("the upload was not written");
  return upload;
}
