import type { FastifyRequest } from "fastify";
import type { LessonProgress } from "#contract/courses/course-progress.ts";
import { hotStatement } from "#server/database/statement.ts";
import { LessonLocked } from "#server/features/courses/lesson-locked.ts";
import type { Services } from "#server/services.ts";
import { getLearner } from "./learner.ts";
import { recordCompleted } from "./mark-lesson.ts";
import { getWork, isPlayedThrough, progressOf } from "./read-progress.ts";

export type Played = {
  intervals: readonly { fromSeconds: number; toSeconds: number }[];
  /** Undefined: stays as it is. */
  positionSeconds?: number | undefined;
  secondsAgo: number;
};

/**
 * Adds played parts of a lesson's video to those that are known, and notes where it stood so many seconds ago, unless
 * somebody noted a later place meanwhile; a video that was played for the most part is complete from then on, where it waits for nothing else. Whatever comes twice, out of turn or at the same time counts once. Parts beyond
 * the video's end are cut off, as far as its length is known. Throws like `getLearner`.
 */
export async function recordPlayed(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
  { intervals, positionSeconds, secondsAgo }: Played,
): Promise<LessonProgress> {
  const learner = await getLearner(services, request, lessonId);
  const now = services.clock.now();
  const [written] = await addPlayed(
    services.pool,
    learner.orderId,
    lessonId,
    learner.customerId,
    intervals.map(({ fromSeconds }) => Math.round(fromSeconds * 1000)),
    intervals.map(({ toSeconds }) => Math.round(toSeconds * 1000)),
    positionSeconds === undefined ? null : Math.floor(positionSeconds),
    now,
    new Date(now.getTime() - secondsAgo * 1000),
  );
  if (!written) throw LessonLocked();

  // Read when the parts are stored: of two posts at once, the later one to get here sees those of both.
  const work = await getWork(services, learner, lessonId);
  if (isPlayedThrough(work) && !work.completed && work.waitsFor === null) {
    await recordCompleted(services, learner, lessonId, now);
    work.completed = true;
  }
  return progressOf(work, learner, now);
}

/** Whoever plays a video in more pieces than this is no viewer; what would make it more is left out. */
const mostPieces = 2_000;
const sum = "progress.played + excluded.played";
const isNewer = "excluded.position_at >= coalesce(progress.position_at, '-infinity')";

// The row of the lesson is held, so that one that is being deleted is either gone or deleted afterwards.
const addPlayed = hotStatement("courses_add_played")<
  { lessonId: string },
  [
    orderId: string,
    lessonId: string,
    customerId: string,
    fromMs: number[],
    toMs: number[],
    positionSeconds: number | null,
    now: Date,
    stoodAt: Date,
  ]
>(`insert into progress (order_id, lesson_id, customer_id, played, watched_seconds, position_seconds, position_at,
                       updated_at)
   select $1, l.id, $3, posted.played,
          (select coalesce(sum(upper(part) - lower(part)), 0) / 1000 from unnest(posted.played) as part),
          coalesce(case when l.duration > 0 then least($6::int, l.duration) else $6::int end, 0),
          case when $6::int is not null then $8::timestamptz end, $7::timestamptz
     from lessons l
    cross join lateral (
      select coalesce(range_agg(int4range(
               case when l.duration > 0 then least(i.from_ms, end_ms) else i.from_ms end,
               case when l.duration > 0 then least(i.to_ms, end_ms) else i.to_ms end)), '{}') as played
        from unnest($4::int[], $5::int[]) as i (from_ms, to_ms), (values (least(l.duration, 86400) * 1000)) as ends (end_ms)) posted
    where l.id = $2
      for key share of l
   on conflict (order_id, lesson_id) do update set
     (played, watched_seconds) = (
       select added.played, (select coalesce(sum(upper(part) - lower(part)), 0) / 1000 from unnest(added.played) as part)
         from (select case when (select count(*) from unnest(${sum})) <= ${mostPieces} then ${sum}
                           else progress.played end as played) added),
     position_seconds = case when ${isNewer} then excluded.position_seconds else progress.position_seconds end,
     position_at = case when ${isNewer} then excluded.position_at else progress.position_at end,
     updated_at = greatest(progress.updated_at, excluded.updated_at)
   returning lesson_id as "lessonId"`);
