import { and, eq, inArray, isNull, lt, notInArray } from "drizzle-orm";
import type { RichDocument } from "#contract/document/document.ts";
import { picturesOf, withPictures } from "#contract/document/pictures-of.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { lessonPictures } from "#server/database/schema/lesson-files.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

export const textPictureMissing = "A picture of this text was not found. Remove it or upload it again.";

/**
 * The document with the true sizes of its pictures. Throws 422 for `content` where one is not a picture that the creator
 * uploaded for texts.
 */
export async function withOwnPictures(
  tx: Db,
  creatorId: string,
  document: RichDocument,
): Promise<RichDocument> {
  const ids = picturesOf(document).map(({ imageId }) => imageId);
  if (ids.length === 0) return document;
  const rows = await tx
    .select({ id: images.id, width: images.width, height: images.height })
    .from(images)
    .where(and(inArray(images.id, ids), eq(images.ownerId, creatorId), eq(images.kind, "text")));
  const sizes = new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
  return withPictures(document, (picture) => {
    const size = sizes.get(picture.imageId);
    if (!size) throw Invalid({ content: textPictureMissing });
    return { ...picture, ...size };
  });
}

/** Lets a lesson's buyers see the pictures of its text and no others. The caller holds the course's row. */
export async function savePictures(
  tx: Db,
  lessonId: string,
  document: RichDocument,
  now: Date,
): Promise<void> {
  const ids = [...new Set(picturesOf(document).map(({ imageId }) => imageId))];
  await tx
    .update(lessonPictures)
    .set({ removedAt: now })
    .where(
      and(
        eq(lessonPictures.lessonId, lessonId),
        isNull(lessonPictures.removedAt),
        notInArray(lessonPictures.imageId, ids),
      ),
    );
  if (ids.length === 0) return;
  await tx
    .insert(lessonPictures)
    .values(ids.map((imageId) => ({ lessonId, imageId })))
    .onConflictDoUpdate({
      target: [lessonPictures.lessonId, lessonPictures.imageId],
      set: { removedAt: null },
    });
}

const keptDays = 30;

/** Gives up the pictures that were taken out of their text long ago; the sweep of unused files takes them. */
export async function releasePictures({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const longAgo = new Date(clock.now().getTime() - keptDays * 86_400_000);
  await db.delete(lessonPictures).where(lt(lessonPictures.removedAt, longAgo));
}
