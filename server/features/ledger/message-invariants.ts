import type { Invariant } from "./invariant.ts";

/** What must be true of messages and their answers. */
export const messageInvariants: readonly Invariant[] = [
  {
    name: "one-answer-per-event",
    rule: "No inbound event has more than one answer of a kind, and what says that it was answered has a message that was",
    sql: `
      select event_id::text as id, purpose, count(*) as sends from social_sends
       where event_id is not null group by 1, 2 having count(*) > 1
      union all
      select e.id::text, e.outcome, 0 from social_events e
       where e.outcome in ('QUEUED', 'SENT', 'SEND_UNKNOWN')
         and not exists (select from social_sends s
                          where s.event_id = e.id and s.purpose = 'REPLY'
                            and case e.outcome when 'SENT' then s.state = 'SENT' when 'SEND_UNKNOWN' then s.state = 'UNKNOWN'
                                else s.state in ('QUEUED', 'SENDING') end)`,
  },
  {
    name: "events-end",
    rule: "No inbound event waits longer than a minute for its decision, and no message is being sent for longer than five",
    atQuiet: true,
    sql: `
      select id::text, kind as what, received_at as since from social_events
       where outcome is null and received_at < now() - interval '60 seconds'
      union all
      select id::text, 'SENDING', claimed_at from social_sends
       where state = 'SENDING' and claimed_at < now() - interval '5 minutes'`,
  },
  {
    name: "replies-counted",
    rule: "The plan counts every automatic reply that did not fail; those of accounts that were disconnected stay counted",
    sql: `
      select s.user_id as id, s.month, s.replies, coalesce(u.replies, 0) as counted
        from (select user_id, date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as replies
                from social_sends where purpose = 'REPLY' and state <> 'FAILED' group by 1, 2) s
        left join reply_usage u on u.user_id = s.user_id and u.month = s.month
       where coalesce(u.replies, 0) < s.replies`,
  },
];
