import type { Earnings } from "#contract/social/keyword-responses.ts";
import type { EventOutcome } from "#contract/social/social-accounts.ts";
import { startOfDay } from "#server/database/creator-zone.ts";
import { hotStatement } from "#server/database/statement.ts";

/** One group of what happened: the whole period, one day of it, one response, rule, post or outcome; GONE: of deleted ones. */
export type Figures = Earnings & {
  kind: "TOTAL" | "DAY" | "RESPONSE" | "RULE" | "GONE" | "POST" | "OUTCOME";
  /** The day, id or post; null for the total, for outcomes and for what is gone. */
  key: string | null;
  name: string | null;
  outcome: EventOutcome | null;
  /** Direct messages and story replies, and how many of them were answered by themselves. */
  messages: number;
  answered: number;
};

type Row = {
  accounts: number;
  responses: number;
  activeResponses: number;
  conversations: number;
  figures: Figures[];
};

const since = startOfDay("$2::date", "$4");

/**
 * Everything that happened on some days of a zone, in every grouping at once: the events are read once, added up by all that they
 * are grouped by, and only these few sums are grouped again. What came of an answer whose response or rule is deleted is
 * GONE; so every order that is attributed stands with exactly one of RESPONSE, RULE and GONE.
 */
export const selectFigures = hotStatement("social_select_figures")<
  Row,
  [userId: string, firstDay: string, lastDay: string, zone: string]
>(`with days as (
     select day::date, ${startOfDay("day", "$4")} as starts, ${startOfDay("day::date + 1", "$4")} as ends
       from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') day),
   said as (
     select days.day, keyword_response_id, automation_rule_id, post_id, outcome,
            outcome in ('QUEUED', 'SENT', 'SEND_FAILED', 'SEND_UNKNOWN', 'LISTED', 'OWNER_NOTIFIED') as was_answered,
            events as received, case outcome when 'SENT' then events else 0 end as sent,
            0::bigint as clicks, 0::bigint as orders, 0::bigint as cents,
            case when kind in ('MESSAGE', 'STORY_REPLY') then events else 0 end as messages,
            case when kind in ('MESSAGE', 'STORY_REPLY') and outcome = 'SENT' then events else 0 end as answered
       from days cross join lateral (
         select keyword_response_id, automation_rule_id, detail ->> 'postId' as post_id, outcome, kind, count(*) as events
           from social_events
          where user_id = $1 and received_at >= days.starts and received_at < days.ends
          group by 1, 2, 3, 4, 5) of_day
      where kind not in ('ECHO', 'DELETION', 'OTHER')),
   clicked as (
     select c.day, l.keyword_response_id, l.automation_rule_id, l.post_id, null::text as outcome,
            true,
            0::bigint, 0::bigint, count(*), 0::bigint, 0::bigint, 0::bigint, 0::bigint
       from reply_links l join reply_link_clicks c on c.link_id = l.id and c.day >= $2::date
      where l.user_id = $1 and l.mailing_id is null and l.last_clicked_at >= (${since})
      group by 1, 2, 3, 4, 5, 6),
   sold as (
     select (o.paid_at at time zone $4)::date, l.keyword_response_id, l.automation_rule_id, l.post_id, null::text,
            true,
            0::bigint, 0::bigint, 0::bigint, count(*), sum(o.total_cents - o.refunded_cents), 0::bigint, 0::bigint
       from order_attributions a join reply_links l on l.id = a.link_id and l.mailing_id is null join orders o on o.id = a.order_id
      where a.user_id = $1 and a.created_at >= (${since}) and o.paid_at >= (${since})
      group by 1, 2, 3, 4, 5, 6),
   counted as (select * from said union all select * from clicked union all select * from sold),
   happened as (
     select c.day, k.id as keyword_response_id, r.id as automation_rule_id, c.post_id, c.outcome,
            k.id is null and r.id is null and coalesce(c.was_answered, false) as gone,
            c.received, c.sent, c.clicks, c.orders, c.cents, c.messages, c.answered
       from counted c
       left join keyword_responses k on k.id = c.keyword_response_id
       left join automation_rules r on r.id = c.automation_rule_id),
   grouped as (
     select case grouping(day, keyword_response_id, automation_rule_id, gone, post_id, outcome)
              when 63 then 'TOTAL' when 31 then 'DAY' when 47 then 'RESPONSE' when 55 then 'RULE' when 59 then 'GONE'
              when 61 then 'POST' else 'OUTCOME' end as kind,
            day, keyword_response_id, automation_rule_id, gone, post_id, outcome,
            sum(received)::int as received, sum(sent)::int as sent, sum(clicks)::int as clicks, sum(orders)::int as orders,
            sum(cents)::float8 as "netRevenueCents", sum(messages)::int as messages, sum(answered)::int as answered
       from happened
      group by grouping sets ((), (day), (keyword_response_id), (automation_rule_id), (gone), (post_id), (outcome))),
   named as (
     select g.kind, coalesce(g.day::text, g.keyword_response_id::text, g.automation_rule_id::text, g.post_id) as key,
            coalesce(k.keyword, r.rule_name) as name, g.outcome, g.received, g.sent, g.clicks, g.orders, g."netRevenueCents",
            g.messages, g.answered
       from grouped g
       left join keyword_responses k on k.id = g.keyword_response_id
       left join automation_rules r on r.id = g.automation_rule_id
      where g.kind in ('TOTAL', 'DAY') or g.gone
         or coalesce(g.keyword_response_id::text, g.automation_rule_id::text, g.post_id, g.outcome) is not null)
   select (select count(*)::int from social_accounts where user_id = $1) as accounts,
          (select count(*)::int from keyword_responses where user_id = $1) as responses,
          (select count(*)::int from keyword_responses where user_id = $1 and is_active) as "activeResponses",
          (select count(*)::int from dm_conversations where user_id = $1) as conversations,
          coalesce((select json_agg(named) from named), '[]') as figures`);
