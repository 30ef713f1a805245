import { beforeEach, expect, test } from "vitest";
import {
  createProduct,
  listCreatorProducts,
  listMyProducts,
  type ProductInput,
  updateProduct,
} from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { confirmTotal, createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
const iso = (minutes: number) => inMinutes(minutes).toISOString();
const event = (more: Partial<ProductInput> = {}): ProductInput => ({
  title: "Live critique",
  slug: `live-${crypto.randomUUID().slice(0, 8)}`,
  type: "EVENT",
  priceCents: 1_900,
  eventStartsAt: iso(60),
  eventEndsAt: iso(120),
  eventZone: "Europe/Berlin",
  eventPlace: "Mitte 1, Berlin",
  eventLink: "https://meet.example.com/secret-room",
  ...more,
});
const create = (body: ProductInput) => app.as(creator).call(createProduct, { body });
const shelf = async () =>
  (await app.call(listCreatorProducts, { params: { handle: creator.handle ?? "" } })).body;

test("an event without a date is kept as a draft, and not put on sale", async () => {
  const undated = { eventStartsAt: null, eventEndsAt: null };
  expect(await create(event(undated))).toMatchObject({
    status: 422,
    body: {
      fields: {
        eventStartsAt: "Say when it begins and ends: an event without a date cannot go on sale.",
      },
    },
  });
  const { body: draft } = await create(event({ ...undated, active: false }));
  expect(draft).toMatchObject({ state: "DRAFT", missing: ["date"], eventZone: null });
  for (const [more, field] of [
    [{ eventStartsAt: null }, "eventStartsAt"],
    [{ eventEndsAt: null }, "eventEndsAt"],
    [{ eventEndsAt: iso(60) }, "eventEndsAt"],
    [{ eventZone: null }, "eventZone"],
    [{ eventZone: "Mars/Olympus" }, "eventZone"],
    [{ eventLink: "javascript:alert(1)" }, "eventLink"],
  ] as const)
    expect(await create(event({ ...more, active: false }))).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
});

test("everybody sees when and where it is, and only its creator where it is joined", async () => {
  const { body: made } = await create(event());
  const known = {
    eventStartsAt: made.eventStartsAt,
    eventEndsAt: made.eventEndsAt,
    eventZone: "Europe/Berlin",
    eventPlace: "Mitte 1, Berlin",
    hasBegun: false,
  };
  const page = await app.call(getProduct, { params: { idOrSlug: made.slug } });
  expect(page.body).toMatchObject(known);
  expect(await shelf()).toMatchObject([known]);
  expect(JSON.stringify([page.body, await shelf()])).not.toContain("secret-room");
  const mine = await app.as(creator).call(listMyProducts);
  expect(mine.body).toMatchObject([{ eventLink: "https://meet.example.com/secret-room" }]);
  const copy = await app.as(creator).call(duplicateProduct, { params: { id: made.id } });
  expect(copy.body).toMatchObject({ state: "DRAFT", eventStartsAt: made.eventStartsAt });
  const service = await app
    .as(creator)
    .call(updateProduct, { params: { id: made.id }, body: { type: "SERVICE" } });
  expect(service.body).toMatchObject({ eventStartsAt: null, eventZone: null, eventLink: null });
});

test("an event is sold until it begins, also where pay is pressed later, and stays on the shelf until it is over", async () => {
  const { body: made } = await create(event());
  const main = await makeProduct(app, { ownerId: creator.id });
  await makeBump(app, main, { bumpProductId: made.id });
  const browser = app.browser();
  const open = () =>
    browser.call(createPaymentIntent, {
      body: { productId: made.id, customerEmail: "buyer@example.com" },
    });
  const offered = async () =>
    (await app.call(listPublicOrderBumps, { params: { productId: main.id } })).body.length;
  const { body: checkout } = await open();
  expect(await offered()).toBe(1);

  app.clock.advance({ minutes: 60 });
  const begun = { status: 409, body: { code: "EVENT_BEGUN" } };
  expect(await open()).toMatchObject(begun);
  expect(
    await browser.call(priceCheckout, { params: { productId: made.id }, querystring: {} }),
  ).toMatchObject(begun);
  const pressed = await browser.call(confirmTotal, {
    params: { checkoutSessionId: checkout.checkoutSessionId },
    body: { cartVersion: checkout.cartVersion, totalCents: checkout.totalCents, customerName: "Ada" },
  });
  expect(pressed).toMatchObject(begun);
  expect(await offered()).toBe(0);
  // A kept answer has ended with the moment at which it begins.
  expect((await shelf()).find(({ id }) => id === made.id)).toMatchObject({ hasBegun: true });
  app.clock.advance({ minutes: 60 });
  expect((await shelf()).some(({ id }) => id === made.id)).toBe(false);
});

test("a kept storefront ends with the moment at which an event begins", async () => {
  await create(event({ eventStartsAt: iso(0.5), eventEndsAt: iso(30) }));
  const before = await shelf();
  expect(before).toMatchObject([{ hasBegun: false }]);
  app.clock.advance({ minutes: 0.4 });
  expect(await shelf()).toEqual(before);
  app.clock.advance({ minutes: 0.2 });
  expect(await shelf()).toMatchObject([{ hasBegun: true }]);
});
