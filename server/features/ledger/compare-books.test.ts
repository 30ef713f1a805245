import { expect, test, vi } from "vitest";
import { listBookDifferences } from "#contract/ledger/ledger.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { decideSandboxDispute, listSandboxDisputes } from "#contract/dev/sandbox.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks, openCheckout, pay, takeEvents } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { auditBooks } from "./audit.ts";
import { compareNightly } from "./compare-nightly.ts";
import { reportOwnerless } from "./ownerless-payments.ts";

const app = await testApp();
const { pool } = app.services;

async function sale() {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id);
  await pay(browser, checkout);
  return { product, paymentIntentId: checkout.paymentIntentId ?? "" };
}
const differencesOf = async (ownerId: string) =>
  (await app.as({ id: ownerId }).call(listBookDifferences)).body;

test("books that agree differ in nothing", async () => {
  const { product } = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  expect(await compareNightly(app.services)).toBe(0);
  expect(await differencesOf(product.ownerId)).toEqual([]);
  expect(await auditBooks(pool, { provider: "sandbox" })).toEqual([]);
});

test("a payment without an order is shown to its creator, until it has one", async () => {
  const { product, paymentIntentId } = await sale();
  app.clock.advance({ hours: 1 });
  expect(await compareNightly(app.services)).toBe(1);
  expect(await differencesOf(product.ownerId)).toMatchObject([
    { paymentIntentId, kind: "NO_ORDER", oursCents: 0, theirsCents: 2_000 },
  ]);
  expect((await auditBooks(pool, { provider: "sandbox" })).map(({ name }) => name)).toContain(
    "books-match-provider",
  );
  await deliverWebhooks(app);
  expect(await compareNightly(app.services)).toBe(0);
  expect(await differencesOf(product.ownerId)).toEqual([]);
});

test("another sum, a refund that we do not know of, and a payment that was never taken are found", async () => {
  const wrongSum = await sale();
  const wrongRefund = await sale();
  const invented = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  await pool.query("update sandbox.payment_intents set amount = 1900, amount_received = 1900 where id = $1", [
    wrongSum.paymentIntentId,
  ]);
  await app.services.payments.refund({
    paymentIntentId: wrongRefund.paymentIntentId,
    amountCents: 300,
    idempotencyKey: "outside-refund",
  });
  await pool.query(
    "update sandbox.payment_intents set status = 'canceled', amount_received = 0 where id = $1",
    [invented.paymentIntentId],
  );
  expect(await compareNightly(app.services)).toBe(3);
  expect(await differencesOf(wrongSum.product.ownerId)).toMatchObject([
    { kind: "AMOUNT", oursCents: 2_000, theirsCents: 1_900 },
  ]);
  expect(await differencesOf(wrongRefund.product.ownerId)).toMatchObject([
    { kind: "REFUNDED", oursCents: 0, theirsCents: 300 },
  ]);
  expect(await differencesOf(invented.product.ownerId)).toMatchObject([
    { kind: "NOT_TAKEN", oursCents: 2_000, theirsCents: 0 },
  ]);
});

/** Refunds of the payment of an order, here, and then its bank takes all that it may. */
async function refundedAndLost(refundCents: number) {
  const bought = await buyOrder(app, { priceCents: 2_000, card: "4000000000000259" });
  const [line] = (await bought.read()).lines;
  const refunded = await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: {
      idempotencyKey: "before-the-dispute",
      lines: [{ orderItemId: line?.id ?? "", amountCents: refundCents }],
    },
  });
  expect(refunded.body).toMatchObject([{ status: "SUCCEEDED" }]);
  app.clock.advance({ seconds: 5 });
  await runFollowUps(app.services);
  await deliverWebhooks(app, 2);
  const dispute = (await app.call(listSandboxDisputes)).body.find(
    ({ paymentIntent }) => paymentIntent === bought.paymentIntentId,
  );
  return { bought, disputeId: dispute?.id ?? "" };
}

test("a payment of which a part was refunded before its bank took it back whole agrees with the provider", async () => {
  const { bought, disputeId } = await refundedAndLost(300);
  // The bank takes what was charged, whatever was given back before.
  await pool.query("update sandbox.disputes set amount = 2000 where id = $1", [disputeId]);
  await app.call(decideSandboxDispute, { params: { id: disputeId }, body: { outcome: "lost" } });
  await deliverWebhooks(app, 2);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", refundedCents: 2_000 });
  app.clock.advance({ hours: 1 });
  await compareNightly(app.services);
  expect(await differencesOf(bought.creator.id)).toEqual([]);
});

