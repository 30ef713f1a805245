import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTrends,
} from "#contract/analytics/analytics.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { rollUpSales } from "./roll-up-sales.ts";
import { countSoldInAll } from "./sold-in-all.ts";

const app = await testApp();
const { pool } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  creator = await makeCreator(app);
});

type Query = Record<string, string>;

async function figures(querystring: Query) {
  const seller = app.as(creator);
  const [summary, breakdown, trends] = [
    await seller.call(getAnalyticsSummary, { querystring }),
    await seller.call(getAnalyticsBreakdown, { querystring }),
    await seller.call(getAnalyticsTrends, { querystring }),
  ];
  expect([summary.status, breakdown.status, trends.status]).toEqual([200, 200, 200]);
  const sold = (await countSoldInAll(app.services, [creator.id])).get(creator.id);
  return { summary: summary.body, breakdown: breakdown.body, trends: trends.body, sold };
}

/** The same, counted from rows alone. */
async function counted(query: Query) {
  const { rows } = await pool.query<{ id: string }>(
    "insert into sales_marks (owner_id, bucket) values ($1, '-infinity') returning id",
    [creator.id],
  );
  const ofRows = await figures(query);
  await pool.query("delete from sales_marks where id = $1", [rows[0]?.id]);
  return ofRows;
}

const isKept = async () => {
  const { rows } = await pool.query("select from sales_days where owner_id = $1", [creator.id]);
  return rows.length > 0;
};

/** A product with a bump, an upsell and a coupon, and what may happen to its sales. */
async function makeShop() {
  const ownerId = creator.id;
  const main = await makeProduct(app, { ownerId, priceCents: 5_000 });
  const other = await makeProduct(app, { ownerId, priceCents: 900 });
  const bump = await makeBump(app, main);
  const upsell = await makeUpsell(app, main, { upsellProductId: other.id });
  const coupon = await makeCoupon(app, { ownerId, discountType: "PERCENTAGE", discountValue: 1_000 });
  const orders: string[] = [];
  const anOrder = (which: number) => orders[which % Math.max(1, orders.length)];
  const acts = {
    async sell(which: number, at: Date) {
      const items = [
        { product: which % 3 === 0 ? other : main },
        ...(which % 2 ? [{ product: other, itemType: "ORDER_BUMP" as const }] : []),
      ];
      const { id } = await makeOrder(app, { items, createdAt: at });
      orders.push(id);
      const isCheaper = which % 5 === 0;
      await pool.query(`update orders set coupon_id = $2, coupon_code = $3 where id = $1 and $4`, [
        id,
        coupon.id,
        coupon.code,
        isCheaper,
      ]);
      await pool.query(
        `update order_items set offer_id = $2 where order_id = $1 and item_type = 'ORDER_BUMP'`,
        [id, bump.id],
      );
    },
    show: (which: number, at: Date) =>
      pool.query(
        `insert into upsell_offers (order_id, upsell_id, owner_id, shown_at) select id, $2, owner_id, $3 from orders where id = $1 on conflict do nothing`,
        [anOrder(which), upsell.id, at],
      ),
    decide: (which: number) =>
      pool.query("update upsell_offers set decision = $2, decided_at = shown_at where order_id = $1", [
        anOrder(which),
        which % 2 ? "ACCEPTED" : "DECLINED",
      ]),
    refund: (which: number, at: Date) =>
      pool.query(
        `insert into refunds (owner_id, order_id, order_payment_id, order_item_id, provider_refund_id, amount_cents, status, settled_at)
         select owner_id, order_id, order_payment_id, id, gen_random_uuid(), 1 + $2::int % 400, 'SUCCEEDED', $3
           from order_items where order_id = $1 order by item_type limit 1`,
        [anOrder(which), which, at],
      ),
    giveBackWhole: (which: number) =>
      pool.query("update orders set status = 'REFUNDED' where id = $1", [anOrder(which)]),
    failRefund: (which: number) =>
      pool.query("update refunds set status = 'FAILED', settled_at = null where order_id = $1", [
        anOrder(which),
      ]),
    forgetOffers: (which: number) =>
      pool.query("delete from upsell_offers where order_id = $1", [anOrder(which)]),
  };
  return acts;
}

