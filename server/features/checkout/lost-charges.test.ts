import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { listQuarantinedPayments, resolveQuarantinedPayment } from "#contract/orders/orders-admin.ts";
import { handlePaymentEvent } from "#server/payments/handle-payment-event.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { decideDispute, listDisputes } from "#server/payments/sandbox/disputes.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks, goodCard } from "#tests/support/buy.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { upsellShop } from "#tests/support/upsell-shop.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;
const { bought, choose, shop, refund } = upsellShop(app);

const finishedWith = async (browser: ReturnType<typeof app.browser>, paymentIntentId: string) =>
  (await browser.call(finishPayment, { body: { paymentIntentId } })).body;

/** As a provider does that has not heard that its news arrived. */
async function redeliverFailures(): Promise<void> {
  const told = await rowsOf<{ id: string }>(
    "update webhook_events set handled_at = null where type like 'refund.%' returning id",
  );
  for (const { id } of told) await handlePaymentEvent(app.services, Number(id));
}

test("an add-on that was sent back does not count when the refund of its order fails after all", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main, { ...goodCard, number: "4000000000005126" });
  const { payments } = app.services;
  const { chargeSavedCard } = payments;
  let refunded: unknown;
  try {
    payments.chargeSavedCard = async (input) => {
      refunded = (await refund(main)).body;
      await chargeSavedCard(input);
      throw new GatewayError("unavailable", "The provider did not answer", true);
    };
    expect(await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).toMatchObject({ status: 503 });
  } finally {
    payments.chargeSavedCard = chargeSavedCard;
  }
  expect(refunded).toMatchObject([{ status: "SUCCEEDED" }]);
  const [charge] = await rowsOf<{ id: string }>(
    "select id from sandbox.payment_intents where metadata ->> 'upsell' = $1",
    upsell.id,
  );
  const finish = () => finishedWith(browser, charge?.id ?? "");
  await deliverWebhooks(app);
  app.clock.advance({ minutes: 30 });
  await runFollowUps(app.services);
  await deliverWebhooks(app);
  expect(await rowsOf("select status from orders where product_id = $1", main.id)).toEqual([
    { status: "PAID" },
  ]);
  expect(await finish()).toMatchObject({ status: "FAILED" });
  expect(await rowsOf("select status from order_payments where payment_intent_id = $1", charge?.id)).toEqual(
    [],
  );
  // Its own refund failed at the same bank: the creator is told, gives it back once more, and hears of that failure too.
  const asked = new Set<string>();
  for (let time = 0; time < 2; time++) {
    // Signed in anew: giving back needs a recent sign-in, and the clock moves on.
    const creator = app.as({ id: main.ownerId });
    const { body: waiting } = await creator.call(listQuarantinedPayments);
    expect(waiting).toMatchObject([
      {
        paymentIntentId: charge?.id,
        receivedCents: 2_700,
        reason: expect.stringContaining("the bank refused the refund"),
      },
    ]);
    const id = waiting[0]?.id ?? "";
    asked.add(id);
    await redeliverFailures();
    const resolved = await creator.call(resolveQuarantinedPayment, {
      params: { id },
      body: { resolution: "REFUNDED" },
    });
    expect(resolved.status).toBe(200);
    expect((await creator.call(listQuarantinedPayments)).body).toEqual([]);
    // What the provider told before is told again while the next refund is on its way.
    const move = "update sandbox.refunds set status = $1 where payment_intent = $2 and status = $3";
    await pool.query(move, ["pending", charge?.id, "succeeded"]);
    await redeliverFailures();
    await pool.query(move, ["succeeded", charge?.id, "pending"]);
    expect((await creator.call(listQuarantinedPayments)).body).toEqual([]);
    app.clock.advance({ minutes: 30 });
    await runFollowUps(app.services);
    await deliverWebhooks(app);
  }
  expect(asked.size).toBe(2);
});