test("what nobody compared for more than three days is compared by the next night", async () => {
  await compareNightly(app.services);
  const { product, paymentIntentId } = await sale();
  await takeEvents(app);
  app.clock.advance({ days: 9 });
  await compareNightly(app.services);
  expect(await differencesOf(product.ownerId)).toMatchObject([{ paymentIntentId, kind: "NO_ORDER" }]);
});

test("a difference is found again, and is over once the two agree, however old its payment is", async () => {
  const { product, paymentIntentId } = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  await pool.query("update sandbox.payment_intents set amount = 1900, amount_received = 1900 where id = $1", [
    paymentIntentId,
  ]);
  await compareNightly(app.services);
  app.clock.advance({ days: 60 });
  await compareNightly(app.services);
  expect(await differencesOf(product.ownerId)).toMatchObject([{ kind: "AMOUNT", theirsCents: 1_900 }]);
  await pool.query("update sandbox.payment_intents set amount = 2000, amount_received = 2000 where id = $1", [
    paymentIntentId,
  ]);
  await compareNightly(app.services);
  expect(await differencesOf(product.ownerId)).toEqual([]);
});

test("of two differences of one payment, the one that is over is over", async () => {
  const { product, paymentIntentId } = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ hours: 1 });
  await pool.query("update order_payments set amount_cents = 1900 where payment_intent_id = $1", [
    paymentIntentId,
  ]);
  await app.services.payments.refund({
    paymentIntentId,
    amountCents: 300,
    idempotencyKey: "two-differences",
  });
  await compareNightly(app.services);
  expect(await differencesOf(product.ownerId)).toHaveLength(2);
  await pool.query("update order_payments set amount_cents = 2000 where payment_intent_id = $1", [
    paymentIntentId,
  ]);
  await compareNightly(app.services);
  expect(await differencesOf(product.ownerId)).toMatchObject([{ kind: "REFUNDED" }]);
});

test("a refund at the provider, months after the sale and never told to us, is found within thirty nights", async () => {
  const { product, paymentIntentId } = await sale();
  await deliverWebhooks(app);
  app.clock.advance({ days: 100 });
  await app.services.payments.refund({ paymentIntentId, amountCents: 700, idempotencyKey: "months-later" });
  await takeEvents(app);
  for (let night = 0; night < 30; night++) {
    app.clock.advance({ days: 1 });
    await compareNightly(app.services);
  }
  expect(await differencesOf(product.ownerId)).toMatchObject([{ kind: "REFUNDED", theirsCents: 700 }]);
});

test("a payment without an owner is told to the operator until it has gone back", async () => {
  const { paymentIntentId } = await sale();
  await takeEvents(app);
  await pool.query(
    "insert into quarantined_payments (payment_intent_id, received_cents, reason) values ($1, 2000, 'Nobody''s')",
    [paymentIntentId],
  );
  const told = async () => {
    const error = vi.spyOn(app.services.log, "error");
    await reportOwnerless(app.services);
    const about = error.mock.calls.filter(([about]) => JSON.stringify(about).includes(paymentIntentId));
    error.mockRestore();
    return about.length;
  };
  expect(await told()).toBe(1);
  app.clock.advance({ days: 5 });
  await app.services.payments.refund({ paymentIntentId, idempotencyKey: "by-the-operator" });
  await compareNightly(app.services);
  expect(await told()).toBe(0);
});

test("a refund on its way is no difference, whether the provider counts it yet or not", async () => {
  const bought = await buyOrder(app, { priceCents: 2_000, card: "4000000000007726" });
  const [line] = (await bought.read()).lines;
  const refunded = await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: "on-its-way", lines: [{ orderItemId: line?.id ?? "", amountCents: 700 }] },
  });
  expect(refunded.body).toMatchObject([{ status: "PENDING" }]);
  app.clock.advance({ hours: 1 });
  for (const status of ["pending", "succeeded"]) {
    await pool.query("update sandbox.refunds set status = $1 where payment_intent = $2", [
      status,
      bought.paymentIntentId,
    ]);
    await compareNightly(app.services);
    expect(await differencesOf(bought.creator.id)).toEqual([]);
  }
});
