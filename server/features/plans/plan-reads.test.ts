import { expect, test } from "vitest";
import { statements } from "#server/database/statement.ts";
import { buyPlan } from "#tests/support/plan-buyer.ts";
import { tableReads } from "#tests/support/table-reads.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { clock, pool } = app.services;

const large = new Set(["access", "customers", "orders"]);

/** So many who bought the same, that reading what they have never looks cheap. */
async function makeOthers(productId: string) {
  await pool.query(
    `with plan as (
       select id, owner_id from products where id = $1),
     buyer as (
       insert into customers (email) select 'buyer-' || n || '@example.com' from generate_series(1, 200) n returning id),
     sold as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at)
       select plan.owner_id, buyer.id, plan.id, 0, 'PAID', now() from plan, buyer, generate_series(1, 10)
       returning id, customer_id, owner_id, product_id),
     item as (
       insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
       select id, owner_id, product_id, 0, 0 from sold returning id, order_id)
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id)
     select sold.customer_id, sold.owner_id, sold.product_id, sold.id, item.id
       from sold join item on item.order_id = sold.id`,
    [productId],
  );
  await pool.query("analyze");
}

test("a plan and its receipts are found from the account and its buyer on, however much others have bought", async () => {
  const { creator, productId } = await buyPlan(app);
  await makeOthers(productId);
  const asked = [
    { name: "plans_select_mine", values: [creator.id, clock.now(), "2026-01-01"] },
    { name: "plans_select_receipts", values: [creator.id] },
  ];
  for (const { name, values } of asked) {
    const reads = (await tableReads(pool, { text: statements.get(name) ?? "", values })).filter(({ table }) =>
      large.has(table),
    );
    expect([name, reads.length]).not.toEqual([name, 0]);
    const ofOthers = reads.filter(({ by }) => !/[(](plan_for|customer_id|id) = /.test(by ?? ""));
    expect([name, ofOthers]).toEqual([name, []]);
  }
});
