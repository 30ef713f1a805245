import { beforeAll, expect, test } from "vitest";
import { searchStore } from "#contract/search/search.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { unlimited } from "#tests/support/unlimited.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";

const app = await testApp();
const { pool } = app.services;

const orders = 50_000;
let desk: Caller;

/** A buyer for each order, with the names that people have. What triggers would write one by one is written at once. */
async function sell(ownerId: string, productId: string, count: number): Promise<void> {
  const { rows } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'creator_customers_words'",
  );
  await pool.query("drop index creator_customers_words");
  await pool.query("alter table orders disable trigger user");
  const batch = 5_000;
  for (let from = 0; from < count; from += batch)
    await pool.query(
      `with people as (
         insert into customers (id, email)
         select gen_random_uuid(), 'person.' || n || '@example-' || (n % 50) || '.com' from generate_series($4::int, $5::int) n
         returning id, email, substring(email from '^person\\.(\\d+)')::int as n),
       named as (
         select *, (array['Ada','Grace','Linus','Margaret','Alan','Barbara'])[n % 6 + 1] || ' ' || md5(n::text) as name,
                $3::timestamptz - n * interval '5 minutes' as at from people),
       known as (
         insert into creator_customers (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at)
         select $1::uuid, id, 1, 1900, name, lower(name), email || ' ' || lower(name), at, at from named),
       sold as (
         insert into orders (owner_id, customer_id, product_id, customer_name, total_cents, status, paid_at, created_at)
         select $1, id, $2::uuid, name, 1900 + n % 400, 'PAID', at, at from named returning id, created_at)
       insert into order_numbers (owner_id, order_id, number)
       select $1, id, 1001 + $4::int + row_number() over (order by created_at) from sold`,
      [ownerId, productId, app.clock.now(), from, from + batch - 1],
    );
  await pool.query("alter table orders enable trigger user");
  await unlimited(pool, (client) => client.query(rows[0]?.indexdef ?? ""));
}

beforeAll(async () => {
  const creator = await makeCreator(app);
  const mine = await makeProduct(app, { ownerId: creator.id, title: "Field guide" });
  await sell(creator.id, mine.id, orders);
  await vacuumAnalyze(pool);
  desk = app.as(creator);
});

test.each([
  ["a word of everybody's address", "person"],
  ["four letters of a name", "grac"],
  ["a name that nobody has", "zzzzqqq"],
  ["two letters", "ad"],
  ["an order's number", "#26042"],
  ["an amount", "$21,50"],
  ["an address", "person.33333@example-33.com"],
  ["a product", "guide"],
])("among many orders %s is found without reading them all", async (_, q) => {
  const rows = await rowsHandled(async () =>
    expect((await desk.call(searchStore, { querystring: { q } })).status).toBe(200),
  );
  expect(rows).toBeLessThan(0.8 * orders);
});
