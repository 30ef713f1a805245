import { expect, test, vi } from "vitest";
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTrends,
} from "#contract/analytics/analytics.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { boundedTimes } from "./bounded-times.ts";
import { rollUpSales } from "./roll-up-sales.ts";

/** What one statement counts from rows: orders and refunds. */
const bound = vi.hoisted(() => ({ atOnce: 5_000 }));
vi.mock(import("./bounded-times.ts"), async (original) => {
  const { boundedTimes: counted } = await original();
  return {
    boundedTimes: (pool, ownerId, starts, to) => counted(pool, ownerId, starts, to, bound.atOnce),
  };
});

const app = await testApp();
const { pool } = app.services;
const now = new Date("2026-11-20T09:30:00Z");
const dayAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

/** An order on each of 20 days and of today, of two products in turn; every third has a bump, every fourth a refund of the day after. */
async function makeSales() {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const products = [await makeProduct(app, { ownerId }), await makeProduct(app, { ownerId })] as const;
  for (let day = 20; day >= 0; day -= 1) {
    const bump = day % 3 === 0 ? [{ product: products[0], itemType: "ORDER_BUMP" as const }] : [];
    const items = [{ product: products[day % 2 === 0 ? 0 : 1] }, ...bump];
    const { id } = await makeOrder(app, { items, createdAt: dayAgo(day) });
    if (day % 4 === 3)
      await pool.query(
        `insert into refunds (owner_id, order_id, order_payment_id, order_item_id, provider_refund_id, amount_cents, status, settled_at)
         select owner_id, order_id, order_payment_id, id, gen_random_uuid(), 100, 'SUCCEEDED', $2 from order_items where order_id = $1 limit 1`,
        [id, dayAgo(day - 1)],
      );
  }
  return creator;
}

test("figures that no day is kept of are counted piece by piece, each of so many sales, and come to the same", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const seller = app.as(await makeSales());
  const figuresOf = async (querystring: Record<string, string>, atOnce: number) => {
    bound.atOnce = atOnce;
    return [
      (await seller.call(getAnalyticsSummary, { querystring })).body,
      (await seller.call(getAnalyticsBreakdown, { querystring })).body,
      (await seller.call(getAnalyticsTrends, { querystring: { granularity: "week", ...querystring } })).body,
    ];
  };
  for (const query of [
    { period: "all" },
    { period: "7d" },
    { startDate: "2026-11-03", endDate: "2026-11-12" },
  ]) {
    const whole = await figuresOf(query, 5_000);
    for (const atOnce of [1, 3, 10]) expect(await figuresOf(query, atOnce), `${atOnce}`).toEqual(whole);
  }
});

test("parts that are still to come, and those without a moment, are parts nevertheless", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const creator = await makeSales();
  bound.atOnce = 1;
  const querystring = { startDate: "2026-11-03", endDate: "2026-11-25" };
  const { body } = await app.as(creator).call(getAnalyticsTrends, { querystring });
  expect(body).toHaveLength(23);
  const [from, middle] = [dayAgo(25), new Date("2026-11-12T00:00:00Z")];
  const starts = [from, from, middle, middle, now, now];
  const pieces = await boundedTimes(pool, creator.id, starts, now);
  expect(pieces.some((piece) => piece.starts[0]?.getTime() === middle.getTime())).toBe(true);
  const parts = pieces.flatMap((piece) => piece.starts.map((_, part) => piece.firstPart + part));
  expect([...new Set(parts)]).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a piece holds no more than its bound, but where one day alone does; kept days need no pieces", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(now);
  const { id } = await makeSales();
  const [from, middle] = [dayAgo(25), dayAgo(11)];
  bound.atOnce = 4;
  const pieces = await boundedTimes(pool, id, [from, middle], now);
  expect(pieces.length).toBeGreaterThan(5);
  // They follow each other without a gap, and each says to which of the parts it belongs.
  expect(pieces[0]?.starts[0]).toEqual(from);
  expect(pieces.at(-1)?.to).toEqual(now);
  for (const [index, { starts, to, firstPart }] of pieces.entries()) {
    expect(pieces[index + 1]?.starts[0] ?? now).toEqual(to);
    expect(firstPart).toBe(Number(starts[0] && starts[0] >= middle));
    const { rows } = await pool.query<{ number: number }>(
      `select ((select count(*) from orders where owner_id = $1 and created_at >= $2 and created_at < $3)
             + (select count(*) from refunds where owner_id = $1 and settled_at >= $2 and settled_at < $3))::int as number`,
      [id, starts[0], to],
    );
    expect(rows[0]?.number).toBeLessThanOrEqual(4 + 1);
  }
  await rollUpSales(app.services);
  expect(await boundedTimes(pool, id, [from, middle], now)).toEqual([
    { starts: [from, middle], to: now, firstPart: 0 },
  ]);
});
