import { eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { access } from "#server/database/schema/access.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
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

/**
 * The slug that a lesson's new title brings with it: the editor names a lesson "Lesson 2" before its title is written. One
 * that was chosen by hand stays, and so does every slug of a course that somebody has bought and may have kept a link into.
 */
export async function slugOfNewTitle(
  tx: Db,
  productId: string,
  { title, slug }: Pick<typeof lessons.$inferSelect, "title" | "slug">,
  newTitle: string,
): Promise<string> {
  const stem = slugOfText(title, "lesson");
  const isOwn = slug !== stem && !(slug.startsWith(`${stem}-`) && /^\d+$/.test(slug.slice(stem.length + 1)));
  if (isOwn || (await tx.$count(access, eq(access.productId, productId))) > 0) return slug;
  const taken = new Set(await slugsOfCourse(tx, productId));
  taken.delete(slug);
  return freeLessonSlug(newTitle, taken);
}