// Both changes of the clocks of New York and of Lord Howe, which moves them by half an hour; Kathmandu is 5:45 ahead.
const zones = ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"];
const quarter = 15 * 60_000;
const now = new Date("2026-11-20T09:30:00Z");
const moments = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((n) => Date.parse("2026-11-01") + n * quarter),
  fc.integer({ min: -300, max: 300 }).map((n) => Date.parse("2026-10-04") + n * quarter),
  fc.integer({ min: -150, max: 0 }).map((n) => now.getTime() + n * quarter),
);

test("figures of days that are kept are those of the rows, whatever is sold, given back, offered or moved meanwhile", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const acts = await makeShop();
  const act = fc.record({
    name: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]), "sell" as const, "sell" as const),
    which: fc.nat(10_000),
    at: fc.tuple(moments, fc.constantFrom(0, -1)).map(([at, off]) => new Date(at + off)),
  });
  for (const timeZone of zones) {
    await pool.query("update users set time_zone = $2 where id = $1", [creator.id, timeZone]);
    for (const events of fc.sample(fc.array(act, { minLength: 8, maxLength: 8 }), 2)) {
      for (const { name, which, at } of events) await acts[name](which, at);
      const queries = [
        { startDate: "2026-10-01", endDate: "2026-11-25" },
        { startDate: "2026-11-01", endDate: "2026-11-01", granularity: "day" },
        { period: "30d", granularity: "week" },
      ];
      for (const query of queries) expect(await figures(query), timeZone).toEqual(await counted(query));
      // Two processes do so at once.
      await Promise.all([rollUpSales(app.services), rollUpSales(app.services)]);
      for (const query of queries) expect(await figures(query), timeZone).toEqual(await counted(query));
    }
  }
  expect(await isKept()).toBe(true);
});

test("all that a creator ever sold is what their orders and refunds add up to, and costs the days that are kept", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const acts = await makeShop();
  const soldInAll = async () => (await countSoldInAll(app.services, [creator.id])).get(creator.id);
  expect(await soldInAll()).toEqual({ orderCount: 0, soldCents: 0 });
  await acts.sell(1, new Date("2024-02-29T10:00:00Z"));
  await acts.sell(3, new Date("2026-11-20T09:00:00Z"));
  await acts.refund(0, new Date("2026-11-19T11:00:00Z"));
  const ofRows = async () => {
    const { rows } = await pool.query<{ orders: number; cents: number }>(
      `select count(*)::int as orders,
              (sum(total_cents) - (select sum(amount_cents) from refunds where owner_id = $1 and status = 'SUCCEEDED'))::int as cents
         from orders where owner_id = $1 and status in ('PAID', 'REFUNDED')`,
      [creator.id],
    );
    return { orderCount: rows[0]?.orders, soldCents: rows[0]?.cents };
  };
  const first = await ofRows();
  expect(await soldInAll()).toEqual(first);
  await rollUpSales(app.services);
  expect(await soldInAll()).toEqual(first);
  // Given back since, of a day that is kept.
  await acts.refund(1, new Date("2026-11-20T09:10:00Z"));
  await acts.giveBackWhole(0);
  expect(await soldInAll()).toEqual(await ofRows());
  await pool.query("update sales_days set orders = orders + 100 where owner_id = $1 and day = '2026-11-19'", [
    creator.id,
  ]);
  expect((await soldInAll())?.orderCount).toBe(102);
  await pool.query("update users set time_zone = 'Asia/Kathmandu' where id = $1", [creator.id]);
  expect(await soldInAll()).toEqual(await ofRows());
});

