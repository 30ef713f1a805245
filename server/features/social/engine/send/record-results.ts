import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { accountProblems, ProviderErrorRow } from "#server/database/schema/social.ts";

/** What became of a send. QUEUED: it was refused for the moment, and is due again at `dueAt`. */
export type SendResultRow = {
  sendId: string;
  /** Which call of the send ended so, counted from 1; null: known otherwise. */
  attempt: number | null;
  state: "SENT" | "FAILED" | "UNKNOWN" | "QUEUED";
  providerMessageId: string | null;
  /** Plain words for the creator. */
  failure: string | null;
  /** The platform's own words about it. */
  providerError: ProviderErrorRow | null;
  dueAt: Date | null;
  /** Nothing is sent from the account before. */
  pausedUntil: Date | null;
  problem: (typeof accountProblems)[number] | null;
};

export const sendResult = (
  sendId: string,
  state: SendResultRow["state"],
  fields: Partial<SendResultRow> = {},
): SendResultRow => ({
  sendId,
  attempt: null,
  state,
  providerMessageId: null,
  failure: null,
  providerError: null,
  dueAt: null,
  pausedUntil: null,
  problem: null,
  ...fields,
});

/**
 * Writes what became of sends: their state, their event's outcome, the message's name on the platform, the counts of what
 * was really sent, the account's health, and the plan's use of a reply that failed. What is sent stays sent: a result that
 * comes after it changes nothing.
 */
export async function recordResults(
  client: Pick<pg.PoolClient, "query"> | Pick<pg.Pool, "query">,
  results: readonly SendResultRow[],
  now: Date,
): Promise<void> {
  if (results.length > 0) await writeResults(client, JSON.stringify(results), now);
}

/** Problems that are over once a message goes through. */
const healedBySending = "'RESTRICTED', 'MESSAGE_ACCESS_OFF', 'NO_CREDITS', 'PERMISSION_MISSING'";

const writeResults = hotStatement("social_write_results")<
  never,
  [results: string, now: Date]
>(`with result as (
     select * from json_to_recordset($1::json) as result ("sendId" uuid, attempt int, state text, "providerMessageId" text, failure text,
            "providerError" jsonb, "dueAt" timestamptz, "pausedUntil" timestamptz, problem text)),
   send as (
     update social_sends s
        set state = r.state, failure = r.failure,
            provider_error = case when r.state = 'SENT' then null
                                  else coalesce(nullif(r."providerError", 'null'), s.provider_error) end,
            provider_message_id = coalesce(r."providerMessageId", s.provider_message_id),
            sent_at = case when r.state = 'SENT' then $2::timestamptz end,
            due_at = coalesce(r."dueAt", s.due_at)
       from result r
      where s.id = r."sendId"
        and (s.state = 'SENDING' and (r.attempt is null or r.attempt = s.attempts)
             or s.state = 'UNKNOWN' and (r.state in ('SENT', 'FAILED') or r.state = 'QUEUED' and r.attempt = s.attempts)
             or s.state = 'QUEUED' and s.claimed_at is not null and r.state = 'SENT')
      returning s.id, s.user_id, s.social_account_id, s.event_id, s.message_id, s.purpose, s.created_at, s.state, s.failure,
                s.provider_message_id, s.provider_error, r."pausedUntil" as paused_until, r.problem),
   message as (
     update dm_messages m set platform_message_id = s.provider_message_id
       from send s
      where m.id = s.message_id and s.state = 'SENT' and s.provider_message_id is not null
        and not exists (select from dm_messages other
                         where other.conversation_id = m.conversation_id and other.platform_message_id = s.provider_message_id)),
   event as (
     update social_events e
        set outcome = case s.state when 'SENT' then 'SENT' when 'FAILED' then 'SEND_FAILED' else 'SEND_UNKNOWN' end,
            outcome_detail = s.failure
       from send s
      where e.id = s.event_id and s.purpose = 'REPLY' and s.state <> 'QUEUED'
      returning e.keyword_response_id, e.automation_rule_id, s.state),
   response as (
     update keyword_responses k set trigger_count = k.trigger_count + e.times
       from (select keyword_response_id as id, count(*)::int as times from event where state = 'SENT' group by 1) e
      where k.id = e.id),
   rule as (
     update automation_rules k set execution_count = k.execution_count + e.times
       from (select automation_rule_id as id, count(*)::int as times from event where state = 'SENT' group by 1) e
      where k.id = e.id),
   usage as (
     update reply_usage u set replies = u.replies - s.times
       from (select user_id, date_trunc('month', created_at at time zone 'UTC')::date as month, count(*)::int as times
               from send where state = 'FAILED' and purpose in ('REPLY', 'CART') group by 1, 2) s
      where u.user_id = s.user_id and u.month = s.month)
   update social_accounts a
      set last_sent_at = greatest(a.last_sent_at, s.sent_at),
          paused_until = greatest(a.paused_until, s.paused_until),
          problem = case when s.problem is not null then s.problem
                         when s.sent_at is not null and a.problem in (${healedBySending}) then null
                         else a.problem end,
          problem_error = case when s.problem is not null then s.error
                               when s.sent_at is not null and a.problem in (${healedBySending}) then null
                               else a.problem_error end
     from (select social_account_id as id, max(case when state = 'SENT' then $2::timestamptz end) as sent_at,
                  max(paused_until) as paused_until, max(problem) as problem,
                  (array_agg(provider_error) filter (where problem is not null))[1] as error
             from send group by 1) s
    where a.id = s.id and (s.sent_at is not null or s.paused_until is not null or s.problem is not null)`);
