import { expect, test } from "vitest";
import { setTimeZone } from "#contract/accounts/accounts.ts";
import { listCommissions } from "#contract/affiliates/commissions.ts";
import { getCustomer } from "#contract/orders/customers.ts";
import { exportOrderLines, exportOrders } from "#contract/orders/order-exports.ts";
import { getOrder, getOrderTotals, listOrders } from "#contract/orders/orders-admin.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { dayOf } from "#contract/dates.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { getDashboardStats as countDashboard } from "./dashboard-stats.ts";

const app = await testApp();

/** Ten minutes before the next month begins. */
function toMonthsEnd() {
  const now = app.clock.now();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  app.clock.advance({ seconds: Math.floor((next - now.getTime()) / 1000) - 600 });
  return { last: dayOf(app.clock.now(), "UTC"), first: dayOf(new Date(next), "UTC") };
}

test("an order that was declined on the last of a month and paid on the first of the next is the next month's everywhere", async () => {
  const { last, first } = toMonthsEnd();
  const product = await makeProduct(app, { priceCents: 2_000 });
  const { link } = await makeAffiliate(app, { ownerId: product.ownerId });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, "ann@example.com", { affiliateCode: link.code });
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  await deliverWebhooks(app);
  const creator = app.as({ id: product.ownerId });
  const on = async (day: string) => {
    const querystring = { from: day, to: day };
    const [{ body: orders }, { body: totals }] = [
      await creator.call(listOrders, { querystring }),
      await creator.call(getOrderTotals, { querystring }),
    ];
    return { orders: orders.map(({ status }) => status), paidCents: totals.paidCents };
  };
  expect(await on(last)).toEqual({ orders: ["FAILED"], paidCents: 0 });

  app.clock.advance({ minutes: 20 });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await on(last)).toEqual({ orders: [], paidCents: 0 });
  expect(await on(first)).toEqual({ orders: ["PAID"], paidCents: 2_000 });
  expect((await creator.call(getDashboardStats)).body).toMatchObject({
    revenueThisMonthCents: 2_000,
    revenuePreviousCents: 0,
  });

  const [order] = (await creator.call(listOrders)).body;
  const page = (await creator.call(getOrder, { params: { id: order?.id ?? "" } })).body;
  expect(page.createdAt).toBe(page.paidAt);
  // When it was tried first is not forgotten.
  expect(page.timeline.map(({ kind, createdAt }) => [kind, dayOf(new Date(createdAt), "UTC")])).toEqual([
    ["PAID", first],
    ["FAILED", last],
  ]);
  const customer = await creator.call(getCustomer, { params: { id: order?.customerId ?? "" } });
  expect(customer.body).toMatchObject({ createdAt: page.paidAt, orders: [{ createdAt: page.paidAt }] });
  expect((await creator.call(listCommissions)).body).toMatchObject([{ createdAt: page.paidAt }]);
  // Exports ask for a sign-in that is recent.
  const now = app.as({ id: product.ownerId });
  for (const endpoint of [exportOrders, exportOrderLines as never])
    expect(csvLines((await now.call(endpoint)).text)[1]).toContain(first);
  expect(await auditNow(app)).toEqual([]);
});

test("however an order is written, a paid one is of the moment it was paid", async () => {
  const product = await makeProduct(app);
  const { rows } = await app.services.pool.query(
    `with buyer as (insert into customers (email) values ('sale@example.com') returning id)
     insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, created_at)
     select $1, id, $2, 0, 'PAID', '2026-02-01T00:05:00Z', '2026-01-31T23:50:00Z' from buyer
     returning created_at = paid_at as "isOne"`,
    [product.ownerId, product.id],
  );
  expect(rows).toEqual([{ isOne: true }]);
});

test("the days and months of sales are those of the creator's zone", async () => {
  const { last, first } = toMonthsEnd();
  const product = await makeProduct(app, { priceCents: 2_000 });
  const creator = app.as({ id: product.ownerId });
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id, "bo@example.com"));
  await deliverWebhooks(app);
  const on = async (day: string) =>
    (await creator.call(getOrderTotals, { querystring: { from: day, to: day } })).body.orders;
  const thisMonth = async () => (await creator.call(getDashboardStats)).body.ordersThisMonth;
  const move = (timeZone: string) => creator.call(setTimeZone, { body: { timeZone, isGuess: false } });

  expect([await on(last), await on(first)]).toEqual([1, 0]);
  await move("Asia/Kathmandu");
  expect([await on(last), await on(first)]).toEqual([0, 1]);

  app.clock.advance({ minutes: 20 });
  // The sale is of the month that is over by now, but not in Los Angeles, nor where it began before the sale.
  await move("UTC");
  expect(await thisMonth()).toBe(0);
  await move("Asia/Kathmandu");
  expect(await thisMonth()).toBe(1);
  await move("America/Los_Angeles");
  expect(await thisMonth()).toBe(1);
  expect([await on(last), await on(first)]).toEqual([1, 0]);
});

test("a day, and a month, begin once where the clocks go through midnight twice", async () => {
  // In Havana 2026-11-01 begins at 04:00 UTC, and an hour later it is midnight again.
  const beginsAt = Date.UTC(2026, 10, 1, 4);
  const product = await makeProduct(app, { priceCents: 2_000 });
  const creator = app.as({ id: product.ownerId });
  await creator.call(setTimeZone, { body: { timeZone: "America/Havana", isGuess: false } });
  for (const minutes of [-30, 30, 90])
    await makeOrder(app, { items: [{ product }], createdAt: new Date(beginsAt + minutes * 60_000) });
  const on = async (day: string) =>
    (await creator.call(getOrderTotals, { querystring: { from: day, to: day } })).body.orders;
  expect([await on("2026-10-31"), await on("2026-11-01")]).toEqual([1, 2]);
  const clock = { now: () => new Date(beginsAt + 2 * 3_600_000) };
  expect(await countDashboard({ ...app.services, clock }, product.ownerId)).toMatchObject({
    ordersThisMonth: 2,
    ordersPrevious: 0,
  });
});
