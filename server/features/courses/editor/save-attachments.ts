import { and, eq, inArray, isNull } from "drizzle-orm";
import { extensionOf } from "#contract/files/extension-of.ts";
import type { LessonChange } from "#contract/courses/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { uploads } from "#server/database/schema/files.ts";
import { lessonAttachments } from "#server/database/schema/lesson-files.ts";
import { Invalid } from "#server/errors.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";

export const fileMissing = "This file was not found. Please upload it again.";

/**
 * Gives a lesson these files in this order and no others. The caller holds the course's row. Throws 422 for `attachments`
 * where one is not a stored file of the creator's, or comes twice.
 */
export async function saveAttachments(
  tx: Db,
  creatorId: string,
  lessonId: string,
  attachments: NonNullable<LessonChange["attachments"]>,
): Promise<void> {
  const ids = attachments.map(({ uploadId }) => uploadId);
  if (new Set(ids).size < ids.length) throw Invalid({ attachments: "This file is attached already" });
  const own = await tx
    .select({ id: uploads.id, originalName: uploads.originalName })
    .from(uploads)
    .where(
      and(
        inArray(uploads.id, ids),
        eq(uploads.ownerId, creatorId),
        isNull(uploads.customerId),
        eq(uploads.state, "STORED"),
      ),
    );
  const originals = new Map(own.map(({ id, originalName }) => [id, originalName]));
  const rows = attachments.map(({ uploadId, name }, position) => {
    const original = originals.get(uploadId);
    if (original === undefined) throw Invalid({ attachments: fileMissing });
    return { lessonId, uploadId, name: nameWithEnding(name, original), position };
  });
  await tx.delete(lessonAttachments).where(eq(lessonAttachments.lessonId, lessonId));
  if (rows.length > 0) await tx.insert(lessonAttachments).values(rows);
}

/** A file opens by its ending: whatever it is called, it keeps that. */
function nameWithEnding(name: string, originalName: string): string {
  const ending = extensionOf(originalName);
  return safeFileName(ending === "" || extensionOf(name) === ending ? name : `${name}.${ending}`);
}
