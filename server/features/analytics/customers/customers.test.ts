import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { getCustomerFigures } from "#contract/analytics/customers.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { figureRows } from "#tests/support/figure-rows.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  creator = await makeCreator(app);
});

type Query = Record<string, string>;
async function figures(querystring: Query = {}) {
  const { status, body, text } = await app.as(creator).call(getCustomerFigures, { querystring });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
}
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

type Figure = "customers" | "newCustomers" | "returningCustomers" | "repeatCustomers";
const rowsOf = (figure: Figure, query: Query) => figureRows(app.as(creator), figure, query);

test("a creator without customers has none, and nothing to divide by", async () => {
  expect(await figures()).toMatchObject({
    customers: 0,
    customersChange: null,
    repeatRate: null,
    averageLifetimeCents: null,
    medianLifetimeCents: null,
    top: [],
  });
  expect((await app.call(getCustomerFigures, { querystring: {} })).status).toBe(401);
});

test("a renewal makes nobody a customer of its period, and counts in what they are worth", async () => {
  await joinMembership(app, { product: { ownerId: creator.id, priceCents: 900 }, email: "fan@example.com" });
  expect(await figures({ period: "7d" })).toMatchObject({
    customers: 1,
    newCustomers: 1,
    repeatCustomers: 0,
  });
  await passDays(app, 31);
  expect(await figures({ period: "7d" })).toMatchObject({ customers: 0, lifetimeCents: 0 });
  const all = await figures({ period: "90d" });
  expect(all).toMatchObject({
    customers: 1,
    repeatCustomers: 0,
    lifetimeCents: 1_800,
    averageLifetimeCents: 1_800,
  });
  expect(all.top).toMatchObject([
    { email: "fan@example.com", orders: 1, paidCents: 900, lifetimeCents: 1_800 },
  ]);
});

const dayMs = 86_400_000;
const begins = Date.parse("2026-01-01T00:00Z");
const at = (minutes: number) => new Date(begins + minutes * 60_000);
const dateOf = (day: number) =>
  at(day * 1_440)
    .toISOString()
    .slice(0, 10);

type Bought = { buyer: number; product: number; minute: number; status: "PAID" | "FAILED" | "REFUNDED" };

test("new, returning and repeat customers and their worth are what the orders say, for any time and product", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(new Date(begins + 60 * dayMs));
  const orders = fc.array(
    fc.record({
      buyer: fc.integer({ min: 0, max: 5 }),
      product: fc.integer({ min: 0, max: 1 }),
      minute: fc.integer({ min: 0, max: 50 * 1_440 }),
      status: fc.constantFrom("PAID" as const, "PAID" as const, "REFUNDED" as const, "FAILED" as const),
    }),
    { minLength: 1, maxLength: 14 },
  );
  const days = fc.integer({ min: 0, max: 49 });
  await fc.assert(
    fc.asyncProperty(orders, days, days, async (list, one, other) => {
      creator = await makeCreator(app);
      const ownerId = creator.id;
      const products = [
        await makeProduct(app, { ownerId, priceCents: 1_000 }),
        await makeProduct(app, { ownerId, priceCents: 7_000 }),
      ] as const;
      const bought: Bought[] = [...new Map(list.map((order) => [order.minute, order])).values()];
      for (const { buyer, product, minute, status } of bought)
        await makeOrder(app, {
          email: `${buyer}-${ownerId}@example.com`,
          items: [{ product: products[product === 0 ? 0 : 1] }],
          createdAt: at(minute),
          status,
          ...(status === "REFUNDED" && { refundedCents: product === 0 ? 1_000 : 7_000 }),
        });
      const [from, last] = [Math.min(one, other), Math.max(one, other)];
      for (const product of [undefined, 0, 1]) {
        const productId = product === undefined ? undefined : products[product === 0 ? 0 : 1].id;
        const query = { startDate: dateOf(from), endDate: dateOf(last), ...(productId && { productId }) };
        const found = await figures(query);
        const paid = bought.filter(({ status }) => status !== "FAILED");
        const inTime = paid.filter(
          (order) =>
            (product === undefined || order.product === product) &&
            order.minute >= from * 1_440 &&
            order.minute < (last + 1) * 1_440,
        );
        const buyers = [...Map.groupBy(inTime, ({ buyer }) => buyer)].map(([buyer, own]) => {
          const ever = paid.filter((order) => order.buyer === buyer);
          const first = Math.min(...ever.map(({ minute }) => minute));
          const firstHere = Math.min(...own.map(({ minute }) => minute));
          const worth = sum(
            ever.map(({ status, product }) => (status === "REFUNDED" ? 0 : product === 0 ? 1_000 : 7_000)),
          );
          return {
            isNew: first === firstHere,
            repeats: own.length > 1 || first < firstHere,
            worth,
            firstHere,
          };
        });
        const count = (which: (buyer: (typeof buyers)[number]) => boolean) => buyers.filter(which).length;
        expect(found).toMatchObject({
          customers: buyers.length,
          newCustomers: count(({ isNew }) => isNew),
          returningCustomers: count(({ isNew }) => !isNew),
          repeatCustomers: count(({ repeats }) => repeats),
          lifetimeCents: sum(buyers.map(({ worth }) => worth)),
        });
        for (const [index, day] of found.days.entries()) {
          const isOnDay = (minute: number) => Math.floor(minute / 1_440) === from + index;
          const firsts = count(({ isNew, firstHere }) => isNew && isOnDay(firstHere));
          expect(day.newCustomers).toBe(firsts);
          expect(day.repeatOrders).toBe(inTime.filter(({ minute }) => isOnDay(minute)).length - firsts);
        }
        expect(sum(found.distribution.map(({ customers }) => customers))).toBe(found.customers);
        expect(sum(found.distribution.map(({ cents }) => cents))).toBe(found.lifetimeCents);
        expect(sum((await rowsOf("customers", query)).map(({ cents }) => cents ?? 0))).toBe(
          found.lifetimeCents,
        );
        for (const figure of ["customers", "newCustomers", "returningCustomers", "repeatCustomers"] as const)
          expect(await rowsOf(figure, query)).toHaveLength(found[figure]);
      }
    }),
    { numRuns: 10 },
  );
  const { rows } = await app.services.pool.query(
    `select k.customer_id from creator_customers k
      where k.first_paid_at is distinct from (select min(created_at) from orders o where o.owner_id = k.owner_id and o.customer_id = k.customer_id
        and o.status in ('PAID', 'REFUNDED'))`,
  );
  expect(rows).toEqual([]);
});
