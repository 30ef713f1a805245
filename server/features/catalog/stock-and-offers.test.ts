import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createProduct,
  listCreatorProducts,
  listMyProducts,
  type ProductInput,
  updateProduct,
} from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeCreator, makeShippingRate } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  await makeShippingRate(app, { ownerId: creator.id });
});

const create = (fields: Partial<ProductInput>) =>
  app.as(creator).call(createProduct, {
    body: { title: "Kit", slug: `kit-${crypto.randomUUID().slice(0, 8)}`, type: "PHYSICAL", ...fields },
  });
const change = (id: string, body: Partial<ProductInput> & { inventoryQuantityWas?: number }) =>
  app.as(creator).call(updateProduct, { params: { id }, body });

describe("a new product", () => {
  test("has the stated defaults of offers and stock", async () => {
    expect((await create({})).body).toMatchObject({
      allowOrderBumps: true,
      maxOrderBumps: 3,
      allowUpsells: true,
      maxUpsells: 5,
      requiresShipping: true,
      trackInventory: false,
      inventoryQuantity: 0,
      allowBackorder: false,
      soldOut: false,
    });
  });

  test("is shipped where it is physical, unless it is picked up; nothing else is", async () => {
    expect((await create({ requiresShipping: false })).body.requiresShipping).toBe(false);
    expect((await create({ type: "SERVICE", requiresShipping: true })).body.requiresShipping).toBe(false);
    const { id } = (await create({ type: "SERVICE" })).body;
    expect((await change(id, { type: "PHYSICAL" })).body.requiresShipping).toBe(true);
    expect((await change(id, { requiresShipping: false })).body.requiresShipping).toBe(false);
    expect((await change(id, { title: "Kit, again" })).body.requiresShipping).toBe(false);
  });

  test.each([
    [{ maxOrderBumps: 21 }, "maxOrderBumps"],
    [{ maxOrderBumps: -1 }, "maxOrderBumps"],
    [{ maxUpsells: 1.5 }, "maxUpsells"],
    [{ inventoryQuantity: 1_000_001 }, "inventoryQuantity"],
    [{ trackInventory: true, inventoryQuantity: -1 }, "inventoryQuantity"],
  ])("is refused with %o", async (fields, field) => {
    const { status, body } = await create(fields);
    expect([status, body]).toMatchObject([422, { fields: { [field]: expect.any(String) } }]);
  });
});

describe("a quantity", () => {
  const stocked = (inventoryQuantity: number, more: Partial<ProductInput> = {}) =>
    create({ trackInventory: true, inventoryQuantity, ...more });
  /** What a checkout does when a payment opens. */
  const hold = (id: string, pieces: number) =>
    app.services.db
      .update(products)
      .set({ inventoryQuantity: sql`${products.inventoryQuantity} - ${pieces}` })
      .where(sql`id = ${id}`);

  test("is taken as it is where it does not say what it was typed over", async () => {
    const { id } = (await stocked(5)).body;
    await hold(id, 2);
    expect((await change(id, { inventoryQuantity: 10 })).body.inventoryQuantity).toBe(10);
  });

  test("leaves out what was sold or held since it was shown", async () => {
    const { id } = (await stocked(5)).body;
    await hold(id, 2);
    const { body } = await change(id, { inventoryQuantity: 10, inventoryQuantityWas: 5 });
    expect(body.inventoryQuantity).toBe(8);
    expect((await change(id, { title: "Kit two" })).body.inventoryQuantity).toBe(8);
  });

  test("does not fall below none, unless it can be ordered ahead", async () => {
    const { id } = (await stocked(5)).body;
    await hold(id, 2);
    const emptied = { inventoryQuantity: 0, inventoryQuantityWas: 5 };
    expect((await change(id, emptied)).body.inventoryQuantity).toBe(0);
    expect((await change(id, { inventoryQuantity: -1, inventoryQuantityWas: 0 })).status).toBe(422);
    const ahead = (await stocked(5, { allowBackorder: true })).body;
    await hold(ahead.id, 2);
    expect((await change(ahead.id, emptied)).body.inventoryQuantity).toBe(-2);
    expect(await change(ahead.id, { allowBackorder: false })).toMatchObject({
      status: 422,
      body: { fields: { inventoryQuantity: expect.any(String) } },
    });
  });

  test("loses nothing to holds that come at the same time", async () => {
    const { id } = (await stocked(20)).body;
    await Promise.all([
      ...Array.from({ length: 10 }, () => hold(id, 1)),
      change(id, { inventoryQuantity: 30, inventoryQuantityWas: 20 }),
    ]);
    expect((await change(id, {})).body.inventoryQuantity).toBe(20);
  });
});

test("a product without stock is sold out wherever it is shown, until it can be ordered ahead", async () => {
  const { id } = (await create({ trackInventory: true, inventoryQuantity: 1 })).body;
  const shown = async () => [
    (await app.call(listCreatorProducts, { params: { handle: creator.handle } })).body[0]?.soldOut,
    (await app.call(getProduct, { params: { idOrSlug: id } })).body.soldOut,
    (await app.as(creator).call(listMyProducts)).body[0]?.soldOut,
  ];
  expect(await shown()).toEqual([false, false, false]);
  await change(id, { inventoryQuantity: 0 });
  expect(await shown()).toEqual([true, true, true]);
  await change(id, { allowBackorder: true });
  expect(await shown()).toEqual([false, false, false]);
});

test("a copy has the stock and the offers' limits of its original", async () => {
  const fields = {
    trackInventory: true,
    inventoryQuantity: 7,
    allowBackorder: true,
    requiresShipping: false,
    allowOrderBumps: false,
    maxOrderBumps: 1,
    allowUpsells: false,
    maxUpsells: 2,
  };
  const { id } = (await create(fields)).body;
  expect((await app.as(creator).call(duplicateProduct, { params: { id } })).body).toMatchObject(fields);
});
