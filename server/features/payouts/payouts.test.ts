import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { checkPayouts, connectPayouts, getPayouts, openPayoutDashboard } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding, confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { membershipPayeeOf, payeeAfterChange, payeeOf } from "./payee.ts";
import { passOnPayments } from "./jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: "1000" });
});

const runJob = () => passOnPayments.handle(app.services, {});

/** A payment at the provider of an order that somebody placed; `payee` as the checkout would give it. */
async function sell(ownerId: string, priceCents: number, direct = false) {
  const { payments } = app.services;
  const intent = await payments.createIntent({
    amountCents: priceCents,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: false,
    metadata: {},
    payee: direct ? await payeeOf(app.services, ownerId, priceCents) : undefined,
    idempotencyKey: randomUUID(),
  });
  const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };
  await app.call(confirmSandboxPayment, {
    params: { id: intent.id },
    body: { clientSecret: intent.clientSecret, card, returnUrl: "http://localhost:3000/" },
  });
  const product = await makeProduct(app, { ownerId, priceCents });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: intent.id });
  return { orderId: order.id };
}

async function onboard(creator: { id: string }) {
  const { body } = await app.as(creator).call(connectPayouts);
  const token = body.url.split("/").at(-1) ?? "";
  const answer = await app.call(completeSandboxOnboarding, { params: { token } });
  expect(answer.headers["location"]).toBe("/admin?tab=settings&view=payouts&account=returned");
  return app.as(creator).call(checkPayouts);
}

const refundOutside = (orderId: string, cents: number) =>
  app.services.pool.query(
    "update order_payments set refunded_cents = refunded_cents + $2 where order_id = $1",
    [orderId, cents],
  );

const balance = async (creator: { id: string }) =>
  (await app.as(creator).call(getPayouts)).body.balances.at(0);

type Transfer = Services["payments"]["payouts"]["transfer"];

/** The shop with another way to its provider. */
const withTransfers = (transfer: Transfer): Services => {
  const { payments } = app.services;
  return { ...app.services, payments: { ...payments, payouts: { ...payments.payouts, transfer } } };
};

const answerLost: Transfer = async (input) => {
  await app.services.payments.payouts.transfer(input);
  throw new Error("the connection broke");
};

/** Providers keep an idempotency key for a day at least, and no longer than that for sure. */
const clearKeys = () =>
  app.services.pool.query(
    `with reversed as (update sandbox.transfer_reversals set idempotency_key = gen_random_uuid()::text)
     update sandbox.transfers set idempotency_key = gen_random_uuid()::text`,
  );

const receivedBy = async ({ email }: { email: string }) => {
  const { rows } = await app.services.pool.query<{ cents: number }>(
    "select sum(t.amount)::int as cents from sandbox.transfers t join sandbox.accounts a on a.id = t.account where a.email = $1",
    [email],
  );
  return rows[0]?.cents;
};

