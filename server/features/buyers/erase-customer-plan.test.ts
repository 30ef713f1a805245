import pg from "pg";
import { expect, test, vi } from "vitest";
import { eraseMember, exportMemberData } from "#contract/buyers/buyers.ts";
import { provenBrowser } from "#tests/support/member.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { tableReads } from "#tests/support/table-reads.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

type Asked = { text: string; values: unknown[] };

/** The statements that read or write, of all that the database is asked meanwhile. */
async function askedDuring(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const original = pg.Client.prototype.query;
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement, values] = args as [string | Asked, unknown[]?];
    const text = typeof statement === "string" ? statement : statement.text;
    const given = (typeof statement === "string" ? undefined : statement.values) ?? values;
    if (/^\s*(select|with|insert|update|delete)/i.test(text))
      asked.push({ text, values: Array.isArray(given) ? given : [] });
    return Reflect.apply(original, this, args);
  } as typeof original);
  await work();
  query.mockRestore();
  return asked;
}

const large = new Set([
  "access",
  "buyer_sessions",
  "cart_versions",
  "certificates",
  "checkout_sessions",
  "coupon_redemptions",
  "customers",
  "digital_downloads",
  "download_grants",
  "mail_outbox",
  "order_browsers",
  "order_events",
  "order_items",
  "order_payments",
  "orders",
  "progress",
  "reviews",
  "subscriptions",
  "verification_tokens",
]);

test("a buyer's data is exported and removed by indexes alone, however much there is of others", async () => {
  const { email } = await buyOrder(app);
  const browser = await provenBrowser(app, email);
  const asked = [
    ...(await askedDuring(() => browser.call(exportMemberData))),
    ...(await askedDuring(() => browser.call(eraseMember, { body: { email } }))),
  ];
  expect(asked.filter(({ text }) => text.includes("verification_tokens"))).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(20);
  const whole = await Promise.all(
    asked.map(async (one) =>
      (await tableReads(pool, one))
        .filter(({ table, by }) => large.has(table) && by === null)
        .map(({ table }) => `${table}: ${one.text}`),
    ),
  );
  expect(whole.flat()).toEqual([]);
});
