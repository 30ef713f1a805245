import { asc, eq } from "drizzle-orm";
import type { CourseDraft } from "#contract/courses/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { isPublished } from "#server/database/published.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules } from "#server/database/schema/courses.ts";
import { selectEditedLessons } from "./edited-lesson.ts";
import { CourseNotFound, ownCourse, ownCourseId } from "./own-course.ts";

/** A creator's own course with all its lessons, on sale or not. Throws 404 for any other id. */
export async function getCourseDraft(db: Db, creatorId: string, productId: string): Promise<CourseDraft> {
  const [product] = await db
    .select({
      id: products.id,
      title: products.title,
      slug: products.slug,
      store: users.handle,
      active: isPublished,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.ownerId))
    .where(ownCourse(creatorId, productId));
  if (!product) throw CourseNotFound();
  const inCourse = eq(courseModules.productId, ownCourseId(creatorId, productId));
  const modules = await db
    .select({ id: courseModules.id, title: courseModules.title })
    .from(courseModules)
    .where(inCourse)
    .orderBy(asc(courseModules.position), asc(courseModules.id));
  const lessons = Map.groupBy(await selectEditedLessons(db, inCourse), ({ moduleId }) => moduleId);
  return {
    product,
    modules: modules.map((module) => ({ ...module, lessons: lessons.get(module.id) ?? [] })),
  };
}
