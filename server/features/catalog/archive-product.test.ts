import { expect, test } from "vitest";
import { archiveProduct, listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { listCreatorProducts, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { getLibrary } from "#contract/library/library.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("an archived product leaves the store and is not for sale, its buyers keep it, and it comes back as a draft", async () => {
  const creator = await makeCreator(app);
  const desk = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, deliveryNote: "Knock twice." });
  await makeProduct(app, { ownerId: creator.id });
  const email = `buyer-${product.slug}@example.com`;
  await makeOrder(app, { items: [{ product }], email });
  const params = { id: product.id };
  const archive = (isArchived: boolean, who = desk) =>
    who.call(archiveProduct, { params, body: { isArchived } });
  const stored = async () =>
    (await app.call(listCreatorProducts, { params: { handle: creator.handle } })).body.map(({ id }) => id);
  const mine = async () => (await desk.call(listMyProducts)).body;
  const archived = async () => (await desk.call(listArchivedProducts)).body;
  const buy = () =>
    app.browser().call(createPaymentIntent, { body: { productId: product.id, customerEmail: email } });

  expect(await stored()).toContain(product.id);
  expect((await archive(true, app.as(await makeCreator(app)))).status).toBe(404);
  expect((await archive(true)).status).toBe(200);
  // As by the press in another tab.
  expect((await archive(true)).status).toBe(200);
  expect(await stored()).not.toContain(product.id);
  expect((await mine()).map(({ id }) => id)).not.toContain(product.id);
  expect(await archived()).toEqual([
    { id: product.id, title: product.title, type: "SERVICE", orderCount: 1 },
  ]);
  expect((await buy()).status).toBeGreaterThanOrEqual(400);
  const { cookie } = await proveBuyer(app, email);
  const library = await app.call(getLibrary, {}, cookie);
  expect(library.text).toContain("Knock twice.");

  expect((await archive(false)).status).toBe(200);
  expect((await archive(false)).status).toBe(200);
  expect((await mine()).find(({ id }) => id === product.id)).toMatchObject({ state: "DRAFT", active: false });
  expect(await stored()).not.toContain(product.id);
  expect(await archived()).toEqual([]);
  expect((await desk.call(updateProduct, { params, body: { active: true } })).status).toBe(200);
  expect(await stored()).toContain(product.id);
});
