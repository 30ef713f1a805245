import type { CartAnalytics } from "#contract/carts/analytics.ts";
import type { CartPeriod } from "#contract/carts/carts.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { sinceOf } from "./list-carts.ts";

type Counted = {
  carts: number;
  mailed: number;
  recovered: number;
  paid: number;
  byLinkCents: number;
  nearCents: number;
  byHandCents: number;
};

/** What became of the carts that were left in a period, and how that compares with as long a time before it. */
export async function getCartAnalytics(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  period: CartPeriod,
): Promise<CartAnalytics> {
  const now = clock.now();
  const since = await sinceOf(pool, ownerId, period, now);
  const before = new Date(2 * since.getTime() - now.getTime());
  const [counted = nothing] = await count(pool, ownerId, since, now);
  const [earlier = nothing] = await count(pool, ownerId, before, since);
  const revenue = revenueOf(counted);
  return {
    currency: "usd",
    totalCarts: counted.carts,
    totalCartsChange: changeOf(counted.carts, earlier.carts),
    abandonmentRate: abandonmentOf(counted),
    abandonmentRateChange: differenceOf(abandonmentOf(counted), abandonmentOf(earlier)),
    recoveryRate: recoveryOf(counted),
    recoveryRateChange: differenceOf(recoveryOf(counted), recoveryOf(earlier)),
    revenueRecovered: revenue,
    revenueRecoveredChange: changeOf(revenue, revenueOf(earlier)),
    byLinkCents: counted.byLinkCents,
    nearCents: counted.nearCents,
    byHandCents: counted.byHandCents,
    recoveredCarts: counted.recovered,
    mailedCarts: counted.mailed,
  };
}

const nothing: Counted = {
  carts: 0,
  mailed: 0,
  recovered: 0,
  paid: 0,
  byLinkCents: 0,
  nearCents: 0,
  byHandCents: 0,
};
const revenueOf = ({ byLinkCents, nearCents, byHandCents }: Counted) => byLinkCents + nearCents + byHandCents;
const percentOf = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;
const abandonmentOf = ({ carts, paid }: Counted) => percentOf(carts, carts + paid);
const recoveryOf = ({ recovered, mailed }: Counted) => percentOf(recovered, mailed);
/** In percent of what it was. */
const changeOf = (now: number, before: number) => percentOf(now - before, before);
/** In points of a percentage. */
const differenceOf = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 10) / 10;

const inPeriod = "c.owner_id = $1 and c.abandoned_at >= $2 and c.abandoned_at < $3";
const counted = (which: string) =>
  `(select count(*) from abandoned_carts c where ${inPeriod} and ${which})::int`;
const isListed = "c.outcome is distinct from 'BOUGHT'";

/**
 * An order that has recovered several carts counts once, with the first of them. Each number is read from the index that has
 * its carts alone: most of a creator's carts were neither mailed nor recovered.
 */
const count = statement("carts_count")<Counted, [ownerId: string, since: Date, until: Date]>(`
  with back as materialized (
    select distinct on (c.recovered_order_id) c.recovered_by, c.recovered_order_id
      from abandoned_carts c
     where ${inPeriod} and c.recovered
     order by c.recovered_order_id, (c.recovered_by = 'LINK') desc, c.id),
  money as (
    select back.recovered_by, coalesce(sum(o.total_cents - o.refunded_cents), 0)::int8 as cents
      from back join orders o on o.id = back.recovered_order_id group by 1)
  select ${counted(isListed)} as carts,
         ${counted(`c.recovery_emails_sent > 0 and ${isListed}`)} + ${counted("c.recovered and c.recovery_emails_sent = 0")} as mailed,
         ${counted("c.recovered")} as recovered,
         (select count(*) from orders o
           where o.owner_id = $1 and o.created_at >= $2 and o.created_at < $3 and o.status in ('PAID', 'REFUNDED') and o.checkout_session_id is not null
             and not exists (select from back where back.recovered_order_id = o.id))::int as paid,
         coalesce((select cents from money where recovered_by = 'LINK'), 0)::float8 as "byLinkCents",
         coalesce((select cents from money where recovered_by = 'NEAR'), 0)::float8 as "nearCents",
         coalesce((select cents from money where recovered_by = 'HAND'), 0)::float8 as "byHandCents"`);