test("an add-on that is to go back, and that its bank disputes by then, is kept for its creator and asked about no more", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main, { ...goodCard, number: "4000000000000259" });
  const { payments, db, clock } = app.services;
  const { chargeSavedCard } = payments;
  try {
    payments.chargeSavedCard = async (input) => {
      await refund(main);
      await chargeSavedCard(input);
      throw new GatewayError("unavailable", "The provider did not answer", true);
    };
    expect(await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).toMatchObject({ status: 503 });
  } finally {
    payments.chargeSavedCard = chargeSavedCard;
  }
  const [charge] = await rowsOf<{ id: string }>(
    "select id from sandbox.payment_intents where metadata ->> 'upsell' = $1",
    upsell.id,
  );
  // The bank is told before anybody here has seen the payment.
  app.clock.advance({ minutes: 30 });
  await runFollowUps(app.services);
  await deliverWebhooks(app);
  expect(await rowsOf("select from webhook_events where handled_at is null")).toEqual([]);
  expect(await finishedWith(browser, charge?.id ?? "")).toMatchObject({ status: "FAILED" });
  const creator = app.as({ id: main.ownerId });
  const { body: waiting } = await creator.call(listQuarantinedPayments);
  expect(waiting).toMatchObject([
    { paymentIntentId: charge?.id, receivedCents: 2_700, reason: expect.stringContaining("disputes it") },
  ]);
  const give = () =>
    creator.call(resolveQuarantinedPayment, {
      params: { id: waiting[0]?.id ?? "" },
      body: { resolution: "REFUNDED" },
    });
  expect(await give()).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
  const open = (await listDisputes(db)).find(({ paymentIntent }) => paymentIntent === charge?.id);
  await decideDispute(db, open?.id ?? "", "won", clock.now());
  await deliverWebhooks(app);
  expect(await give()).toMatchObject({ status: 200 });
  expect((await creator.call(listQuarantinedPayments)).body).toEqual([]);
  expect(await rowsOf("select status from sandbox.refunds where payment_intent = $1", charge?.id)).toEqual([
    { status: "succeeded" },
  ]);
  expect(await rowsOf("select from webhook_events where handled_at is null")).toEqual([]);
});

test("a DECLINE after an ACCEPT whose answer was lost declines nothing that was charged", async () => {
  const { main, extra, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  const { payments } = app.services;
  const { chargeSavedCard } = payments;
  const decisions = () => rowsOf("select decision from upsell_offers where upsell_id = $1", upsell.id);
  try {
    payments.chargeSavedCard = async (input) => {
      // A second tab says no while the card is being charged, of which nobody knows more than that.
      const other = await choose(browser, upsell.id, paymentIntentId, "DECLINE");
      expect(other.body).toMatchObject({ action: "PROCESSING" });
      expect(await decisions()).toEqual([{ decision: null }]);
      await chargeSavedCard(input);
      throw new GatewayError("unavailable", "The provider did not answer", true);
    };
    expect(await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).toMatchObject({ status: 503 });
  } finally {
    payments.chargeSavedCard = chargeSavedCard;
  }
  expect(await choose(browser, upsell.id, paymentIntentId, "DECLINE")).toMatchObject({
    status: 200,
    body: { action: "ACCEPTED" },
  });
  expect(await rowsOf("select count(*)::int from order_items where product_id = $1", extra.id)).toEqual([
    { count: 1 },
  ]);
});

test("an offer whose charge was begun and never made is declined when nobody can make it any more", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  const { payments } = app.services;
  const { chargeSavedCard, listPayments } = payments;
  const silent = () => {
    throw new GatewayError("unavailable", "The provider did not answer", true);
  };
  try {
    payments.chargeSavedCard = silent;
    expect(await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).toMatchObject({ status: 503 });
    payments.listPayments = silent;
    expect(await choose(browser, upsell.id, paymentIntentId, "DECLINE")).toMatchObject({ status: 503 });
  } finally {
    Object.assign(payments, { chargeSavedCard, listPayments });
  }
  expect(await choose(browser, upsell.id, paymentIntentId, "DECLINE")).toMatchObject({
    body: { action: "PROCESSING" },
  });
  const decisions = () => rowsOf("select decision from upsell_offers where upsell_id = $1", upsell.id);
  expect(await decisions()).toEqual([{ decision: null }]);
  app.clock.advance({ minutes: 31 });
  await reconcilePayments(app.services);
  expect(await decisions()).toEqual([{ decision: "DECLINED" }]);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
