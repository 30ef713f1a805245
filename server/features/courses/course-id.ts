import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** The id of no course. It is asked for where there is none, so that the time an answer takes does not tell. */
export const noCourse = "00000000-0000-0000-0000-000000000000";

/** The id of the course with this slug, on sale or not; for an unknown one `noCourse`. */
export async function findCourseId({ pool }: Services, slug: string): Promise<string> {
  const [course] = await selectCourse(pool, slug.toLowerCase());
  return course?.id ?? noCourse;
}

const selectCourse = hotStatement("courses_select_id_by_slug")<{ id: string }, [slug: string]>(
  "select id from products where slug = $1 and type = 'COURSE'",
);
