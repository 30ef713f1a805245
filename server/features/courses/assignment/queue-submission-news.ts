import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";

/**
 * Tells creators that work waits for them: once a day, however much was handed in and by whomever; of what is silent for
 * seven days once more. What exceeds a day's mail is in the next one.
 */
export async function queueSubmissionNews({ pool, clock }: Services): Promise<void> {
  const now = clock.now();
  await queueNews(pool, now, now.toISOString().slice(0, 10));
  wakeListeners(pool, "job_outbox");
}

/** One statement: who is to be told, that they were, and the telling. */
const queueNews = statement("courses_queue_submission_news")<
  { told: boolean | null },
  [now: Date, day: string]
>(`
  with told as (
    select due.owner_id
      from (select distinct s.owner_id from assignment_submissions s where s.due_at <= $1::timestamptz) due
     where not exists (select from notifications n
                        where n.owner_id = due.owner_id and n.event = 'submissions-waiting:' || due.owner_id || ':' || $2::text)
     order by due.owner_id limit 500),
  noted as (
    update assignment_submissions s
       set due_at = case when s.submitted_at > $1::timestamptz - interval '7 days' then s.submitted_at + interval '7 days' end
      from told where s.owner_id = told.owner_id and s.due_at <= $1::timestamptz)
  select tell_creator(told.owner_id, 'SUBMISSIONS', 'submissions-waiting:' || told.owner_id || ':' || $2::text, '{}', $1::timestamptz,
                      'submissions-waiting', jsonb_build_object('ownerId', told.owner_id)) as told
    from told`);
