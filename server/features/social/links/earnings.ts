import type pg from "pg";
import type { Earnings } from "#contract/social/keyword-responses.ts";
import { hotStatement } from "#server/database/statement.ts";

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/** For what nobody has written to yet. */
export const noEarnings: Earnings = { received: 0, sent: 0, clicks: 0, orders: 0, netRevenueCents: 0 };

/** What every keyword response of a creator did and earned since its first day, by its id; one without events is absent. */
export const earningsByResponse = async (pool: Queryable, userId: string): Promise<Map<string, Earnings>> =>
  byId(await selectByResponse(pool, userId));

/** The same for automation rules. */
export const earningsByRule = async (pool: Queryable, userId: string): Promise<Map<string, Earnings>> =>
  byId(await selectByRule(pool, userId));

const byId = (rows: (Earnings & { id: string })[]): Map<string, Earnings> =>
  new Map(rows.map(({ id, ...earnings }) => [id, earnings]));

/** Events count where they were to be answered by it, sent ones where the platform took the answer. */
const earningsBy = (column: "keyword_response_id" | "automation_rule_id") => `
  with happened as (
    select ${column} as id, count(*) as received, count(*) filter (where outcome = 'SENT') as sent,
           0 as clicks, 0 as orders, 0 as cents
      from social_events where user_id = $1 and ${column} is not null group by 1
    union all
    select ${column}, 0, 0, sum(clicks), 0, 0 from reply_links where user_id = $1 and ${column} is not null group by 1
    union all
    select l.${column}, 0, 0, 0, count(*), sum(o.total_cents - o.refunded_cents)
      from order_attributions a join reply_links l on l.id = a.link_id join orders o on o.id = a.order_id
     where a.user_id = $1 and l.${column} is not null group by 1)
  select id, sum(received)::int as received, sum(sent)::int as sent, sum(clicks)::int as clicks,
         sum(orders)::int as orders, sum(cents)::float8 as "netRevenueCents"
    from happened group by 1`;

type Row = Earnings & { id: string };

const selectByResponse = hotStatement("social_earnings_by_response")<Row, [userId: string]>(
  earningsBy("keyword_response_id"),
);

const selectByRule = hotStatement("social_earnings_by_rule")<Row, [userId: string]>(
  earningsBy("automation_rule_id"),
);
