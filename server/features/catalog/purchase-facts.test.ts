import { expect, test } from "vitest";
import { purchaseFacts } from "./purchase-facts.ts";

type Product = Parameters<typeof purchaseFacts>[0];

const product: Product = {
  type: "DOWNLOAD",
  priceCents: 3_900,
  suggestedPriceCents: null,
  yearlyPriceCents: null,
  billingInterval: "ONE_TIME",
  currency: "usd",
  trialDays: 0,
  digitalFileType: "UPLOAD",
  maxDownloads: null,
  downloadDays: null,
  parts: [],
  shipping: null,
  seatsLeft: null,
  refundPolicy: { days: 30, terms: null, guaranteed: true },
};
const textsOf = (more: Partial<Product>, kind: string) =>
  purchaseFacts({ ...product, ...more }).flatMap((fact) => (fact.kind === kind ? [fact.text] : []));

test("download limits and expiry are said, and so is that there are none", () => {
  const said = (maxDownloads: number | null, downloadDays: number | null) =>
    textsOf({ maxDownloads, downloadDays }, "DOWNLOADS");
  expect(said(5, 30)).toEqual(["5 downloads within 30 days of your order."]);
  expect(said(1, 1)).toEqual(["1 download within 1 day of your order."]);
  expect(said(5, null)).toEqual(["5 downloads, with no end date."]);
  expect(said(null, 90)).toEqual(["Unlimited downloads within 90 days of your order."]);
  expect(said(null, null)).toEqual(["Unlimited downloads, with no end date."]);
  expect(textsOf({ digitalFileType: "LINK", downloadDays: 365 }, "DOWNLOADS")).toEqual([
    "Unlimited visits to the link within 365 days of your order.",
  ]);
});

test("a bundle names the limits of its parts", () => {
  const part = { id: "1", slug: "a", priceCents: 100, isOnSale: true, fileName: null, fileSize: null };
  const parts: Product["parts"] = [
    {
      ...part,
      title: "Templates",
      type: "DOWNLOAD",
      fileType: "UPLOAD",
      maxDownloads: 5,
      downloadDays: null,
    },
    { ...part, title: "Course", type: "COURSE", fileType: null, maxDownloads: null, downloadDays: null },
  ];
  expect(textsOf({ type: "BUNDLE", digitalFileType: null, parts }, "DOWNLOADS")).toEqual([
    "Templates: 5 downloads, with no end date.",
  ]);
});

test("a parcel says where it ships from, and from what it costs", () => {
  const said = (shipping: Partial<NonNullable<Product["shipping"]>>) =>
    textsOf(
      { shipping: { from: "PT", leastCents: 400, mostCents: 1_200, countries: null, ...shipping } },
      "SHIPPING",
    );
  expect(said({})).toEqual([
    "Ships from Portugal: shipping from $4.00 to $12.00, depending on your country.",
  ]);
  expect(said({ from: null, leastCents: 0, mostCents: 0 })).toEqual(["Free shipping."]);
  expect(said({ from: null, mostCents: 400, countries: 3 })).toEqual([
    "$4.00 for shipping (3 countries only).",
  ]);
});

test("an event says how many seats are left where they are counted", () => {
  const event = { type: "EVENT", digitalFileType: null } as const;
  expect(textsOf({ ...event, seatsLeft: 12 }, "SEATS")).toEqual(["12 seats left."]);
  expect(textsOf({ ...event, seatsLeft: 1 }, "SEATS")).toEqual(["1 seat left."]);
  expect(textsOf(event, "SEATS")).toEqual([]);
});

test("a membership says what the trial and the plan cost", () => {
  const plan = { type: "MEMBERSHIP", digitalFileType: null, priceCents: 1_200 } as const;
  const monthly = { ...plan, billingInterval: "MONTH" } as const;
  expect(textsOf(monthly, "BILLING")).toEqual(["$12.00 a month until you cancel."]);
  expect(textsOf({ ...monthly, yearlyPriceCents: 12_000, trialDays: 14 }, "BILLING")).toEqual([
    "14 days free, then $12.00 a month or $120.00 a year until you cancel. Your card is charged when the trial ends.",
  ]);
  expect(textsOf({ ...plan, billingInterval: "YEAR" }, "BILLING")).toEqual([
    "$12.00 a year until you cancel.",
  ]);
});

test("a policy that guarantees nothing says that the seller decides, and a free product says nothing of refunds", () => {
  const said = (refundPolicy: Product["refundPolicy"]) => textsOf({ refundPolicy }, "REFUNDS");
  expect(said({ days: 14, terms: null, guaranteed: true })).toEqual([
    "Guaranteed: ask within 14 days and you're refunded automatically, once per product.",
  ]);
  for (const policy of [
    { days: 14, terms: null, guaranteed: false },
    { days: 0, terms: null, guaranteed: false },
    { days: null, terms: "Until the call has begun", guaranteed: false },
  ] as const)
    expect(said(policy)[0]).toMatch(/seller's discretion/);
  expect(textsOf({ priceCents: 0 }, "REFUNDS")).toEqual([]);
});
