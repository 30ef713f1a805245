import { eq, sql } from "drizzle-orm";
import type { CourseDraft } from "#contract/courses/course-editor.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { Conflict } from "#server/errors.ts";
import { requireRoomForLessons } from "#server/features/catalog/most-products.ts";
import type { Services } from "#server/services.ts";
import { changingOutline } from "./changing-course.ts";
import { freeLessonSlug, slugsOfCourse } from "./lesson-slugs.ts";
import { LessonNotFound, ModuleNotFound, ownLesson, ownModule } from "./own-course.ts";

type Dependencies = Pick<Services, "pool" | "clock">;

const maxModules = 500;
const maxLessons = 1_000;

/** Adds a module at the end. Throws 404 for a course that is not theirs, 409 `COURSE_FULL` past 500. */
export function createModule(
  services: Dependencies,
  creatorId: string,
  productId: string,
  title: string,
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx) => {
    const count = await tx.$count(courseModules, eq(courseModules.productId, productId));
    if (count >= maxModules) throw Conflict("A course has at most 500 modules.", "COURSE_FULL");
    await tx.insert(courseModules).values({
      productId,
      title,
      position: sql`(select coalesce(max(last.position) + 1, 0) from course_modules last where last.product_id = ${productId})`,
    });
  });
}

/** Throws 404 for a module that is not of this course of theirs. */
export function renameModule(
  services: Dependencies,
  creatorId: string,
  { productId, moduleId, title }: { productId: string; moduleId: string; title: string },
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx) => {
    const renamed = await tx
      .update(courseModules)
      .set({ title })
      .where(ownModule(creatorId, productId, moduleId))
      .returning({ id: courseModules.id });
    if (renamed.length === 0) throw ModuleNotFound();
  });
}

/** Takes a module away with its lessons and what its learners have done. Throws 404 as `renameModule` does. */
export function deleteModule(
  services: Dependencies,
  creatorId: string,
  { productId, moduleId }: { productId: string; moduleId: string },
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx) => {
    const deleted = await tx
      .delete(courseModules)
      .where(ownModule(creatorId, productId, moduleId))
      .returning({ id: courseModules.id });
    if (deleted.length === 0) throw ModuleNotFound();
  });
}

/**
 * Adds an empty lesson at the end of a module, with an address made from its title. Throws 404 for a module that is not
 * of this course of theirs, 409 `COURSE_FULL` past 1,000 lessons, `STORE_FULL` past 5,000 of the store.
 */
export function createLesson(
  services: Dependencies,
  creatorId: string,
  { productId, moduleId, title }: { productId: string; moduleId: string; title: string },
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx) => {
    if ((await tx.$count(courseModules, ownModule(creatorId, productId, moduleId))) === 0)
      throw ModuleNotFound();
    const taken = await slugsOfCourse(tx, productId);
    if (taken.length >= maxLessons) throw Conflict("A course has at most 1,000 lessons.", "COURSE_FULL");
    await requireRoomForLessons(tx, creatorId, 1);
    await tx.insert(lessons).values({
      moduleId,
      title,
      slug: freeLessonSlug(title, new Set(taken)),
      position: sql`(select coalesce(max(last.position) + 1, 0) from lessons last where last.module_id = ${moduleId})`,
      updatedAt: services.clock.now(),
    });
  });
}

/** Takes a lesson away with what its learners have done. Throws 404 for one that is not of this course of theirs. */
export function deleteLesson(
  services: Dependencies,
  creatorId: string,
  { productId, lessonId }: { productId: string; lessonId: string },
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx) => {
    const deleted = await tx
      .delete(lessons)
      .where(ownLesson(tx, creatorId, productId, lessonId))
      .returning({ id: lessons.id });
    if (deleted.length === 0) throw LessonNotFound();
  });
}
