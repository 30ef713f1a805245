import { expect, test } from "vitest";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statements } from "#server/database/statement.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";

const app = await testApp();
const { pool } = app.services;

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The tables that a statement goes through from end to end, as it is planned for all its runs. */
async function readWhole(name: string): Promise<string[]> {
  const text = statements.get(name) ?? "";
  const values = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return inTransaction(pool, async (client) => {
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare planned as ${text}`);
    const nothing = Array.from({ length: values }, () => "null").join(", ");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) execute planned (${nothing})`,
    );
    await client.query("deallocate planned");
    const [top] = rows[0]?.["QUERY PLAN"] ?? [];
    return nodesOf(top?.Plan ?? { "Node Type": "none" }).flatMap((node) =>
      node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [],
    );
  });
}

test("a sale looks its own products up, however many others there are", async () => {
  const { id } = await makeCreator(app);
  await pool.query(
    `insert into products (owner_id, title, slug, description, type, price_cents)
     select $1, 'One of many', 'one-of-' || n, '', 'COURSE', 1000 from generate_series(1, 3000) n`,
    [id],
  );
  await vacuumAnalyze(pool, "products");
  for (const name of [
    "checkout_select_open",
    "checkout_insert_session",
    "complete_select_session",
    "orders_write_paid",
  ])
    expect([name, ...(await readWhole(name)).filter((table) => table === "products")]).toEqual([name]);
});