describe("a creator's account", () => {
  test("goes from not connected to ready by the provider's page, and has a dashboard then", async () => {
    const creator = await makeCreator(app);
    const me = app.as(creator);
    expect((await me.call(getPayouts)).body).toEqual({
      state: "NOT_CONNECTED",
      needsInformation: false,
      provider: "sandbox",
      platformFeeBps: 1_000,
      balances: [],
    });
    expect((await me.call(openPayoutDashboard)).status).toBe(409);
    expect((await me.call(connectPayouts)).body.url).toMatch(/^\/sandbox\/onboarding\//);
    expect((await me.call(getPayouts)).body.state).toBe("INFORMATION_NEEDED");
    expect((await onboard(creator)).body.state).toBe("READY");
    expect((await me.call(openPayoutDashboard)).body.url).toMatch(/^\/sandbox\/onboarding\//);
  });

  test("is one, however often and at once somebody connects", async () => {
    const creator = await makeCreator(app);
    await Promise.all(Array.from({ length: 10 }, () => app.as(creator).call(connectPayouts)));
    const { rows } = await app.services.pool.query("select 1 from sandbox.accounts where email = $1", [
      creator.email,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("decides where the next payment goes, and what the platform keeps of it", async () => {
    const creator = await makeCreator(app);
    expect(await payeeOf(app.services, creator.id, 4_999)).toBeUndefined();
    expect(await membershipPayeeOf(app.services, creator.id)).toBeUndefined();
    await onboard(creator);
    const payee = await payeeOf(app.services, creator.id, 4_999);
    expect(payee).toEqual({ accountId: payee?.accountId, feeCents: 499 });
    expect(payeeAfterChange(app.services, payee ?? null, 100)).toEqual({ ...payee, feeCents: 10 });
    expect(payeeAfterChange(app.services, null, 100)).toBeUndefined();
    expect(await membershipPayeeOf(app.services, creator.id)).toEqual({
      accountId: payee?.accountId,
      feeBps: 1_000,
    });
  });

  test("is where a checkout's payment goes, and a membership's, from when it is ready", async () => {
    const creator = await makeCreator(app);
    const once = await makeProduct(app, { ownerId: creator.id, priceCents: 4_999 });
    const monthly = await makeProduct(app, {
      ownerId: creator.id,
      priceCents: 2_000,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
    });
    const payeeAtCheckout = async (productId: string) => {
      const customerEmail = `${randomUUID()}@example.com`;
      const { body } = await app.call(createPaymentIntent, { body: { productId, customerEmail } });
      return (await app.services.payments.getIntent(body.paymentIntentId ?? "")).payee;
    };
    expect([await payeeAtCheckout(once.id), await payeeAtCheckout(monthly.id)]).toEqual([null, null]);
    await onboard(creator);
    const { accountId } = (await payeeOf(app.services, creator.id, 0)) ?? {};
    expect(await payeeAtCheckout(once.id)).toEqual({ accountId, feeCents: 499 });
    expect(await payeeAtCheckout(monthly.id)).toEqual({ accountId, feeCents: 200 });
  });
});

describe("money of payments that stayed with the platform", () => {
  test("is owed less the fee, and transferred once the account is ready, once", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 4_999);
    await runJob();
    expect(await balance(creator)).toEqual({
      currency: "usd",
      owedCents: 4_500,
      transferredCents: 0,
      directCents: 0,
    });
    await onboard(creator);
    await app.runJobs();
    await Promise.all([runJob(), runJob(), runJob()]);
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 4_500 });
    const { rows } = await app.services.pool.query(
      "select amount_cents, status from creator_transfers where owner_id = $1",
      [creator.id],
    );
    expect(rows).toEqual([{ amount_cents: 4_500, status: "DONE" }]);
  });

  test("is less after a refund before the transfer, and comes back after one", async () => {
    const creator = await makeCreator(app);
    const { orderId } = await sell(creator.id, 5_000);
    await refundOutside(orderId, 1_000);
    await onboard(creator);
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 3_600 });
    await refundOutside(orderId, 2_000);
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 1_800 });
    await refundOutside(orderId, 2_000);
    await runJob();
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 0 });
    // The bank gave it back after all.
    await refundOutside(orderId, -2_000);
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 1_800 });
  });

  test("stays while a bank disputes the payment", async () => {
    const creator = await makeCreator(app);
    const { orderId } = await sell(creator.id, 5_000);
    await onboard(creator);
    await app.services.pool.query(
      `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents)
       select $1, order_id, id, 'dp_' || id, amount_cents from order_payments where order_id = $2`,
      [creator.id, orderId],
    );
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 4_500, transferredCents: 0 });
    await app.services.pool.query("update disputes set status = 'WON' where order_id = $1", [orderId]);
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 4_500 });
  });

  test("moves once, though the answer was lost and the process killed", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 5_000);
    const { pool } = app.services;
    await onboard(creator);
    await passOnPayments.handle(withTransfers(answerLost), {});
    const pending = await pool.query("select status from creator_transfers where owner_id = $1", [
      creator.id,
    ]);
    expect(pending.rows).toEqual([{ status: "PENDING" }]);
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 4_500 });
    expect(await receivedBy(creator)).toBe(4_500);
  });

  test("moves once, though the provider did not answer for days, and has forgotten our key since", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 5_000);
    await onboard(creator);
    await passOnPayments.handle(withTransfers(answerLost), {});
    app.clock.advance({ days: 3 });
    await clearKeys();
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 4_500 });
    expect(await receivedBy(creator)).toBe(4_500);
  });

  test("is moved by another transfer, once a provider that did not answer for days has no record of it", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 5_000);
    await onboard(creator);
    await passOnPayments.handle(
      withTransfers(() => Promise.reject(new Error("the connection broke"))),
      {},
    );
    // A call that was begun while the key was alive may still be on its way: nothing is decided yet.
    app.clock.advance({ hours: 20, minutes: 30 });
    await runJob();
    const states = "select status from creator_transfers where owner_id = $1";
    expect((await app.services.pool.query(states, [creator.id])).rows).toEqual([{ status: "PENDING" }]);
    app.clock.advance({ minutes: 31 });
    await runJob();
    expect((await app.services.pool.query(states, [creator.id])).rows).toEqual([{ status: "FAILED" }]);
    expect(await receivedBy(creator)).toBeNull();
    app.clock.advance({ minutes: 61 });
    await runJob();
    expect(await receivedBy(creator)).toBe(4_500);
  });

  test("is taken back once, though the provider did not answer for days, and has forgotten our key since", async () => {
    const creator = await makeCreator(app);
    const { orderId } = await sell(creator.id, 5_000);
    await onboard(creator);
    await runJob();
    await refundOutside(orderId, 5_000);
    const { payments } = app.services;
    const reverseTransfer: typeof payments.payouts.reverseTransfer = async (input) => {
      await payments.payouts.reverseTransfer(input);
      throw new Error("the connection broke");
    };
    await passOnPayments.handle(
      { ...app.services, payments: { ...payments, payouts: { ...payments.payouts, reverseTransfer } } },
      {},
    );
    app.clock.advance({ days: 3 });
    await clearKeys();
    await runJob();
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 0 });
    const { rows } = await app.services.pool.query(
      "select t.amount::int, t.reversed::int from sandbox.transfers t join sandbox.accounts a on a.id = t.account where a.email = $1",
      [creator.email],
    );
    expect(rows).toEqual([{ amount: 4_500, reversed: 4_500 }]);
  });

  test("moves once, though the answer was lost and the provider then refused our key for two hours", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 5_000);
    await onboard(creator);
    await passOnPayments.handle(withTransfers(answerLost), {});
    for (const code of ["unavailable", "idempotency_conflict"] as const) {
      await passOnPayments.handle(
        withTransfers(() => Promise.reject(new GatewayError(code, "refused"))),
        {},
      );
      app.clock.advance({ minutes: 61 });
    }
    await runJob();
    await runJob();
    expect(await receivedBy(creator)).toBe(4_500);
    expect(await balance(creator)).toMatchObject({ owedCents: 0, transferredCents: 4_500 });
  });

  test("is moved by another transfer, once our key was refused from the first call on and has been mended", async () => {
    const creator = await makeCreator(app);
    await sell(creator.id, 5_000);
    await onboard(creator);
    const refusing = withTransfers(() => Promise.reject(new GatewayError("unavailable", "wrong key")));
    await passOnPayments.handle(refusing, {});
    app.clock.advance({ days: 2 });
    await passOnPayments.handle(refusing, {});
    app.clock.advance({ minutes: 61 });
    await runJob();
    expect(await receivedBy(creator)).toBe(4_500);
  });
});

test("a payment that went to the account at once is not owed, and one of another provider is neither", async () => {
  const creator = await makeCreator(app);
  await onboard(creator);
  await sell(creator.id, 5_000, true);
  await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId: creator.id }) }],
    paymentIntentId: `pi_elsewhere_${randomUUID()}`,
  });
  await runJob();
  expect(await balance(creator)).toEqual({
    currency: "usd",
    owedCents: 0,
    transferredCents: 0,
    directCents: 4_500,
  });
});

test("one creator's account and balances are nobody else's", async () => {
  const [creator, other] = [await makeCreator(app), await makeCreator(app)];
  await sell(creator.id, 5_000);
  await onboard(creator);
  expect((await app.as(other).call(getPayouts)).body).toMatchObject({ state: "NOT_CONNECTED", balances: [] });
  expect((await app.call(getPayouts)).status).toBe(401);
});
