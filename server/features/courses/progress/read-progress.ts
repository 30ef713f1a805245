import type { LessonProgress } from "#contract/courses/course-progress.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { lessonOpensAt } from "#server/features/courses/lesson-opening.ts";
import type { Services } from "#server/services.ts";
import { lessonWaitsFor, type WaitsFor } from "./lesson-waits-for.ts";
import type { Learner } from "./learner.ts";

/** What a learner has done with a lesson, at all of their proven orders together. */
export type LessonWork = {
  lessonId: string;
  /** Seconds of the video as it is now; 0 where it is not known. */
  duration: number;
  freePreview: boolean;
  dripDays: number;
  completed: boolean;
  waitsFor: WaitsFor;
  /** When it was completed first. */
  completedAt: Date | null;
  /** Of the video as it is now, however often and in whatever order it was played. */
  watchedMs: number;
  positionSeconds: number;
  bookmarked: boolean;
  /** When something was noted last; null where nothing was. */
  notedAt: Date | null;
};

/** The work on every lesson of the course, in the order of its outline. */
export const listWork = ({ pool }: Services, { productId, orderIds }: Learner): Promise<LessonWork[]> =>
  selectWork(pool, productId, orderIds, null);

/** The work on one lesson. Throws 404 where it was deleted a moment ago. */
export async function getWork(
  { pool }: Services,
  { productId, orderIds }: Learner,
  lessonId: string,
): Promise<LessonWork> {
  const [work] = await selectWork(pool, productId, orderIds, lessonId);
  if (!work) throw NotFound("Lesson not found");
  return work;
}

/** A video of which so many of a hundred parts were played is complete. */
const completePercent = 90;

/**
 * Whether so much of the video was played that it counts as all of it; never where its length is not known. That of a link
 * is what its creator wrote: one that a buyer's browser tells would be theirs to make up.
 */
export const isPlayedThrough = ({ duration, watchedMs }: LessonWork): boolean =>
  duration > 0 && watchedMs >= duration * 10 * completePercent;

export const progressOf = (work: LessonWork, { grantedAt }: Learner, now: Date): LessonProgress => ({
  lessonId: work.lessonId,
  completed: work.completed,
  waitsFor: work.waitsFor,
  watchedSeconds: Math.floor(work.watchedMs / 1000),
  positionSeconds: work.positionSeconds,
  bookmarked: work.bookmarked,
  opensAt: lessonOpensAt(work, grantedAt, now),
});

// A video that was made shorter leaves what was played behind its end out of account; the part of its length that is
// known to be played counts, in whole milliseconds.
const selectWork = hotStatement("courses_select_work")<
  LessonWork,
  [productId: string, orderIds: string[], lessonId: string | null]
>(`select work.id as "lessonId", duration, "freePreview", "dripDays", completed, "completedAt", bookmarked, "notedAt",
          "waitsFor",
          case when duration > 0 then least(position, duration) else position end as "positionSeconds",
          (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(played * whole) as part)::float8 as "watchedMs"
     from (
       select l.id, l.duration, l.free_preview as "freePreview", l.drip_days as "dripDays",
              ${lessonWaitsFor("l", "$2")} as "waitsFor", m.position as module_position, m.id as module_id, l.position as lesson_position,
              coalesce(bool_or(p.completed), false) as completed, min(p.completed_at) as "completedAt",
              coalesce(bool_or(p.bookmarked), false) as bookmarked, max(p.updated_at) as "notedAt",
              coalesce((array_agg(p.position_seconds order by p.position_at desc nulls last, p.updated_at desc)
                filter (where p.order_id is not null))[1], 0) as position,
              coalesce(range_agg(p.played), '{}') as played,
              case when l.duration > 0 then int4multirange(int4range(0, least(l.duration, 86400) * 1000))
                   else '{(,)}'::int4multirange end as whole
         from course_modules m
         join lessons l on l.module_id = m.id
         left join progress p on p.lesson_id = l.id and p.order_id = any ($2::uuid[])
        where m.product_id = $1 and ($3::uuid is null or l.id = $3)
        group by l.id, m.id) work
    order by module_position, module_id, lesson_position, work.id`);
