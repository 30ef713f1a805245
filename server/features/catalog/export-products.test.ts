import { expect, test } from "vitest";
import { exportProducts } from "#contract/catalog/catalog.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("the table of products has one's own, in the order of the shelf, and no archived ones", async () => {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const createdAt = new Date("2026-01-02T03:04:05.000Z");
  const shared = { ownerId, createdAt, updatedAt: createdAt };
  await makeProduct(app, { ...shared, title: "Second", slug: "second", position: 2, state: "DRAFT" });
  await makeProduct(app, {
    ...shared,
    title: "=Mug, large",
    slug: "mug",
    type: "PHYSICAL",
    priceCents: 1_550,
    originalPriceCents: 2_000,
    trackInventory: true,
    inventoryQuantity: 7,
    position: 1,
  });
  await makeProduct(app, { ...shared, title: "Gone", state: "ARCHIVED" });
  await makeProduct(app, { title: "Another creator's" });

  const { text, headers } = await app.as(creator).call(exportProducts);
  expect(headers["content-disposition"]).toBe('attachment; filename="products.csv"');
  const [head, ...rows] = csvLines(text);
  expect(head).toBe(
    "Title,Slug,Description,Type,Price (USD),Original price (USD),Suggested price (USD),Billing,Yearly price (USD),Free trial (days),Active,Featured,Orders,In stock,Consists of,File,Created,Changed",
  );
  expect(rows).toEqual([
    `'=Mug, large,mug,,PHYSICAL,15.5,20,,ONE_TIME,,,yes,no,0,7,,,2026-01-02T03:04:05.000Z,2026-01-02T03:04:05.000Z`,
    `Second,second,,SERVICE,19,,,ONE_TIME,,,no,no,0,,,,2026-01-02T03:04:05.000Z,2026-01-02T03:04:05.000Z`,
  ]);
  expect((await app.call(exportProducts)).status).toBe(401);
});
