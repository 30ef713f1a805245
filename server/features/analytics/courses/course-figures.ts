import type { CourseFigures } from "#contract/analytics/courses.ts";
import { type Asked, countedRange, type Needs } from "#server/features/analytics/counted-range.ts";
import { percentOf } from "#server/features/analytics/rates.ts";
import { type CourseReach, selectCourses, selectLessons } from "./course-reach.ts";

/** How far the learners of a period have come by now, by course, and by lesson where one course is meant. */
export async function getCourseFigures(needs: Needs, ownerId: string, asked: Asked): Promise<CourseFigures> {
  const { range, from, to } = await countedRange(needs, ownerId, asked);
  const { pool } = needs;
  const productId = asked.productId ?? null;
  const found = await selectCourses(pool, ownerId, from, to, productId);
  const rows = found.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  const total = found.find(({ id }) => id === null);
  if (!total) throw new Error("the learners were not counted");
  const [only, ...others] = rows;
  const [course] = others.length === 0 ? [only] : [];
  return {
    range,
    total: { ...total, ...ratesOf(total) },
    courses: rows.map((row) => ({ ...row, ...ratesOf(row) })),
    lessons: course
      ? {
          courseId: course.id,
          title: course.title,
          rows: await selectLessons(pool, ownerId, from, to, course.id),
          notStarted: course.learners - course.started,
        }
      : null,
  };
}

const inDays = (days: number | null) => (days === null ? null : Math.round(days * 10) / 10);

const ratesOf = ({ learners, finished, lessons, lessonsDone, medianDays }: CourseReach) => ({
  finishRate: percentOf(finished, learners),
  averageProgress: percentOf(lessonsDone, learners * lessons),
  medianDays: inDays(medianDays),
});
