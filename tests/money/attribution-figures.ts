import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { Shop } from "./shop.ts";

/**
 * What is wrong with what replies are said to have earned. What is expected is added up from the lines of every paid order
 * whose checkout remembers one of the creator's own, freshly clicked links; keywords and rules must make the same sum.
 */
export async function attributionWrongs(app: TestApp, { creator, replies }: Shop): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ orders: number; cents: number }>(
    `select count(distinct o.id)::int as orders, coalesce(sum(i.total_price_cents - i.refunded_cents), 0)::int as cents
       from orders o join checkout_sessions s on s.session_id = o.checkout_session_id join order_items i on i.order_id = o.id
      where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') and s.reply_link_code = any ($2)`,
    [creator.id, replies.ours],
  );
  const expected = rows[0] ?? { orders: 0, cents: 0 };
  const { body } = await app.as(creator).call(getSocialAnalytics, { querystring: { days: 30 } });
  const summed = (groups: { orders: number; netRevenueCents: number }[]) => ({
    orders: groups.reduce((sum, { orders }) => sum + orders, 0),
    cents: groups.reduce((sum, { netRevenueCents }) => sum + netRevenueCents, 0),
  });
  const told = {
    "the total": summed([body.totals]),
    "the keywords and rules": summed([...body.keywords, ...body.rules]),
    "the days": summed(body.days),
  };
  return Object.entries(told)
    .filter(([, { orders, cents }]) => orders !== expected.orders || cents !== expected.cents)
    .map(([name, sums]) => `replies earned ${JSON.stringify(expected)}, ${name} say ${JSON.stringify(sums)}`);
}
