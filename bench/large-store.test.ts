import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createSession } from "#server/features/accounts/sessions.ts";
import { makeLargeStore } from "./large-store.ts";
import { makeStores } from "./stores.ts";

const app = await testApp();
const { pool } = app.services;
let cookies: { sid: string };
let productId: string;

beforeAll(async () => {
  await makeStores(pool, 3);
  const store = await makeLargeStore(pool, {
    orders: 3_000,
    customers: 1_500,
    lines: 6_900,
    ofLargest: 0.9,
  });
  ({ productId } = store);
  const { token } = await createSession(app.services, {
    userId: store.ownerId,
    method: "CODE",
    userAgent: "",
    ip: "127.0.0.1",
  });
  cookies = { sid: token };
}, 300_000);

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

const large = new Set([
  "orders",
  "order_items",
  "customers",
  "creator_customers",
  "checkout_sessions",
  "access",
  "commissions",
  "upsell_offers",
  "digital_downloads",
]);

/** Rows of large tables themselves, not of their indexes alone, that the statements of a request read. */
async function rowsRead(url: string): Promise<number> {
  const asked: { text: string; values: unknown[] }[] = [];
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    const text = typeof statement === "string" ? statement : statement.text;
    const given = typeof statement === "string" ? values : (statement.values ?? values);
    if (/^\s*(select|with)/i.test(text)) asked.push({ text, values: Array.isArray(given) ? given : [] });
    return Reflect.apply(original, this, args);
  } as typeof pg.Client.prototype.query);
  const answer = await app.app.inject({ url, cookies });
  query.mockRestore();
  expect([url, answer.statusCode]).toEqual([url, 200]);
  const client = await pool.connect();
  try {
    // So few rows are read whole before an index is asked; a thousand times as many are not.
    await client.query("set enable_seqscan = off");
    let sum = 0;
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      sum += rows.reduce((rest, row) => rest + readBy(row["QUERY PLAN"][0].Plan), 0);
    }
    return sum;
  } finally {
    client.release(true);
  }
}

const original = pg.Client.prototype.query;

function readBy(node: Node): number {
  const inside = (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), 0);
  if (!large.has(node["Relation Name"] ?? "") || node["Node Type"] === "Index Only Scan") return inside;
  return inside + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
}

test("the books of the large store are right, and so is what is kept of them", async () => {
  expect(await auditBooks(pool, { provider: "sandbox" })).toEqual([]);
});

test.each([
  "/api/orders?perPage=25",
  "/api/orders?perPage=25&page=100",
  "/api/orders?perPage=25&sort=-total",
  "/api/orders?perPage=25&sort=customer&page=40",
  "/api/orders?perPage=25&status=REFUNDED",
  "/api/orders?perPage=25&q=fan1234",
  "/api/orders?perPage=25&q=ada",
  "/api/order-totals",
  "/api/orders?perPage=25&q=workshop",
  "/api/order-totals?q=fan1234",
  "/api/order-totals?q=workshop",
  "/api/customers?perPage=25",
  "/api/customers?perPage=25&page=50",
  "/api/customers?perPage=25&q=fan1234",
  "/api/my-products",
  "/api/dashboard/stats",
  "/api/order-bumps",
  "/api/upsells",
  "/api/coupons/summary",
  "/api/reviews",
  "/api/products/:id/downloads",
  "/api/products/:id/downloads?q=fan1234",
  "/api/commissions?limit=25",
])("%s reads the rows of its page, and never all that the creator sold", async (url) => {
  expect(await rowsRead(url.replace(":id", productId))).toBeLessThan(1_200);
});
