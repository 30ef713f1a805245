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
  await pool.query(
    `insert into reviews (product_id, customer_id, rating)
     select product_id, customer_id, 4 from access where owner_id = $1 order by id limit 3000 on conflict do nothing`,
    [store.ownerId],
  );
  await pool.query("analyze");
  const { token } = await createSession(app.services, {
    userId: store.ownerId,
    method: "CODE",
    userAgent: "",
    ip: "127.0.0.1",
  });
  cookies = { sid: token };
});

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

/** The plans of the statements of a request, as they were run. */
async function plansOf(url: string): Promise<Node[]> {
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
    const plans: Node[] = [];
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      plans.push(...rows.map((row) => row["QUERY PLAN"][0].Plan));
    }
    return plans;
  } finally {
    client.release(true);
  }
}

const original = pg.Client.prototype.query;

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node gave or threw away, each time that it was asked. */
const rowsOf = (node: Node) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];

/** Rows of large tables themselves, not of their indexes alone, that the statements of a request read. */
async function rowsRead(url: string): Promise<number> {
  const read = (await plansOf(url))
    .flatMap(nodesOf)
    .filter((node) => large.has(node["Relation Name"] ?? "") && node["Node Type"] !== "Index Only Scan");
  return read.reduce((sum, node) => sum + rowsOf(node), 0);
}

/** How often the statements of a request look into a table, and how many rows of it or of its indexes they see. */
async function looksInto(table: string, url: string): Promise<{ looks: number; rows: number }> {
  const nodes = (await plansOf(url)).flatMap(nodesOf).filter((node) => node["Relation Name"] === table);
  return nodes.reduce(
    ({ looks, rows }, node) => ({ looks: looks + node["Actual Loops"], rows: rows + rowsOf(node) }),
    { looks: 0, rows: 0 },
  );
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
  "/api/customers?perPage=25&members=true",
  "/api/customer-count?members=true",
  "/api/my-products",
  "/api/dashboard/stats",
  "/api/order-bumps",
  "/api/upsells",
  "/api/coupons/summary",
  "/api/reviews",
  "/api/reviews?answered=no",
  "/api/products/:id/downloads",
  "/api/products/:id/downloads?q=fan1234",
  "/api/commissions?limit=25",
])("%s reads the rows of its page, and never all that the creator sold", async (url) => {
  expect(await rowsRead(url.replace(":id", productId))).toBeLessThan(1_200);
});

test("students are counted without what each of them bought", async () => {
  const { rows } = await pool.query<{ all: number; students: number }>(
    `select (select count(*)::int from access) as all, (select count(*)::int from course_students) as students`,
  );
  // What was bought is looked at for reviews alone, and once.
  const bought = await looksInto("access", "/api/dashboard/stats");
  expect(bought.rows).toBeLessThanOrEqual(rows[0]?.all ?? 0);
  const students = await looksInto("course_students", "/api/dashboard/stats");
  expect(students.rows).toBeLessThan(2 * (rows[0]?.students ?? 0));
});

test("a page of reviews asks only of those that it shows whether they count", async () => {
  const { looks } = await looksInto("access", "/api/reviews");
  const { rows: own } = await pool.query(
    "select from reviews r join products p on p.id = r.product_id join users u on u.id = p.owner_id where u.handle = 'large'",
  );
  // All are counted once, and a page of them is shown.
  expect(looks).toBeLessThan(own.length + 60);
});

test("the file of reviews has every review that counts once, the newest first, read in batches", async () => {
  const { body } = await app.app.inject({ url: "/api/exports/reviews.csv", cookies });
  const written = body
    .split("\r\n")
    .slice(1, -1)
    .map((line) => /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line)?.[0]);
  const { rows } = await pool.query<{ at: Date }>(
    `select r.created_at as at from counted_reviews r join products p on p.id = r.product_id join users u on u.id = p.owner_id
      where u.handle = 'large' order by 1 desc`,
  );
  expect(rows.length).toBeGreaterThan(2_000);
  expect(written).toEqual(rows.map(({ at }) => at.toISOString()));
});

