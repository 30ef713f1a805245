import { expect, test } from "vitest";
import { AnalyticsTable, exportAnalytics } from "#contract/analytics/exports.ts";
import { listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("every table comes as a file, with its heads where it has no rows", async () => {
  const creator = app.as(await makeCreator(app));
  for (const table of AnalyticsTable.options) {
    const { status, text, headers } = await creator.call(exportAnalytics, { querystring: { table } });
    expect([table, status]).toEqual([table, 200]);
    expect(headers["content-disposition"]).toBe(`attachment; filename="${table}.csv"`);
    expect(text.length).toBeGreaterThan(5);
  }
  expect((await app.call(exportAnalytics, { querystring: { table: "trends" } })).status).toBe(401);
  const unknown = await creator.call(exportAnalytics, { querystring: { table: "secrets" as "trends" } });
  expect(unknown.status).toBe(422);
});

test("a table as a file says what the page says, and rows come to their end", async () => {
  const { id: ownerId } = await makeCreator(app);
  const creator = app.as({ id: ownerId });
  const product = await makeProduct(app, { ownerId, title: "=cmd|' /C calc'!A0", priceCents: 1_250 });
  for (let order = 0; order < 61; order++)
    await makeOrder(app, { items: [{ product }], email: `${order}@example.com` });
  const fileOf = async (table: AnalyticsTable) =>
    csvLines((await creator.call(exportAnalytics, { querystring: { table, figure: "customers" } })).text);
  const rows = await fileOf("rows");
  expect(rows).toHaveLength(62);
  const { body } = await creator.call(listAnalyticsRows, { querystring: { figure: "customers" } });
  expect(body.rows).toHaveLength(50);
  const products = await fileOf("products");
  expect(products).toEqual([
    "Name,Revenue (USD),Taken,Offered,Rate (%),Average (USD)",
    "'=cmd|' /C calc'!A0,762.5,61,61,100,12.5",
  ]);
});
