import { expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { orderBumps } from "#server/database/schema/offers.ts";
import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { deliverWebhooks, openCheckout, pay, sendWebhook, takeEvents } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";
import { reconcileMemberships } from "./reconcile-memberships.ts";
import { startMembership } from "./start-membership.ts";

const app = await testApp();
const { db, pool, payments } = app.services;

const membership = { type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 2_000 } as const;
const totals = async (productId: string) =>
  (
    await pool.query<{ total: number }>(
      "select total_cents as total from orders where product_id = $1 and status = 'PAID' order by created_at",
      [productId],
    )
  ).rows.map(({ total }) => total);

test("a coupon and a bump count on the first bill only, and the bump stays when the membership ends", async () => {
  const product = await makeProduct(app, membership);
  const extra = await makeProduct(app, { ownerId: product.ownerId, priceCents: 1_000 });
  const [bump] = await db
    .insert(orderBumps)
    .values({ ownerId: product.ownerId, mainProductId: product.id, bumpProductId: extra.id, title: "Kit" })
    .returning();
  await db.insert(coupons).values({
    ownerId: product.ownerId,
    code: "HALF",
    discountType: "PERCENTAGE",
    discountValue: 5_000,
  });
  const browser = app.browser();
  const { body: plain } = await browser.call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "first@example.com" },
  });
  const { body: checkout } = await browser.call(createPaymentIntent, {
    body: {
      productId: product.id,
      customerEmail: "first@example.com",
      couponCode: "HALF",
      orderBumps: [bump?.id ?? ""],
    },
  });
  expect(checkout.clientSecret).not.toBe(plain.clientSecret);
  // The payment of the cart before can be paid no more.
  expect((await payments.getIntent(plain.paymentIntentId ?? "")).status).toBe("canceled");
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await totals(product.id)).toEqual([checkout.totalCents]);
  await passDays(app, 31);
  expect(await totals(product.id)).toEqual([checkout.totalCents, 2_000]);
  const { rows } = await pool.query(
    "select product_id = $1 as main, subscription_id is not null as limited from access where owner_id = $2 and order_id = (select order_id from subscriptions where product_id = $1) order by main",
    [product.id, product.ownerId],
  );
  expect(rows).toEqual([
    { main: false, limited: false },
    { main: true, limited: true },
  ]);
});

test("fifty requests at once for one cart begin one subscription, and changed carts leave no other payable", async () => {
  const product = await makeProduct(app, membership);
  const browser = app.browser();
  await openCheckout(browser, product.id);
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      browser.call(createPaymentIntent, {
        body: { productId: product.id, customerEmail: `buyer${at % 3}@example.com` },
      }),
    ),
  );
  const { rows } = await pool.query<{ id: string; intent: string }>(
    `select provider_subscription_id as id, payment_intent_id as intent from checkout_sessions where product_id = $1`,
    [product.id],
  );
  const open = await pool.query<{ id: string }>(
    `select s.id from sandbox.subscriptions s where s.status = 'incomplete' and s.metadata ->> 'checkout_session' in
       (select session_id::text from checkout_sessions where product_id = $1)`,
    [product.id],
  );
  expect(open.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("a cart that was overtaken while its subscription began is not told the one that was given up", async () => {
  const product = await makeProduct(app, membership);
  const { checkoutSessionId: id } = await openCheckout(app.browser(), product.id, "a@example.com");
  const subscriptionOf = async () =>
    (
      await pool.query<{ id: string }>(
        `update checkout_sessions set cart_version = 2 where session_id = $1 returning provider_subscription_id as id`,
        [id],
      )
    ).rows[0]?.id ?? null;
  const line: CartLine = {
    productId: product.id,
    itemType: "MAIN",
    quantity: 1,
    unitPriceCents: 2_000,
    discountCents: 0,
    shippingCents: 0,
    totalPriceCents: 2_000,
    offerId: null,
    discountSource: null,
  };
  const begin = (providerSubscriptionId: string | null) =>
    startMembership(app.services, {
      session: { id, cartVersion: 2, email: "a@example.com", providerSubscriptionId },
      product: { title: product.title, billingInterval: "MONTH", currency: "usd" },
      lines: [line],
    });
  const stored = await subscriptionOf();
  // It had read the session before the first subscription was tied to it.
  expect(await begin(null)).toBeUndefined();
  const payment = await begin(stored);
  expect((await payments.getIntent(payment?.id ?? "")).status).toBe("requires_payment_method");
});

test("whatever order the news of a year comes in, each period is one order", async () => {
  const product = await makeProduct(app, membership);
  const browser = app.browser();
  await pay(browser, await openCheckout(browser, product.id));
  app.clock.advance({ days: 100 });
  await billWhatIsDue(app.services);
  const events = await takeEvents(app);
  for (const event of events.toReversed()) await sendWebhook(app, event);
  await app.runJobs();
  for (const event of events) await sendWebhook(app, { ...event, id: `again_${event.id}` });
  await app.runJobs();
  expect(await totals(product.id)).toEqual([2_000, 2_000, 2_000, 2_000]);
  expect((await membershipOf(app, product.id)).status).toBe("active");
});

test("news that was lost is found an hour after the period ended", async () => {
  const { product } = await joinMembership(app);
  await passDays(app, 0);
  app.clock.advance({ days: 31, hours: 2 });
  await billWhatIsDue(app.services);
  await takeEvents(app);
  await reconcileMemberships(app.services);
  expect(await totals(product.id)).toEqual([900, 900]);
});