test("a page far behind, by buyer, asks for the orders of its own buyers alone", async () => {
  for (const sort of ["customer", "-customer"]) {
    const url = `/api/orders?perPage=25&sort=${sort}&page=80`;
    expect((await looksInto("orders", url)).looks).toBeLessThan(60);
  }
});

test("a page far behind, by total, is what stands there when all orders are put in order", async () => {
  for (const direction of ["asc", "desc"])
    for (const [filter, condition] of [
      ["", "true"],
      ["&status=PAID", "o.status = 'PAID'"],
    ]) {
      const { rows } = await pool.query<{ id: string }>(
        `select o.id from orders o join users u on u.id = o.owner_id
          where u.handle = 'large' and ${condition} order by o.total_cents ${direction}, o.id`,
      );
      const last = Math.ceil(rows.length / 25);
      for (const page of [81, 82, 90, last - 1, last, last + 1]) {
        const sort = direction === "asc" ? "total" : "-total";
        const url = `/api/orders?perPage=25&sort=${sort}&page=${page}${filter}`;
        const { body } = await app.app.inject({ url, cookies });
        const shown = (JSON.parse(body) as { id: string }[]).map(({ id }) => id);
        expect([url, shown]).toEqual([url, rows.slice(25 * (page - 1), 25 * page).map(({ id }) => id)]);
      }
    }
});

test("what a search for buyers comes to is what their orders come to, whatever else they bought", async () => {
  await pool.query(
    `update orders set refunded_cents = total_cents / 2
      where id in (select id from orders where status = 'PAID' and total_cents > 1 order by id limit 200)`,
  );
  for (const q of ["example.com", "fan1", "ada fan", "zzz"]) {
    const { rows } = await pool.query<{ orders: number; paidCents: number; refundedCents: number }>(
      `select count(*)::int as orders, coalesce(sum(o.total_cents) filter (where o.status in ('PAID', 'REFUNDED')), 0)::float8 as "paidCents",
              coalesce(sum(o.refunded_cents), 0)::float8 as "refundedCents"
         from orders o join users u on u.id = o.owner_id join customers c on c.id = o.customer_id
        where u.handle = 'large' and not exists (
          select from unnest(string_to_array($1, ' ')) word where position(word in lower(c.email)) = 0 and not exists (
            select from orders other where other.owner_id = o.owner_id and other.customer_id = o.customer_id
               and position(word in lower(other.customer_name)) > 0))`,
      [q],
    );
    const { body } = await app.app.inject({
      url: `/api/order-totals?q=${encodeURIComponent(q)}`,
      cookies,
    });
    expect([q, JSON.parse(body)]).toEqual([q, rows[0]]);
  }
});

test("a page far behind of a search looks all buyers up at once", async () => {
  const far = await looksInto("creator_customers", "/api/orders?perPage=25&q=example.com&page=90");
  expect(far.looks).toBeLessThan(5);
});

test("members are chosen from memberships, and no other customer is asked for theirs", async () => {
  const { rows } = await pool.query<{ customers: number }>(
    "select count(*)::int as customers from creator_customers",
  );
  for (const url of ["/api/customers?perPage=25&members=true", "/api/customer-count?members=true"]) {
    const asked = await looksInto("subscriptions", url);
    expect(asked.rows).toBeGreaterThan(50);
    expect(asked.looks).toBeLessThan(60);
    expect((await looksInto("access", url)).looks).toBeLessThan((rows[0]?.customers ?? 0) / 10);
  }
});

test("members are counted in indexes alone", async () => {
  const nodes = (await plansOf("/api/customer-count?members=true")).flatMap(nodesOf);
  const read = nodes.filter((node) => node["Relation Name"] === "access");
  expect(read.map((node) => node["Node Type"])).toEqual(["Index Only Scan"]);
});

test("no picture of it is left to be measured, so that the jobs beside it are at rest", async () => {
  const { rows } = await pool.query("select from images where size_bytes is null");
  expect(rows).toEqual([]);
});
