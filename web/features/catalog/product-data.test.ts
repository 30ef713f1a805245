import { expect, test } from "vitest";
import { pageData, productData } from "./product-data.ts";
import type { ProductPage } from "./shown-product.ts";

const product: ProductPage = {
  id: "00000000-0000-4000-8000-000000000001",
  title: "The kit",
  slug: "kit",
  comingSoon: false,
  opensAt: null,
  opensZone: null,
  sessionMinutes: null,
  sessionZone: null,
  deliveryDays: null,
  descriptionHtml: "",
  description: "",
  type: "MEMBERSHIP",
  priceCents: 2_400,
  originalPriceCents: null,
  trialDays: 0,
  buyButtonText: null,
  suggestedPriceCents: null,
  yearlyPriceCents: 24_000,
  currency: "usd",
  billingInterval: "MONTH",
  featured: false,
  eventStartsAt: null,
  eventEndsAt: null,
  eventZone: null,
  eventPlace: null,
  hasBegun: false,
  soldOut: false,
  bundle: null,
  parts: [],
  rating: null,
  cover: null,
  pictures: [],
  creator: {
    handle: "maya",
    name: "Maya",
    refundPolicy: { days: 30, terms: null, guaranteed: false },
    accent: null,
    portrait: null,
    isWhiteLabel: false,
  },
  benefits: [],
  downloadButtonText: "Download Here",
  digitalFileType: null,
  digitalFileName: null,
  digitalFileSize: null,
  requiresShipping: false,
  facts: [],
  questions: [],
  isPlan: false,
  modules: [],
};
const creator = {
  handle: "maya",
  name: "Maya",
  tagline: null,
  bio: null,
  bioHtml: "",
  avatar: null,
  badges: [],
  isWhiteLabel: false,
  isClosed: false,
  isSuspended: false,
};
const dataOf = (more: Partial<ProductPage> = {}) =>
  productData({ ...product, ...more }, creator, "https://stall.example");

test("only a guaranteed refund policy is a return policy for search engines", () => {
  const offerOf = (refundPolicy: ProductPage["creator"]["refundPolicy"]) =>
    dataOf({ creator: { ...product.creator, refundPolicy } }).offers[0];
  expect(offerOf({ days: 14, terms: null, guaranteed: true })).toMatchObject({
    hasMerchantReturnPolicy: { "@type": "MerchantReturnPolicy", merchantReturnDays: 14 },
  });
  expect(offerOf({ days: 14, terms: null, guaranteed: false })).not.toHaveProperty("hasMerchantReturnPolicy");
});

test("each price of a product is an offer at the product's own address", () => {
  expect(dataOf().offers).toMatchObject([
    { price: "24.00", priceCurrency: "USD", url: "https://stall.example/u/maya/kit" },
    { price: "240.00", priceCurrency: "USD", url: "https://stall.example/u/maya/kit" },
  ]);
  expect(dataOf({ yearlyPriceCents: null, priceCents: 0, soldOut: true }).offers).toMatchObject([
    { price: "0.00", availability: "https://schema.org/OutOfStock" },
  ]);
});

test("a rating stands there only where somebody has given one", () => {
  expect(dataOf()).not.toHaveProperty("aggregateRating");
  expect(dataOf({ rating: { average: 4.8, count: 14 } })).toMatchObject({
    aggregateRating: { ratingValue: 4.8, reviewCount: 14 },
  });
});

test("an event with a place stands beside its product, and one without a place does not", () => {
  const event = {
    ...product,
    type: "EVENT" as const,
    eventStartsAt: "2026-03-14T18:00:00.000Z",
    eventEndsAt: "2026-03-14T20:00:00.000Z",
    eventZone: "Europe/Berlin",
  };
  expect(pageData(event, creator, "https://shop.example")).toMatchObject({ "@type": "Product" });
  expect(pageData({ ...event, eventPlace: "Mitte 1" }, creator, "https://shop.example")).toMatchObject([
    { "@type": "Product" },
    { "@type": "Event", startDate: event.eventStartsAt, location: { name: "Mitte 1" } },
  ]);
  expect(productData({ ...event, hasBegun: true }, creator, "https://shop.example").offers).toMatchObject([
    { availability: "https://schema.org/OutOfStock" },
    {},
  ]);
});
