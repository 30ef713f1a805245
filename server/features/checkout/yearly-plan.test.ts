import { expect, test } from "vitest";
import { confirmTotal, createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { listMemberships } from "#contract/memberships/memberships.ts";
import { products } from "#server/database/schema/catalog.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { deliverWebhooks, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { membershipOf, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";
import { eq } from "drizzle-orm";

const app = await testApp();
const { db, pool } = app.services;
const club = {
  type: "MEMBERSHIP",
  billingInterval: "MONTH",
  priceCents: 1_500,
  yearlyPriceCents: 15_000,
} as const;
const customerEmail = "plan@example.com";

const open = async (
  browser: ReturnType<typeof app.browser>,
  productId: string,
  wanted: { billingInterval?: "MONTH" | "YEAR"; couponCode?: string } = {},
) => (await browser.call(createPaymentIntent, { body: { productId, customerEmail, ...wanted } })).body;

test("a year is priced before anybody says who buys, paid once, and renewed after a year at its price", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const params = { productId: product.id };
  const { body: monthly } = await browser.call(priceCheckout, { params, querystring: {} });
  expect(monthly).toMatchObject({ totalCents: 1_500, billingInterval: "MONTH" });
  const { body: yearly } = await browser.call(priceCheckout, {
    params,
    querystring: { billingInterval: "YEAR" },
  });
  expect(yearly).toMatchObject({ totalCents: 15_000, billingInterval: "YEAR" });
  const checkout = await open(browser, product.id, { billingInterval: "YEAR" });
  expect(checkout).toMatchObject({ totalCents: 15_000, billingInterval: "YEAR" });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { orderId } = await membershipOf(app, product.id);
  const { body } = await browser.call(listMemberships, { querystring: { orderId } });
  expect(body).toMatchObject([{ priceCents: 15_000, billingInterval: "YEAR" }]);
  const bills = async () =>
    (
      await pool.query("select total_cents as cents from orders where product_id = $1 order by created_at", [
        product.id,
      ])
    ).rows;
  await passDays(app, 200);
  expect(await bills()).toEqual([{ cents: 15_000 }]);
  await passDays(app, 166);
  expect(await bills()).toEqual([{ cents: 15_000 }, { cents: 15_000 }]);
  expect(await auditNow(app)).toEqual([]);
});

test("another price counts for new members; whoever is one goes on paying theirs", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  await pay(browser, await open(browser, product.id, { billingInterval: "YEAR" }));
  await deliverWebhooks(app);
  await db
    .update(products)
    .set({ priceCents: 3_000, yearlyPriceCents: 30_000 })
    .where(eq(products.id, product.id));
  await passDays(app, 366);
  const { rows } = await pool.query(
    "select total_cents as cents from orders where product_id = $1 order by created_at",
    [product.id],
  );
  expect(rows).toEqual([{ cents: 15_000 }, { cents: 15_000 }]);
});

test("a choice between the two is another cart, also where both cost the same", async () => {
  const product = await makeProduct(app, { ...club, yearlyPriceCents: club.priceCents });
  const browser = app.browser();
  const monthly = await open(browser, product.id);
  const yearly = await open(browser, product.id, { billingInterval: "YEAR" });
  expect(yearly.cartVersion).toBe(monthly.cartVersion + 1);
  expect(yearly.clientSecret).not.toBe(monthly.clientSecret);
  await pay(browser, yearly);
  await deliverWebhooks(app);
  const { rows } = await pool.query(
    'select billing_interval as "interval" from subscriptions where product_id = $1',
    [product.id],
  );
  expect(rows).toEqual([{ interval: "YEAR" }]);
});

test("a coupon takes its part off the first year only", async () => {
  const product = await makeProduct(app, club);
  const { code } = await makeCoupon(app, {
    ownerId: product.ownerId,
    discountType: "PERCENTAGE",
    discountValue: 5_000,
  });
  const browser = app.browser();
  const checkout = await open(browser, product.id, { billingInterval: "YEAR", couponCode: code });
  expect(checkout).toMatchObject({ totalCents: 7_500, coupon: { code, discountCents: 7_500 } });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { rows } = await pool.query("select price_cents as cents from subscriptions where product_id = $1", [
    product.id,
  ]);
  expect(rows).toEqual([{ cents: 15_000 }]);
});

test("a year that is offered no more by the press of pay is shown as a month, and not charged", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { checkoutSessionId, cartVersion, totalCents } = await open(browser, product.id, {
    billingInterval: "YEAR",
  });
  await db.update(products).set({ yearlyPriceCents: null }).where(eq(products.id, product.id));
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer" },
  });
  expect(body).toMatchObject({ unchanged: false, totalCents: 1_500, billingInterval: "MONTH" });
});

test("the press of pay keeps the year that was chosen", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const { checkoutSessionId, cartVersion, totalCents } = await open(browser, product.id, {
    billingInterval: "YEAR",
  });
  const { body } = await browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer" },
  });
  expect(body).toMatchObject({ unchanged: true, totalCents: 15_000, billingInterval: "YEAR" });
});

test("a draft keeps what was chosen, and what is typed later does not change it", async () => {
  const product = await makeProduct(app, club);
  const browser = app.browser();
  const params = { productId: product.id };
  const choice = { orderBumps: [], couponCode: "", affiliateCode: "", link: "" };
  await browser.call(saveCheckoutDraft, {
    params,
    body: { revision: 0, choice: { ...choice, billingInterval: "YEAR" } },
  });
  await browser.call(saveCheckoutDraft, { params, body: { revision: 1, email: customerEmail } });
  const kept = async () => (await browser.call(getCheckoutDraft, { params })).body.draft;
  expect(await kept()).toMatchObject({ billingInterval: "YEAR", email: customerEmail });
  await browser.call(saveCheckoutDraft, {
    params,
    body: { revision: 2, choice: { ...choice, billingInterval: null } },
  });
  expect(await kept()).toMatchObject({ billingInterval: null });
});

test("a yearly price stands beside a monthly one only, whoever writes it", async () => {
  for (const wrong of [
    { ...club, billingInterval: "YEAR" as const },
    { ...club, priceCents: 0 },
    { ...club, yearlyPriceCents: 49 },
    { type: "COURSE" as const, priceCents: 900, yearlyPriceCents: 9_000 },
  ])
    await expect(makeProduct(app, wrong)).rejects.toThrow();
});
