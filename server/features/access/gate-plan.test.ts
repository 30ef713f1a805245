import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, test } from "vitest";
import { inTransaction } from "#server/database/in-transaction.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { selectPurchase } from "./can-see-product.ts";

const app = await testApp();
const { pool } = app.services;

/**
 * Buyers who bought often, in browsers of theirs: few enough that asking for a buyer first looks cheap, and so many orders
 * and sessions that reading all of them never does.
 */
async function makeBuyers() {
  const product = await makeProduct(app, { type: "COURSE" });
  await inTransaction(pool, async (client) => {
    // A busy machine takes its time over so many rows.
    await client.query("set local statement_timeout = 0");
    await client.query(
      `with buyer as (
       insert into customers (email) select 'buyer-' || n || '@example.com' from generate_series(1, 600) n
       returning id),
     sold as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at)
       select $1, id, $2, 0, 'PAID', now() from buyer, generate_series(1, 20) returning id, customer_id),
     item as (
       insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
       select id, $1, $2, 0, 0 from sold returning id, order_id),
     granted as (
       insert into access (customer_id, owner_id, product_id, order_id, order_item_id)
       select sold.customer_id, $1, $2, sold.id, item.id from sold join item on item.order_id = sold.id),
     browser as (
       insert into order_browsers (order_id, browser_hash, granted_at) select id, 'browser of ' || id, now() from sold)
     insert into buyer_sessions (token_hash, kind, customer_id, expires_at)
     select 'session ' || n || ' of ' || id, 'COOKIE', id, now() + interval '1 day' from buyer, generate_series(1, 20) n`,
      [product.ownerId, product.id],
    );
    await client.query("analyze");
  });
  return product;
}

type PlanNode = {
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Plans?: PlanNode[];
};

/** The reads of tables in the plan that PostgreSQL keeps for the gate's statement, whatever its values. */
async function keptReads(
  client: pg.PoolClient,
  text: string,
  values: (string | null)[],
): Promise<PlanNode[]> {
  await client.query("set local plan_cache_mode = force_generic_plan");
  await client.query(`prepare gate (uuid, text, text, text[], uuid, timestamptz) as ${text}`);
  const literals = values.map((value) => (value === null ? "null" : client.escapeLiteral(value)));
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json) execute gate (${literals.join()})`,
  );
  await client.query("deallocate gate");
  const inside = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(inside)];
  return rows.flatMap((row) => inside(row["QUERY PLAN"][0].Plan)).filter((node) => node["Relation Name"]);
}

/** The text of the gate's statement. */
async function gateText(): Promise<string> {
  let text = "";
  const reader = { query: async (statement: { text: string }) => ((text = statement.text), { rows: [] }) };
  await selectPurchase(reader as never, "", null, null, [], null, new Date());
  return text;
}

const large = ["customers", "orders", "access", "order_browsers", "buyer_sessions"];

test("the gate's kept plan finds by index what the proofs name, and never reads all buyers or orders", async () => {
  const product = await makeBuyers();
  const values = [product.id, null, "browser", "{session}", randomUUID(), new Date().toISOString()];
  const text = await gateText();
  const reads = await inTransaction(pool, (client) => keptReads(client, text, values));
  expect(reads.map((node) => node["Relation Name"])).toEqual(expect.arrayContaining(large));
  const whole = reads.filter((node) => !node["Index Cond"] && !node["Recheck Cond"]);
  // Nobody has a membership here: that table is empty, and read as such.
  expect(whole.map((node) => node["Relation Name"])).toEqual(["subscriptions"]);
});
