import { eq } from "drizzle-orm";
import type { CourseDraft } from "#contract/courses/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { changingOutline } from "./changing-course.ts";
import { freeLessonSlug } from "./lesson-slugs.ts";
import { ownCourseId } from "./own-course.ts";

type Order = { id: string; lessonIds: string[] }[];
type LessonPlace = { id: string; moduleId: string; slug: string };

const CourseChanged = () =>
  Conflict("This course was changed in another window. Please reload it and try again.", "COURSE_CHANGED");

/**
 * Puts modules and lessons in this order; lessons may go to another module. Throws 404 for a course that is not theirs,
 * 409 `COURSE_CHANGED` unless these are exactly its modules and lessons, each once.
 */
export function orderCourse(
  services: Pick<Services, "pool">,
  creatorId: string,
  productId: string,
  modules: Order,
): Promise<CourseDraft> {
  return changingOutline(services, creatorId, productId, async (tx, client) => {
    const inCourse = eq(courseModules.productId, ownCourseId(creatorId, productId));
    const present = await tx.select({ id: courseModules.id }).from(courseModules).where(inCourse);
    const places = await tx
      .select({ id: lessons.id, moduleId: lessons.moduleId, slug: lessons.slug })
      .from(lessons)
      .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
      .where(inCourse);
    const wanted = modules.flatMap(({ id, lessonIds }) =>
      lessonIds.map((lessonId, position) => ({ id: lessonId, moduleId: id, position })),
    );
    requireSame(present, modules);
    requireSame(places, wanted);

    await giveOwnSlugs(tx, places, new Map(wanted.map(({ id, moduleId }) => [id, moduleId])));
    await placeModules(client, productId, idsOf(modules));
    await placeLessons(
      client,
      idsOf(wanted),
      wanted.map(({ moduleId }) => moduleId),
      wanted.map(({ position }) => position),
    );
  });
}

/** A lesson that goes to another module while a second one of the course has its slug gets one of its own. */
async function giveOwnSlugs(tx: Db, places: LessonPlace[], moduleOf: Map<string, string>): Promise<void> {
  const holders = new Map<string, number>();
  for (const { slug } of places) holders.set(slug, (holders.get(slug) ?? 0) + 1);
  for (const { id, moduleId, slug } of places) {
    const count = holders.get(slug) ?? 0;
    if (count < 2 || moduleOf.get(id) === moduleId) continue;
    const free = freeLessonSlug(slug, new Set(holders.keys()));
    holders.set(slug, count - 1).set(free, 1);
    await tx.update(lessons).set({ slug: free }).where(eq(lessons.id, id));
  }
}

function requireSame(present: { id: string }[], wanted: { id: string }[]): void {
  const ids = new Set(wanted.map(({ id }) => id.toLowerCase()));
  const isSame =
    ids.size === wanted.length && wanted.length === present.length && present.every(({ id }) => ids.has(id));
  if (!isSame) throw CourseChanged();
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

const placeModules = statement("courses_place_modules")<never, [productId: string, moduleIds: string[]]>(
  `update course_modules m set position = w.place - 1
     from unnest($2::uuid[]) with ordinality as w(id, place)
    where m.id = w.id and m.product_id = $1 and m.position <> w.place - 1`,
);

const placeLessons = statement("courses_place_lessons")<
  never,
  [lessonIds: string[], moduleIds: string[], positions: number[]]
>(
  `update lessons l set module_id = w.module_id, position = w.position
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as w(id, module_id, position)
    where l.id = w.id and (l.module_id, l.position) <> (w.module_id, w.position)`,
);
