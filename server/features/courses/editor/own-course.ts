import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { products } from "#server/database/schema/catalog.ts";
import { NotFound } from "#server/errors.ts";

/** The id of a creator's own course, for use in a statement; of none where it is another's, no course, or archived. */
export const ownCourseId = (creatorId: string, productId: string): SQL =>
  sql`(select id from ${products} where ${ownCourse(creatorId, productId)})`;

export const ownCourse = (creatorId: string, productId: string): SQL | undefined =>
  and(
    eq(products.id, productId),
    eq(products.ownerId, creatorId),
    eq(products.type, "COURSE"),
    isNull(products.archivedAt),
  );

export const CourseNotFound = () => NotFound("Course not found");
export const LessonNotFound = () => NotFound("Lesson not found");
