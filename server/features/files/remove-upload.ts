import { and, eq } from "drizzle-orm";
import { uploads } from "#server/database/schema/files.ts";
import type { Services } from "#server/services.ts";

/** Removes a file that this buyer sent and nothing uses: its row, then its bytes. Nothing happens where it is not there. */
export async function removeUpload({ db, files }: Services, id: string, customerId: string): Promise<void> {
  const [removed] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.customerId, customerId)))
    .returning({ storageKey: uploads.storageKey });
  if (removed) await files.remove(removed.storageKey);
}
