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
import { createLesson, createModule } from "#contract/courses/course-editor.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { isComingSoon, lacksForSale } from "#server/features/catalog/has-content.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { missingForSale } from "./missing-for-sale.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app, { timeZone: "Europe/Berlin" });
});

const iso = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
const create = (more: Partial<ProductInput> = {}) =>
  app.as(creator).call(createProduct, {
    body: {
      title: "The kit",
      slug: `kit-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 1_900,
      comingSoon: true,
      ...more,
    },
  });
const change = (id: string, body: Partial<ProductInput>) =>
  app.as(creator).call(updateProduct, { params: { id }, body });
const mine = async () => (await app.as(creator).call(listMyProducts)).body;
const shelf = async () =>
  (await app.call(listCreatorProducts, { params: { handle: creator.handle ?? "" } })).body;
const page = async (id: string) => (await app.call(getProduct, { params: { idOrSlug: id } })).body;

test("what is announced is seen and not sold, until its moment, also where pay is pressed", async () => {
  const { body: made } = await create({ opensAt: iso(60) });
  expect(made).toMatchObject({ active: true, comingSoon: true, isToCome: true, waiting: 0 });
  const announced = { comingSoon: true, opensAt: made.opensAt, opensZone: "Europe/Berlin" };
  expect(await shelf()).toMatchObject([announced]);
  expect(await page(made.id)).toMatchObject(announced);
  const main = await makeProduct(app, { ownerId: creator.id });
  await makeBump(app, main, { bumpProductId: made.id });
  const offered = async () =>
    (await app.call(listPublicOrderBumps, { params: { productId: main.id } })).body.length;
  const browser = app.browser();
  const open = () =>
    browser.call(createPaymentIntent, {
      body: { productId: made.id, customerEmail: "buyer@example.com" },
    });
  const notYet = { status: 409, body: { code: "COMING_SOON" } };
  expect(await open()).toMatchObject(notYet);
  expect(
    await browser.call(priceCheckout, { params: { productId: made.id }, querystring: {} }),
  ).toMatchObject(notYet);
  expect(await offered()).toBe(0);

  app.clock.advance({ minutes: 60 });
  const { status, body: checkout } = await open();
  expect(status).toBe(200);
  expect(await offered()).toBe(1);
  expect(await page(made.id)).toMatchObject({ comingSoon: false, opensAt: null, opensZone: null });
  expect((await mine()).find(({ id }) => id === made.id)).toMatchObject({
    comingSoon: true,
    isToCome: false,
  });
  // Announced again while somebody is about to pay.
  expect((await change(made.id, { comingSoon: true, opensAt: iso(60) })).status).toBe(200);
  expect(
    await browser.call(confirmTotal, {
      params: { checkoutSessionId: checkout.checkoutSessionId },
      body: { cartVersion: checkout.cartVersion, totalCents: checkout.totalCents, customerName: "Ada" },
    }),
  ).toMatchObject(notYet);
});

test("a kept storefront ends with the moment at which a product opens", async () => {
  await create({ opensAt: iso(0.5) });
  const before = await shelf();
  expect(before).toMatchObject([{ comingSoon: true }]);
  app.clock.advance({ minutes: 0.4 });
  expect(await shelf()).toEqual(before);
  app.clock.advance({ minutes: 0.2 });
  expect(await shelf()).toMatchObject([{ comingSoon: false, opensAt: null }]);
});

test("what is announced may lack what a sale needs, and does not open without it", async () => {
  const noFile = { status: 422, body: { fields: { digitalFileUrl: expect.any(String) } } };
  const { body: kit } = await create({ type: "DOWNLOAD", opensAt: iso(60) });
  expect(kit).toMatchObject({ active: true, isToCome: true, isLate: false, missing: ["file"] });
  // Neither by the switch nor by a moment that has passed.
  expect(await change(kit.id, { comingSoon: false })).toMatchObject(noFile);
  expect(await change(kit.id, { opensAt: iso(-60) })).toMatchObject(noFile);
  app.clock.advance({ minutes: 61 });
  expect(await page(kit.id)).toMatchObject({ comingSoon: true, opensAt: null });
  expect(await mine()).toMatchObject([
    { isToCome: true, isLate: true, missing: ["file"], opensAt: kit.opensAt },
  ]);
  expect(await change(kit.id, { comingSoon: false })).toMatchObject(noFile);
  expect((await change(kit.id, { title: "The large kit" })).status).toBe(200);
  // With what was missing it opens at once.
  const link = { digitalFileType: "LINK" as const, digitalFileExternalUrl: "https://example.com/a" };
  expect((await change(kit.id, link)).body).toMatchObject({ isToCome: false, missing: [] });
  expect(await page(kit.id)).toMatchObject({ comingSoon: false });
  // Open as it is by then, it does not lose it.
  expect(await change(kit.id, { digitalFileExternalUrl: null })).toMatchObject({ status: 422 });
});

test("a course is announced before its first lesson, and opens with it", async () => {
  const { body: course } = await create({ type: "COURSE", opensAt: iso(10) });
  expect(course).toMatchObject({ active: true, isToCome: true, missing: ["lessons"] });
  expect(await shelf()).toMatchObject([{ id: course.id, comingSoon: true }]);
  app.clock.advance({ minutes: 11 });
  expect(await page(course.id)).toMatchObject({ comingSoon: true });
  const me = app.as(creator);
  const params = { productId: course.id };
  const { body: draft } = await me.call(createModule, { params, body: { title: "Basics" } });
  const moduleId = draft.modules[0]?.id ?? "";
  await me.call(createLesson, { params: { ...params, moduleId }, body: { title: "First" } });
  expect(await page(course.id)).toMatchObject({ comingSoon: false });
});

test("a moment of opening needs an announcement, and lies before the event", async () => {
  const { body: made } = await create({ comingSoon: false, opensAt: iso(60) });
  expect(made).toMatchObject({ comingSoon: false, opensAt: null, isToCome: false });
  const event = { type: "EVENT", eventStartsAt: iso(60), eventEndsAt: iso(90), eventZone: "UTC" } as const;
  expect(await create({ ...event, opensAt: iso(60) })).toMatchObject({
    status: 422,
    body: { fields: { opensAt: "It opens before the event begins" } },
  });
  const { body: soon } = await create({ ...event, opensAt: iso(30) });
  const copy = await app.as(creator).call(duplicateProduct, { params: { id: soon.id } });
  expect(copy.body).toMatchObject({ active: false, comingSoon: true, opensAt: soon.opensAt });
});

test("the database and the form mean the same by what is missing", async () => {
  const hours = (weekly: SessionTimes["weekly"][number]): SessionTimes => ({
    lengthMinutes: 60,
    zone: "UTC",
    weekly: [weekly, [], [], [], [], [], []],
    exceptions: [],
    noticeHours: 0,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    daysAhead: 30,
    mostPerDay: null,
    changeHours: 0,
    joinLink: null,
  });
  const link = { digitalFileExternalUrl: "https://example.com/a" };
  const dated = { eventStartsAt: new Date(iso(60)), eventEndsAt: new Date(iso(90)), eventZone: "UTC" };
  const cases: Parameters<typeof makeProduct>[1][] = [
    { type: "DOWNLOAD" },
    { type: "DOWNLOAD", digitalFileType: "LINK", ...link },
    { type: "COURSE" },
    { type: "EVENT" },
    { type: "EVENT", ...dated },
    { type: "MEMBERSHIP", billingInterval: "MONTH" },
    { type: "BOOKING_LINK" },
    { type: "BOOKING_LINK", deliveryNote: "Write to me" },
    { type: "BOOKING_LINK", deliveryNote: "Choose at HTTPS://example.com/me" },
    { type: "BOOKING_LINK", deliveryNote: "https:// alone" },
    { type: "BOOKING_LINK", ...link },
    { type: "BOOKING_LINK", sessionTimes: hours([]), ...link },
    { type: "BOOKING_LINK", sessionTimes: hours([{ from: "09:00", to: "09:59" }]) },
    { type: "BOOKING_LINK", sessionTimes: hours([{ from: "23:00", to: "24:00" }]) },
    {
      type: "BOOKING_LINK",
      sessionTimes: {
        ...hours([]),
        exceptions: [{ date: "2026-03-09", hours: [{ from: "09:00", to: "10:00" }] }],
      },
    },
  ];
  for (const fields of cases) {
    const product = await makeProduct(app, { ownerId: creator.id, ...fields });
    const [row] = (
      await app.services.pool.query<{ lacks: boolean; soon: boolean }>(
        `select ${lacksForSale("p", "now()")} as lacks, ${isComingSoon("p", "now()")} as soon from products p where id = $1`,
        [product.id],
      )
    ).rows;
    const facts = {
      ...product,
      digitalFileUrl: product.digitalFileId,
      hasLessons: false,
      shipsSomewhere: true,
      partObstacles: [],
    };
    expect(row, JSON.stringify(fields)).toEqual({ lacks: missingForSale(facts).length > 0, soon: false });
  }
});
