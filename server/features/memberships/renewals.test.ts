import { expect, test } from "vitest";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const ordersOf = async (productId: string) =>
  (
    await pool.query<{ totalCents: number; status: string; renewal: boolean; items: number; open: number }>(
      `select o.total_cents as "totalCents", o.status, o.checkout_session_id is null as renewal,
              (select count(*)::int from order_items i where i.order_id = o.id) as items,
              (select count(*)::int from access a where a.order_id = o.id and a.subscription_id = o.subscription_id) as open
         from orders o where o.product_id = $1 order by o.created_at`,
      [productId],
    )
  ).rows;

test("a paid checkout begins a membership: its order, its access and its first bill", async () => {
  const { product, status, currentPeriodEnd } = await joinMembership(app);
  expect(status).toBe("active");
  expect(currentPeriodEnd.getTime()).toBeGreaterThan(app.clock.now().getTime() + 27 * 86_400_000);
  expect(await ordersOf(product.id)).toEqual([
    { totalCents: 900, status: "PAID", renewal: false, items: 1, open: 1 },
  ]);
});

test("a monthly membership is renewed every month of a year, one order each", async () => {
  const { product } = await joinMembership(app);
  for (let month = 0; month < 12; month++) await passDays(app, 31);
  await deliverWebhooks(app, 3);
  const orders = await ordersOf(product.id);
  expect(orders).toHaveLength(13);
  expect((await membershipOf(app, product.id)).status).toBe("active");
});
