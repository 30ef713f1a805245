import { isUuid } from "#contract/uuid.ts";
import { productOfSlug, storeNamed } from "#server/database/product-of-slug.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** The id of no course. It is asked for where there is none, so that the time an answer takes does not tell. */
export const noCourse = "00000000-0000-0000-0000-000000000000";

/** How a call names a course: by its id, or by its slug and the handle of its store. */
export type NamedCourse = { slug: string; store?: string | undefined };

/** The id of the course, on sale or not; for an unknown one `noCourse`. */
export async function findCourseId(
  { pool }: Pick<Services, "pool">,
  { slug, store }: NamedCourse,
): Promise<string> {
  const wanted = slug.toLowerCase();
  const [course] = await selectCourse(pool, wanted, storeNamed(store), isUuid(wanted) ? wanted : null);
  return course?.id ?? noCourse;
}

const selectCourse = hotStatement("courses_select_id_by_slug")<
  { id: string },
  [slug: string, store: string | null, id: string | null]
>(`select id from products where id = coalesce($3::uuid, ${productOfSlug("$1", "$2")}) and type = 'COURSE'`);
