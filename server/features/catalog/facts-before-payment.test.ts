import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getProduct } from "#contract/catalog/product-page.ts";
import {
  getShippingOrigin,
  saveShippingOrigin,
  saveShippingRate,
} from "#contract/shipping/shipping-rates.ts";
import { products } from "#server/database/schema/catalog.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const factsOf = async (id: string, kind: string) => {
  const { body } = await app.call(getProduct, { params: { idOrSlug: id } });
  return body.facts.flatMap((fact) => (fact.kind === kind ? [fact.text] : []));
};

test("a product's page knows the limits of its download, but not of the link to a call", async () => {
  const limits = { maxDownloads: 5, digitalExpirationDays: 30 };
  const link = { digitalFileType: "LINK", digitalFileExternalUrl: "https://example.com/kit" } as const;
  const { id: ownerId } = await makeCreator(app);
  const file = await makeProduct(app, { ownerId, type: "DOWNLOAD", ...link, ...limits });
  expect(await factsOf(file.id, "DOWNLOADS")).toEqual(["5 visits to the link within 30 days of your order."]);
  const call = await makeProduct(app, {
    ownerId,
    type: "SERVICE",
    ...link,
    ...limits,
  });
  expect(await factsOf(call.id, "DOWNLOADS")).toEqual([]);
});

test("a parcel's page knows where it ships from once the creator has said, and what that costs", async () => {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const parcel = await makeProduct(app, { ownerId: creator.id, type: "PHYSICAL", requiresShipping: true });
  await app.services.pool.query("delete from shipping_rates where owner_id = $1", [creator.id]);
  expect(await factsOf(parcel.id, "SHIPPING")).toEqual([]);
  const rate = (country: string, firstCents: number) =>
    me.call(saveShippingRate, { params: { country }, body: { firstCents, furtherCents: 0 } });
  await rate("PT", 400);
  await rate("DE", 900);
  expect(await factsOf(parcel.id, "SHIPPING")).toEqual([
    "Shipping from $4.00 to $9.00, depending on your country (2 countries only).",
  ]);
  expect((await me.call(getShippingOrigin)).body).toEqual({ country: null });
  expect((await me.call(saveShippingOrigin, { body: { country: "XX" } })).status).toBe(422);
  expect((await me.call(saveShippingOrigin, { body: { country: "PT" } })).body).toEqual({ country: "PT" });
  await rate("ELSEWHERE", 1_500);
  expect(await factsOf(parcel.id, "SHIPPING")).toEqual([
    "Ships from Portugal: shipping from $4.00 to $15.00, depending on your country.",
  ]);
});

test("an event's page knows how many seats are left, after each sale", async () => {
  const creator = await makeCreator(app);
  const event = await makeProduct(app, {
    ownerId: creator.id,
    type: "EVENT",
    priceCents: 2_000,
    trackInventory: true,
    inventoryQuantity: 3,
  });
  expect(await factsOf(event.id, "SEATS")).toEqual(["3 seats left."]);
  await buyOrder(app, { creator, main: event });
  expect(await factsOf(event.id, "SEATS")).toEqual(["2 seats left."]);
  await app.services.db.update(products).set({ allowBackorder: true }).where(eq(products.id, event.id));
  expect(await factsOf(event.id, "SEATS")).toEqual([]);
});
