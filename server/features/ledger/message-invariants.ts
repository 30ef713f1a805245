import { inRange, type Invariant } from "./invariant.ts";

/** What must be true of messages and their answers. */
export const messageInvariants: readonly Invariant[] = [
  {
    name: "one-answer-per-event",
    rule: "No inbound event has more than one answer of a kind, and what says that it was answered has a message that was",
    checks: [
      {
        through: "social_sends",
        sql: `
          select s.event_id::text as id, s.purpose, s.id as send from social_sends s
           where ${inRange("s")}
             and exists (select from social_sends other where other.event_id = s.event_id and other.purpose = s.purpose and other.id < s.id)`,
      },
      {
        through: "social_events",
        sql: `
          select e.id::text, e.outcome, 0 from social_events e
           where ${inRange("e")} and e.outcome in ('QUEUED', 'SENT', 'SEND_UNKNOWN')
             and not exists (select from social_sends s
                              where s.event_id = e.id and s.purpose = 'REPLY'
                                and case e.outcome when 'SENT' then s.state = 'SENT' when 'SEND_UNKNOWN' then s.state = 'UNKNOWN'
                                    else s.state in ('QUEUED', 'SENDING') end)`,
      },
    ],
  },
  {
    name: "events-end",
    rule: "No inbound event waits longer than a minute for its decision, and no message is being sent for longer than five",
    atQuiet: true,
    checks: [
      {
        sql: `
          select id::text, kind as what, received_at as since from social_events
           where outcome is null and received_at < shop_now() - interval '60 seconds'`,
      },
      {
        sql: `
          select id::text, 'SENDING', claimed_at from social_sends
           where state = 'SENDING' and claimed_at < shop_now() - interval '5 minutes'`,
      },
    ],
  },
  {
    name: "replies-counted",
    rule: "The plan counts every automatic reply that did not fail; those of accounts that were disconnected stay counted",
    checks: [
      {
        through: "users",
        sql: `
          select u.id, s.month, s.replies, coalesce(usage.replies, 0) as counted
            from users u
           cross join lateral (
             select date_trunc('month', sent.created_at at time zone 'UTC')::date as month, count(*) as replies
               from social_accounts a join social_sends sent on sent.social_account_id = a.id
              where a.user_id = u.id and sent.purpose in ('REPLY', 'CART') and sent.state <> 'FAILED' group by 1) s
            left join reply_usage usage on usage.user_id = u.id and usage.month = s.month
           where ${inRange("u")} and coalesce(usage.replies, 0) < s.replies`,
      },
    ],
  },
];
