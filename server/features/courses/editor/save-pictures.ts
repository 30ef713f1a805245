import { and, eq, isNull, lt, notInArray } from "drizzle-orm";
import type { RichDocument } from "#contract/document/document.ts";
import { picturesOf } from "#contract/document/pictures-of.ts";
import type { Db } from "#server/database/client.ts";
import { lessonPictures } from "#server/database/schema/lesson-files.ts";
import type { Services } from "#server/services.ts";

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
