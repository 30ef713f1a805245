import { beforeAll, expect, test } from "vitest";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";

const app = await testApp();
const { pool } = app.services;

/** Of the creator, who has the most. */
const carts = 20_000;
/** For a page of fifty, found in an index. */
const rowsOfPage = 1_500;
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
  await leaveCarts(creator.id, mine.id, carts);
  await leaveCarts(other.ownerId, other.id, carts / 5);
  await vacuumAnalyze(pool);
  desk = app.as(creator);
});

/** How many rows PostgreSQL handles for an answer. */
const rowsFor = (answer: () => Promise<{ status: number }>) =>
  rowsHandled(async () => expect((await answer()).status).toBe(200));

test.each([
  {},
  { period: "today" },
  { period: "week" },
  { period: "month" },
  { status: "ABANDONED" },
  { status: "EMAIL_SENT" },
  { status: "RECOVERED" },
  { status: "RECOVERED", period: "month" },
] as const)(
  "however many carts there are, a page by %j reads little more than itself",
  async (querystring) => {
    expect(await rowsFor(() => desk.call(listAbandonedCarts, { querystring }))).toBeLessThan(rowsOfPage);
  },
);

test.each([
  { q: "LEFT-19999@" },
  { q: "nobody at all" },
  { q: "example.com", status: "EMAIL_SENT", period: "month" },
] as const)("a search by %j reads each cart once", async (querystring) => {
  const rows = await rowsFor(() => desk.call(listAbandonedCarts, { querystring }));
  expect(rows).toBeLessThan(1.3 * carts);
});

test("however many carts there are, the last page reads little more than itself, too", async () => {
  const before = new Date(app.clock.now().getTime() - 59 * 86_400_000);
  const cursor = `${before.getTime()}000_ffffffff-ffff-ffff-ffff-ffffffffffff`;
  const { body } = await desk.call(listAbandonedCarts, { querystring: { cursor } });
  expect(body.carts).toHaveLength(50);
  const rows = await rowsFor(() => desk.call(listAbandonedCarts, { querystring: { cursor } }));
  expect(rows).toBeLessThan(rowsOfPage);
});

test.each(["today", "week", "month"] as const)(
  "what became of the carts of a period (%s) is added up by reading each a few times",
  async (period) => {
    const { body } = await desk.call(getCartAnalytics, { querystring: { period } });
    expect(body.totalCarts).toBeGreaterThan(period === "month" ? carts * 0.45 : 0);
    if (period === "month") expect(body.byLinkCents).toBeGreaterThan(0);
    const rows = await rowsFor(() => desk.call(getCartAnalytics, { querystring: { period } }));
    expect(rows).toBeLessThan(4 * carts);
  },
);
