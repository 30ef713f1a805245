import { performance } from "node:perf_hooks";
import { beforeAll, expect, test } from "vitest";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";

const app = await testApp();
const { pool } = app.services;

/** What an answer takes on a quiet machine is 100 ms at most; others share the machine that tests run on. */
const patienceMs = 300;
let desk: Caller;

/** SQL: the id of what has such a name, in the form that ids have. */
const idOf = (name: string) => `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Two months of carts: of twenty one was bought without a mail, five were mailed, two recovered by an order, and the rest were left. */
async function leaveCarts(ownerId: string, productId: string, count: number): Promise<void> {
  const batch = 10_000;
  for (let from = 0; from < count; from += batch) {
    const values = [ownerId, productId, app.clock.now(), from, from + batch - 1, 60 / count];
    await pool.query(
      `with bought as (select n, $3::timestamptz - n * $6::float8 * interval '1 day' as at from generate_series($4::int, $5::int) n where n % 20 in (1, 2)),
       people as (
         insert into customers (id, email)
         select ${idOf("'person ' || n || $1::uuid")}, 'c-' || n || '-of-' || $1 || '@example.com' from bought)
       insert into orders (id, owner_id, customer_id, product_id, total_cents, status, paid_at, created_at)
       select ${idOf("'order ' || n || $1")}, $1, ${idOf("'person ' || n || $1")}, $2::uuid, 5000, 'PAID', at, at from bought`,
      values,
    );
    await pool.query(
      `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, abandoned_at, expires_at, created_at,
                                    recovery_emails_sent, last_email_sent, outcome, recovered_by, recovered_at, recovered_order_id)
       select $1::uuid, $2::uuid, 'left-' || n || '@example.com', 5000, 'usd', at, at, at + interval '30 days', at,
              case when lot between 1 and 7 then 1 else 0 end, case when lot between 1 and 7 then at end,
              case when lot = 0 then 'BOUGHT' when lot <= 2 then 'RECOVERED' end,
              case lot when 1 then 'LINK' when 2 then 'NEAR' end, case when lot in (1, 2) then at end,
              case when lot in (1, 2) then ${idOf("'order ' || n || $1")} end
         from (select n, $3::timestamptz - n * $6::float8 * interval '1 day' as at, n % 20 as lot from generate_series($4::int, $5::int) n) c`,
      values,
    );
  }
}

beforeAll(async () => {
  const creator = await makeCreator(app);
  const [mine, other] = [await makeProduct(app, { ownerId: creator.id }), await makeProduct(app)];
  await leaveCarts(creator.id, mine.id, 100_000);
  await leaveCarts(other.ownerId, other.id, 20_000);
  await vacuumAnalyze(pool);
  desk = app.as(creator);
}, 120_000);

/** The best of five: whatever else this machine does, one of them is undisturbed. */
async function bestOf(answer: () => Promise<{ status: number }>): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < 5; run++) {
    const begun = performance.now();
    expect((await answer()).status).toBe(200);
    took.push(performance.now() - begun);
  }
  return Math.min(...took);
}

test.each([
  {},
  { period: "today" },
  { period: "week" },
  { period: "month" },
  { status: "ABANDONED" },
  { status: "EMAIL_SENT" },
  { status: "RECOVERED" },
  { status: "RECOVERED", period: "month" },
  { q: "LEFT-99999@" },
  { q: "nobody at all" },
  { q: "example.com", status: "EMAIL_SENT", period: "month" },
] as const)("of 100,000 carts a page by %j is there at once", async (querystring) => {
  expect(await bestOf(() => desk.call(listAbandonedCarts, { querystring }))).toBeLessThan(patienceMs);
});

test("of 100,000 carts the last page is there at once, too", async () => {
  const before = new Date(app.clock.now().getTime() - 59 * 86_400_000);
  const cursor = `${before.getTime()}000_ffffffff-ffff-ffff-ffff-ffffffffffff`;
  const { carts } = (await desk.call(listAbandonedCarts, { querystring: { cursor } })).body;
  expect(carts).toHaveLength(50);
  expect(await bestOf(() => desk.call(listAbandonedCarts, { querystring: { cursor } }))).toBeLessThan(
    patienceMs,
  );
});

test.each(["today", "week", "month"] as const)(
  "what became of 100,000 carts in a period (%s) is added up at once",
  async (period) => {
    const { body } = await desk.call(getCartAnalytics, { querystring: { period } });
    expect(body.totalCarts).toBeGreaterThan(period === "month" ? 45_000 : 0);
    if (period === "month") expect(body.byLinkCents).toBeGreaterThan(0);
    expect(await bestOf(() => desk.call(getCartAnalytics, { querystring: { period } }))).toBeLessThan(
      patienceMs,
    );
  },
);
