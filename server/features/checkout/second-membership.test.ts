import { expect, test } from "vitest";
import { createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { cancelMembership } from "#contract/memberships/memberships.ts";
import { completeOrder } from "#server/features/checkout/complete-order.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool, payments } = app.services;
const club = {
  type: "MEMBERSHIP",
  billingInterval: "MONTH",
  priceCents: 900,
  yearlyPriceCents: 9_000,
} as const;
const alreadyMember = { status: "FAILED", code: "already_member" };

const memberships = async (productId: string) =>
  (
    await pool.query<{ status: string }>(
      "select status from subscriptions where product_id = $1 order by created_at",
      [productId],
    )
  ).rows.map(({ status }) => status);
const mailsOf = async (event: string | null) =>
  (
    await pool.query<{ recipient: string; data: object }>(
      "select recipient, data from mail_outbox where event = 'already-member:' || $1",
      [event],
    )
  ).rows;
const providerStatus = async (checkoutSessionId: string) =>
  (
    await pool.query<{ status: string }>(
      "select status from sandbox.subscriptions where metadata ->> 'checkout_session' = $1",
      [checkoutSessionId],
    )
  ).rows.map(({ status }) => status);

/** Joins in a browser of its own, which nothing is known of. */
async function joinAgain(productId: string, email: string, billingInterval: "MONTH" | "YEAR" = "MONTH") {
  const browser = app.browser();
  const checkout = await openCheckout(browser, productId, email, { billingInterval });
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  const finish = async () =>
    (await browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } })).body;
  return { browser, checkout, finish };
}

test.each([
  ["ada+news@gmail.com", "MONTH"],
  ["A.d.a@googlemail.com", "YEAR"],
] as const)(
  "refunds a second membership bought as %s by %s, ends it at the provider and emails the first",
  async (email, billingInterval) => {
    const first = await joinMembership(app, { product: club, email: "ada@gmail.com" });
    const second = await joinAgain(first.product.id, email, billingInterval);
    expect(await second.finish()).toMatchObject(alreadyMember);
    await deliverWebhooks(app, 3);
    const paid = billingInterval === "MONTH" ? 900 : 9_000;
    expect(await payments.findPayment(second.checkout.paymentIntentId ?? "")).toMatchObject({
      receivedCents: paid,
      refundedCents: paid,
    });
    expect(await providerStatus(second.checkout.checkoutSessionId)).toEqual(["canceled"]);
    expect(await mailsOf(second.checkout.paymentIntentId)).toEqual([
      {
        recipient: "ada@gmail.com",
        data: { subscriptionId: first.id, refundedCents: paid, currency: "usd" },
      },
    ]);
    const data = { subscriptionId: first.id, refundedCents: paid, currency: "usd" };
    const mail = await renderMail(app.services, "already-member", data);
    expect(mail.text).toContain("will never be billed again");
    await passDays(app, 32);
    expect(await memberships(first.product.id)).toEqual(["active"]);
    expect(await auditNow(app)).toEqual([]);
  },
);

test("keeps one of two memberships that are paid in two browsers at once", async () => {
  const product = await makeProduct(app, club);
  const browsers = [app.browser(), app.browser()];
  const checkouts = await Promise.all(
    browsers.map((browser) => openCheckout(browser, product.id, "both@example.com")),
  );
  await Promise.all(
    browsers.map(async (browser, at) => {
      const checkout = checkouts[at];
      if (!checkout) throw new Error("no checkout");
      await pressPay(browser, checkout);
      await pay(browser, checkout);
    }),
  );
  const outcomes = await Promise.all(
    checkouts.flatMap(({ paymentIntentId }) =>
      Array.from({ length: 3 }, () => completeOrder(app.services, paymentIntentId ?? "")),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "PAID")).toHaveLength(3);
  expect(outcomes.filter(({ status }) => status === "FAILED")).toHaveLength(3);
  await deliverWebhooks(app, 2);
  expect(await memberships(product.id)).toEqual(["active"]);
  const statuses = await Promise.all(
    checkouts.map(({ checkoutSessionId }) => providerStatus(checkoutSessionId)),
  );
  expect(statuses.flat().toSorted()).toEqual(["active", "canceled"]);
  expect(await auditNow(app)).toEqual([]);
});

test("begins nothing with a refunded payment whose news is repeated after the first membership has ended", async () => {
  const first = await joinMembership(app, { product: club, email: "late@example.com" });
  const second = await joinAgain(first.product.id, "late@example.com");
  await second.finish();
  await pool.query("update subscriptions set status = 'canceled', ended_at = now() where id = $1", [
    first.id,
  ]);
  expect(await second.finish()).toMatchObject(alreadyMember);
  expect(await completeOrder(app.services, second.checkout.paymentIntentId ?? "")).toMatchObject(
    alreadyMember,
  );
  expect(await memberships(first.product.id)).toEqual(["canceled"]);
});

