import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { LessonChange } from "#contract/courses/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { Invalid } from "#server/errors.ts";
import { cleanCaptions } from "#server/features/files/captions.ts";
import { pictureMissing } from "./lesson-media.ts";

const maxBytesOfCourse = 50_000_000;

/**
 * Gives a lesson these captions in this order and no others. The caller holds the course's row. Throws 422 for `captions`
 * where a file cannot be read, a language comes twice, a poster is not theirs, or the course's captions would be too long in all.
 */
export async function saveCaptions(
  tx: Db,
  creatorId: string,
  productId: string,
  lessonId: string,
  captions: NonNullable<LessonChange["captions"]>,
): Promise<void> {
  if (new Set(captions.map(({ language }) => language)).size < captions.length)
    throw Invalid({ captions: "There are captions in this language already" });
  await requireOwnPosters(tx, creatorId, captions);
  const ofLesson = eq(lessonCaptions.lessonId, lessonId);
  const kept = captions.flatMap((one) => ("id" in one ? [one.id] : []));
  await tx.delete(lessonCaptions).where(and(ofLesson, notInArray(lessonCaptions.id, kept)));
  const languages = new Map(
    (
      await tx
        .select({ id: lessonCaptions.id, language: lessonCaptions.language })
        .from(lessonCaptions)
        .where(ofLesson)
    ).map(({ id, language }) => [id, language]),
  );
  // Two may change places: those with another language go before they come back.
  const renamed = captions.flatMap((one) =>
    "id" in one && languages.get(one.id) !== one.language ? [one.id] : [],
  );
  const gone = await tx
    .delete(lessonCaptions)
    .where(and(ofLesson, inArray(lessonCaptions.id, renamed)))
    .returning();
  for (const [position, one] of captions.entries()) {
    const { language, posterImageId } = one;
    const row = { lessonId, language, position, ...(posterImageId !== undefined && { posterImageId }) };
    if ("file" in one) await tx.insert(lessonCaptions).values({ ...row, webvtt: cleanCaptions(one.file) });
    else if (languages.get(one.id) === one.language)
      await tx
        .update(lessonCaptions)
        .set(row)
        .where(and(ofLesson, eq(lessonCaptions.id, one.id)));
    else {
      const before = gone.find(({ id }) => id === one.id);
      if (!before) throw Invalid({ captions: "These captions are gone. Choose their file again." });
      await tx.insert(lessonCaptions).values({ ...before, ...row });
    }
  }
  if ((await bytesOfCourse(tx, productId)) > maxBytesOfCourse)
    throw Invalid({ captions: "The captions of a course may be 50 MB long in all" });
}

async function requireOwnPosters(
  tx: Db,
  creatorId: string,
  captions: NonNullable<LessonChange["captions"]>,
): Promise<void> {
  const ids = [...new Set(captions.flatMap(({ posterImageId }) => posterImageId ?? []))];
  if (ids.length === 0) return;
  const own = and(inArray(images.id, ids), eq(images.ownerId, creatorId), eq(images.kind, "poster"));
  if ((await tx.$count(images, own)) < ids.length) throw Invalid({ captions: pictureMissing });
}

async function bytesOfCourse(tx: Db, productId: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${lessonCaptions.webvtt})), 0)`.mapWith(Number) })
    .from(lessonCaptions)
    .innerJoin(lessons, eq(lessons.id, lessonCaptions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(eq(courseModules.productId, productId));
  return sum?.bytes ?? 0;
}
