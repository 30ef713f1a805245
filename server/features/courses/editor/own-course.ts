import { and, eq, ne, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { NotFound } from "#server/errors.ts";

/** The id of a creator's own course, for use in a statement; of none where it is another's, no course, or archived. */
export const ownCourseId = (creatorId: string, productId: string): SQL =>
  sql`(select id from ${products} where ${ownCourse(creatorId, productId)})`;

export const ownCourse = (creatorId: string, productId: string): SQL | undefined =>
  and(
    eq(products.id, productId),
    eq(products.ownerId, creatorId),
    eq(products.type, "COURSE"),
    ne(products.state, "ARCHIVED"),
  );

/** Whether it is this module, of this course of theirs. */
export const ownModule = (creatorId: string, productId: string, moduleId: string): SQL | undefined =>
  and(eq(courseModules.id, moduleId), eq(courseModules.productId, ownCourseId(creatorId, productId)));

/** Whether it is this lesson, of this course of theirs. */
export const ownLesson = (db: Db, creatorId: string, productId: string, lessonId: string): SQL | undefined =>
  and(
    eq(lessons.id, lessonId),
    inArray(
      lessons.moduleId,
      db
        .select({ id: courseModules.id })
        .from(courseModules)
        .where(eq(courseModules.productId, ownCourseId(creatorId, productId))),
    ),
  );

export const CourseNotFound = () => NotFound("Course not found");
export const ModuleNotFound = () => NotFound("Module not found");
export const LessonNotFound = () => NotFound("Lesson not found");
