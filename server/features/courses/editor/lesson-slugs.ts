import { eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { courseModules, lessons } from "#server/database/schema/catalog.ts";
import { numberedSlug, slugOfText } from "#server/features/catalog/product-slugs.ts";

/** The slugs of a course's lessons, one for each: the page's address names a lesson by its slug alone. */
export async function slugsOfCourse(tx: Db, productId: string): Promise<string[]> {
  const rows = await tx
    .select({ slug: lessons.slug })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(eq(courseModules.productId, productId));
  return rows.map(({ slug }) => slug);
}

/** The nearest slug to a title, or to another slug, that is not taken: itself, else with a number. */
export function freeLessonSlug(wanted: string, taken: ReadonlySet<string>): string {
  const stem = slugOfText(wanted, "lesson");
  let slug = stem;
  for (let number = 2; taken.has(slug); number++) slug = numberedSlug(stem, number);
  return slug;
}