test("each change alone has its day counted anew: of an order, of a refund, and of an offer shown, taken and deleted", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const acts = await makeShop();
  const [sold, later] = [new Date("2026-11-10T10:00:00Z"), new Date("2026-11-12T10:00:00Z")];
  // It has a bump and a coupon.
  await acts.sell(5, sold);
  const changeOrder = (change: string) =>
    pool.query(`update orders set ${change} where owner_id = $1`, [creator.id]);
  const changeRefund = (change: string) =>
    pool.query(`update refunds set ${change} where owner_id = $1`, [creator.id]);
  const changes: [string, () => Promise<unknown>][] = [
    ["an offer is shown", () => acts.show(0, sold)],
    ["it is taken", () => acts.decide(1)],
    ["its upsell is deleted", () => pool.query("delete from upsells where owner_id = $1", [creator.id])],
    ["something is added to the order", () => changeOrder("total_cents = total_cents + 700")],
    ["the order moves to another day", () => changeOrder("paid_at = paid_at - interval '2 days'")],
    ["it is refunded", () => acts.refund(0, later)],
    ["more of it", () => changeRefund("amount_cents = amount_cents + 50")],
    ["on another day", () => changeRefund("settled_at = settled_at + interval '2 days'")],
    ["which then is all of it", () => acts.giveBackWhole(0)],
    ["and after all is not", () => changeOrder("status = 'PAID'")],
    ["the refund fails", () => acts.failRefund(0)],
    ["and succeeds", () => changeRefund(`status = 'SUCCEEDED', settled_at = '${later.toISOString()}'`)],
    ["another order is paid", () => acts.sell(2, sold)],
  ];
  // A day by itself: what moves from one to another is no other sum.
  const query = { startDate: "2026-11-01", endDate: "2026-11-19", granularity: "day" };
  let before = await counted(query);
  for (const [what, change] of changes) {
    await rollUpSales(app.services);
    await change();
    const after = await counted(query);
    expect(after, what).not.toEqual(before);
    expect(await figures(query), what).toEqual(after);
    before = after;
  }
});

test("a day that is over is read from what is kept of it, and counted anew when something of it changes; today never is", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const acts = await makeShop();
  await acts.sell(1, new Date("2026-11-10T10:00:00Z"));
  await acts.sell(1, new Date("2026-11-20T09:00:00Z"));
  await rollUpSales(app.services);
  await pool.query("update sales_days set orders = orders + 100 where owner_id = $1", [creator.id]);
  expect((await figures({ period: "30d" })).summary.totalOrders).toBe(102);
  expect((await figures({ period: "7d" })).summary.totalOrders).toBe(1);
  await acts.refund(0, new Date("2026-11-10T11:00:00Z"));
  expect((await figures({ period: "30d" })).summary.totalOrders).toBe(2);
  await rollUpSales(app.services);
  const { summary } = await figures({ period: "30d" });
  expect(summary).toMatchObject({ totalOrders: 2, refundedCents: 1 });
  const { rows } = await pool.query("select count(*)::int as marks from sales_marks where owner_id = $1", [
    creator.id,
  ]);
  expect(rows).toEqual([{ marks: 1 }]);
});

test("a day that cannot be counted keeps no other one waiting, and nobody else", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const product = await makeProduct(app, { ownerId: creator.id });
  for (let day = 1; day <= 14; day += 1) {
    await makeOrder(app, { items: [{ product }], createdAt: new Date(now.getTime() - day * 86_400_000) });
  }
  const another = await makeCreator(app);
  await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId: another.id }) }],
    createdAt: new Date(now.getTime() - 86_400_000),
  });
  const keptOf = async ({ id }: { id: string }) =>
    (await pool.query("select from sales_days where owner_id = $1", [id])).rowCount;
  await pool.query(
    `alter table sales_days add constraint no_such_day check (not (owner_id = '${creator.id}' and day = '2026-11-06'))`,
  );
  try {
    await expect(rollUpSales(app.services)).rejects.toThrow("no_such_day");
    expect([await keptOf(creator), await keptOf(another)]).toEqual([13, 1]);
  } finally {
    await pool.query("alter table sales_days drop constraint no_such_day");
  }
  await rollUpSales(app.services);
  expect(await keptOf(creator)).toBe(14);
});
