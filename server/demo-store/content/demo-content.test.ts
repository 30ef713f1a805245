import { expect, test } from "vitest";
import { DEMO_BUYERS } from "./demo-buyers.ts";
import { DEMO_BUMPS, DEMO_COUPONS, DEMO_UPSELLS } from "./demo-offers.ts";
import { DEMO_PRODUCTS } from "./demo-products.ts";
import { makeOrderHistory } from "./order-history.ts";

const NOW = new Date("2026-03-11T10:20:00Z");
const DAY_MS = 86_400_000;

test("the shelf has every type of product, one that is free, and unique slugs", () => {
  expect(new Set(DEMO_PRODUCTS.map(({ type }) => type)).size).toBe(8);
  expect(DEMO_PRODUCTS.filter(({ priceCents }) => priceCents === 0)).toHaveLength(1);
  expect(new Set(DEMO_PRODUCTS.map(({ slug }) => slug)).size).toBe(DEMO_PRODUCTS.length);
  for (const product of DEMO_PRODUCTS) {
    expect(product.originalPriceCents ?? Infinity).toBeGreaterThan(product.priceCents);
    const { priceCents, yearlyPriceCents, benefits, type } = product;
    expect(yearlyPriceCents ?? priceCents * 10).toBe(priceCents * 10);
    expect(benefits.length > 0 || yearlyPriceCents !== null).toBe(type === "MEMBERSHIP");
    expect(product.fileName !== null).toBe(product.digitalFileType === "UPLOAD");
    expect(product.digitalFileExternalUrl !== null).toBe(product.digitalFileType === "LINK");
  }
});

test("the course has three modules, free previews, and key points on every video", () => {
  const modules = DEMO_PRODUCTS.flatMap((product) => product.modules);
  const lessons = modules.flatMap((module) => module.lessons);
  expect(modules).toHaveLength(3);
  expect(new Set(lessons.map(({ slug }) => slug)).size).toBe(11);
  expect(lessons.filter(({ freePreview }) => freePreview)).toHaveLength(2);
  expect(lessons.filter(({ dripDays }) => dripDays)).toEqual([
    expect.objectContaining({ freePreview: false, video: false, dripDays: 7 }),
  ]);
  for (const { video, keyPoints } of lessons) expect(keyPoints.length > 0).toBe(video);
});

test("offers and coupons name products that exist, and pairs are unique", () => {
  const slugs = new Set(DEMO_PRODUCTS.map(({ slug }) => slug));
  const named = [
    ...DEMO_BUMPS.flatMap(({ mainSlug, bumpSlug }) => [mainSlug, bumpSlug]),
    ...DEMO_UPSELLS.flatMap(({ triggerSlug, upsellSlug }) => [triggerSlug, upsellSlug]),
    ...DEMO_COUPONS.flatMap(({ productSlugs }) => productSlugs),
  ];
  expect(named.filter((slug) => !slugs.has(slug))).toEqual([]);
  const pairs = DEMO_BUMPS.map(({ mainSlug, bumpSlug }) => `${mainSlug} ${bumpSlug}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test("buyers are 160 different people at example.com", () => {
  expect(new Set(DEMO_BUYERS.map(({ email }) => email)).size).toBe(160);
  for (const { email } of DEMO_BUYERS) expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
});

test("the history has about 220 orders of the past 90 days, in order, and repeats itself", () => {
  const orders = makeOrderHistory(NOW, DEMO_PRODUCTS);
  expect(orders.length).toBeGreaterThan(210);
  expect(orders.length).toBeLessThan(230);
  const times = orders.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
  expect(times[0]).toBeGreaterThan(NOW.getTime() - 90 * DAY_MS);
  expect(makeOrderHistory(NOW, DEMO_PRODUCTS)).toEqual(orders);
});

test("sales grow from month to month and rest at weekends", () => {
  const orders = makeOrderHistory(NOW, DEMO_PRODUCTS);
  const ages = orders.map(({ createdAt }) =>
    Math.floor((NOW.getTime() - createdAt.getTime()) / (30 * DAY_MS)),
  );
  const [latest, middle, first] = [0, 1, 2].map((month) => ages.filter((age) => age === month).length);
  expect(latest).toBeGreaterThan(middle ?? 0);
  expect(middle).toBeGreaterThan(first ?? 0);
  const weekend = orders.filter(({ createdAt }) => createdAt.getUTCDay() % 6 === 0).length;
  expect(weekend / orders.length).toBeLessThan(0.25);
});

test("the lines of every order add up, and nobody owns a digital product twice", () => {
  const once = new Set(DEMO_PRODUCTS.filter(({ type }) => type !== "PHYSICAL").map(({ slug }) => slug));
  const owned = new Set<string>();
  for (const order of makeOrderHistory(NOW, DEMO_PRODUCTS)) {
    expect(order.lines.reduce((sum, line) => sum + line.totalPriceCents, 0)).toBe(order.amountCents);
    expect(order.lines[0]).toMatchObject({ productSlug: order.productSlug, itemType: "MAIN" });
    for (const line of order.lines) {
      expect(line.totalPriceCents).toBe(line.unitPriceCents - line.discountCents);
      expect(line.totalPriceCents).toBeGreaterThanOrEqual(0);
      const key = `${order.buyer.email} ${line.productSlug}`;
      const type = DEMO_PRODUCTS.find(({ slug }) => slug === line.productSlug)?.type ?? "";
      if (!once.has(line.productSlug) || type === "SERVICE" || type === "BOOKING_LINK") continue;
      expect(owned.has(key)).toBe(false);
      owned.add(key);
    }
  }
});
