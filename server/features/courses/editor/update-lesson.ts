import { and, eq, ne } from "drizzle-orm";
import type { EditedLesson, LessonChange } from "#contract/courses/course-editor.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { textRoomFor } from "#server/database/text-room.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { storedTask, storedText } from "#server/documents/stored-text.ts";
import { saveQuizVersion } from "#server/features/courses/quiz/quiz-version.ts";
import { requireOwnProducts } from "#server/features/catalog/products-in-texts.ts";
import { textPictureMissing, withOwnPictures } from "#server/features/files/own-text-pictures.ts";
import { saveTextVideos } from "#server/features/files/text-videos.ts";
import type { Services } from "#server/services.ts";
import { changingCourse } from "./changing-course.ts";
import { selectEditedLessons } from "./edited-lesson.ts";
import { changedMedia, pictureMissing, videoMissing } from "./lesson-media.ts";
import { LessonNotFound, ownLesson } from "./own-course.ts";
import { slugOfNewTitle } from "./lesson-slugs.ts";
import { fileMissing, saveAttachments } from "./save-attachments.ts";
import { saveCaptions } from "./save-captions.ts";
import { savePictures } from "./save-pictures.ts";
import { requireRoomForTexts } from "./text-limits.ts";

type Change = LessonChange & { revision: number };

const LessonChanged = () =>
  Conflict("This lesson was changed in another window. Reload it to see what it is now.", "LESSON_CHANGED");

/**
 * Changes the fields that are present, and answers the lesson as it is now. Throws 404 for a lesson that is not of this
 * course of theirs, 409 `LESSON_CHANGED` where it is no longer the one of `revision`, 413 where the store has no room for its texts, 422 with the field otherwise.
 */
export function updateLesson(
  services: Pick<Services, "pool" | "clock">,
  creatorId: string,
  { productId, lessonId }: { productId: string; lessonId: string },
  { revision, ...change }: Change,
): Promise<EditedLesson> {
  return changingCourse(services, creatorId, productId, async (tx, client) => {
    const own = ownLesson(tx, creatorId, productId, lessonId);
    const [current] = await tx
      .select({
        title: lessons.title,
        slug: lessons.slug,
        revision: lessons.revision,
        videoUrl: lessons.videoUrl,
        videoUploadId: lessons.videoUploadId,
      })
      .from(lessons)
      .where(own);
    if (!current) throw LessonNotFound();
    if (current.revision !== revision) throw LessonChanged();

    const { title, quiz, assignment, duration, freePreview, dripDays } = change;
    if (change.content) await requireOwnProducts(tx, creatorId, change.content, "content");
    const content = change.content && (await withOwnPictures(tx, creatorId, change.content));
    let { slug } = change;
    if (slug !== undefined) await requireFreeSlug(tx, productId, lessonId, slug);
    else if (title !== undefined) slug = await slugOfNewTitle(tx, productId, current, title);
    const media = await changedMedia(tx, creatorId, current, change);
    await requireRoomForTexts(tx, productId, lessonId, { content, quiz, assignment });
    const requireRoomInStore = await textRoomFor(client, creatorId, lessonId);
    const now = services.clock.now();
    if (quiz !== undefined) await saveQuizVersion(client, lessonId, quiz, now);
    const changed = await writing(
      tx
        .update(lessons)
        .set({
          ...media.columns,
          // What stands in tables of its own counts as a change of the lesson, too.
          revision: revision + 1,
          title,
          slug,
          ...(content && storedText(content)),
          quiz,
          assignment: assignment && { ...assignment, task: storedTask(assignment.task) },
          duration,
          freePreview,
          dripDays,
          updatedAt: now,
        })
        .where(and(own, eq(lessons.revision, revision)))
        .returning({ id: lessons.id }),
    );
    if (changed.length === 0) throw LessonChanged();
    if (media.captions) await writing(saveCaptions(tx, creatorId, productId, lessonId, media.captions));
    if (content) {
      await writing(savePictures(tx, lessonId, content, now));
      await saveTextVideos(tx, creatorId, { lessonId }, content, { field: "content", now });
    }
    if (change.attachments) await writing(saveAttachments(tx, creatorId, lessonId, change.attachments));
    if (content || quiz || assignment || media.captions) await requireRoomInStore();
    const [lesson] = await selectEditedLessons(tx, eq(lessons.id, lessonId));
    if (!lesson) throw LessonChanged();
    return lesson;
  });
}

/** The page's address names a lesson by its slug alone, so that no two of a course may have the same. */
async function requireFreeSlug(tx: Db, productId: string, lessonId: string, slug: string): Promise<void> {
  const [taken] = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(and(eq(courseModules.productId, productId), eq(lessons.slug, slug), ne(lessons.id, lessonId)))
    .limit(1);
  if (taken) throw Invalid({ slug: "Another lesson of this course has this slug" });
}

/** Names the field of a file that was swept away in this moment. */
async function writing<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "lessons_video_upload_id_uploads_id_fk")
      throw Invalid({ videoUploadId: videoMissing });
    if (constraint === "lessons_poster_image_id_images_id_fk")
      throw Invalid({ posterImageId: pictureMissing });
    if (constraint === "lesson_captions_poster_image_id_images_id_fk")
      throw Invalid({ captions: pictureMissing });
    if (constraint === "lesson_pictures_image_id_images_id_fk")
      throw Invalid({ content: textPictureMissing });
    if (constraint === "lesson_attachments_upload_id_uploads_id_fk")
      throw Invalid({ attachments: fileMissing });
    throw error;
  }
}