test("joins when the first membership has ended and news of that is late", async () => {
  const first = await joinMembership(app, { product: club, email: "over@example.com" });
  await payments.subscriptions.cancelSubscription(first.providerSubscriptionId, "NOW", "ended elsewhere");
  await pool.query("delete from sandbox.events where delivered_at is null");
  const second = await joinAgain(first.product.id, "over@example.com");
  expect(await second.finish()).toMatchObject({ status: "PAID" });
  expect((await memberships(first.product.id)).toSorted()).toEqual(["active", "canceled"]);
});

test("finds a second membership whose webhooks were lost, and refunds it", async () => {
  const first = await joinMembership(app, { product: club, email: "lost@example.com" });
  const second = await joinAgain(first.product.id, "lost@example.com");
  await pool.query("delete from sandbox.events where delivered_at is null");
  app.clock.advance({ minutes: 3 });
  await app.reconcile();
  expect(await payments.findPayment(second.checkout.paymentIntentId ?? "")).toMatchObject({
    refundedCents: 900,
  });
  expect(await memberships(first.product.id)).toEqual(["active"]);
});

test("starts no free trial for a mailbox that pays for the same membership, and charges nothing", async () => {
  const first = await joinMembership(app, { product: club, email: "tess@example.com" });
  await pool.query("update products set trial_days = 7 where id = $1", [first.product.id]);
  const second = await joinAgain(first.product.id, "tess+trial@example.com");
  expect(second.checkout.trial).toMatchObject({ days: 7 });
  expect(await second.finish()).toMatchObject(alreadyMember);
  expect(await second.finish()).toMatchObject(alreadyMember);
  await deliverWebhooks(app);
  expect(await memberships(first.product.id)).toEqual(["active"]);
  expect(await providerStatus(second.checkout.checkoutSessionId)).toEqual([]);
  const today = app.clock.now().toISOString().slice(0, 10);
  expect(await mailsOf(`${first.id}:${today}`)).toMatchObject([
    { recipient: "tess@example.com", data: { subscriptionId: first.id, refundedCents: 0 } },
  ]);
});

test("keeps the paid days of a membership that is ending: the new payment is refunded and the email offers to keep it", async () => {
  const first = await joinMembership(app, { product: club, email: "back@example.com" });
  await first.browser.call(cancelMembership, { params: { id: first.id }, body: { orderId: first.orderId } });
  const second = await joinAgain(first.product.id, "back@example.com");
  expect(await second.finish()).toMatchObject(alreadyMember);
  await deliverWebhooks(app);
  const data = { subscriptionId: first.id, refundedCents: 900, currency: "usd" };
  expect((await renderMail(app.services, "already-member", data)).text).toContain("Keep my membership");
  expect(await payments.findPayment(second.checkout.paymentIntentId ?? "")).toMatchObject({
    refundedCents: 900,
  });
});

test("joins again once the first membership is over, and as somebody else at any time", async () => {
  const first = await joinMembership(app, { product: club, email: "once@example.com" });
  await first.browser.call(cancelMembership, { params: { id: first.id }, body: { orderId: first.orderId } });
  await passDays(app, 32);
  expect((await membershipOf(app, first.product.id)).status).toBe("canceled");
  expect(await (await joinAgain(first.product.id, "once@example.com")).finish()).toMatchObject({
    status: "PAID",
  });
  expect(await (await joinAgain(first.product.id, "twice@example.com")).finish()).toMatchObject({
    status: "PAID",
  });
});

test("tells a proven member before they pay, and nobody else", async () => {
  const first = await joinMembership(app, { product: club, email: "known@example.com" });
  const proof = await proveBuyer(app, "known@example.com");
  const ask = (caller: Pick<typeof app, "call">, customerEmail: string, options = {}) =>
    caller.call(
      createPaymentIntent,
      { body: { productId: first.product.id, customerEmail, buyAgain: true } },
      options,
    );
  const refused = {
    status: 409,
    body: {
      code: "ALREADY_MEMBER",
      message: expect.stringContaining("You're already a member"),
      orderReference: first.checkout.paymentIntentId,
    },
  };
  // The browser that paid, and one where the address is proved, however it is written.
  expect(await ask(first.browser, "known@example.com")).toMatchObject(refused);
  expect(await ask(app, "known+x@example.com", proof.cookie)).toMatchObject(refused);
  expect((await ask(app, "friend@example.com", proof.cookie)).status).toBe(200);
  expect((await ask(app.browser(), "known@example.com")).status).toBe(200);
  await first.browser.call(cancelMembership, { params: { id: first.id }, body: { orderId: first.orderId } });
  const ending = await ask(first.browser, "known@example.com");
  expect(ending.body).toMatchObject({ message: expect.stringContaining("Keep it") });
});

test("uses the card that was declined before no more than any other", async () => {
  const first = await joinMembership(app, { product: club, email: "poor@example.com" });
  const browser = app.browser();
  const checkout = await openCheckout(browser, first.product.id, "poor@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  await deliverWebhooks(app);
  // A card that does not work learns nothing.
  const { body } = await browser.call(finishPayment, {
    body: { paymentIntentId: checkout.paymentIntentId ?? "" },
  });
  expect(body.code).not.toBe("already_member");
});
