import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStripeServer, type StripeServer } from "./start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "./talk-to-stripe.ts";

let server: StripeServer;
let stripe: Stripe;
beforeAll(async () => {
  server = await startStripeServer();
  stripe = stripeClient(server);
});
afterAll(() => server.close());

const usd = (amount: number, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount, currency: "usd", ...more });
const customer = async () => (await stripe.customers.create({ email: "buyer@example.com" })).id;
const pay = (intent: Stripe.PaymentIntent, number?: string) =>
  confirmInBrowser(server, intent.client_secret ?? "", number === undefined ? {} : { number });
const paid = async (amount = 4900, more: Partial<Stripe.PaymentIntentCreateParams> = {}, number?: string) => {
  const intent = await usd(amount, more);
  await pay(intent, number);
  return stripe.paymentIntents.retrieve(intent.id);
};

describe("a payment", () => {
  test("is made, changed with its secret kept, and paid in the browser", async () => {
    const intent = await usd(4900, { metadata: { session: "s", version: "1" } });
    expect(intent).toMatchObject({ status: "requires_payment_method", amount: 4900, amount_received: 0 });
    const changed = await stripe.paymentIntents.update(intent.id, {
      amount: 5900,
      metadata: { version: "2" },
    });
    expect(changed).toMatchObject({
      amount: 5900,
      client_secret: intent.client_secret,
      metadata: { session: "s", version: "2" },
    });
    expect(await pay(intent)).toMatchObject({ status: "succeeded", amount: 5900 });
    const done = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge.balance_transaction", "payment_method"],
    });
    expect(done).toMatchObject({
      status: "succeeded",
      amount_received: 5900,
      payment_method: { card: { brand: "visa", last4: "4242" } },
      latest_charge: { paid: true, balance_transaction: { amount: 5900, fee: 201, net: 5699 } },
    });
    expect(server.ledger().charges.filter(({ intentId }) => intentId === intent.id)).toHaveLength(1);
  });

  test("cannot be changed, confirmed or canceled once it is paid; words about it can", async () => {
    const intent = await paid();
    const unexpected = { code: "payment_intent_unexpected_state", statusCode: 400 };
    await expect(stripe.paymentIntents.update(intent.id, { amount: 5000 })).rejects.toMatchObject(unexpected);
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject(unexpected);
    expect(await pay(intent)).toMatchObject({ error: { code: unexpected.code } });
    expect(await stripe.paymentIntents.update(intent.id, { metadata: { a: "b" } })).toMatchObject({
      amount: 4900,
      metadata: { a: "b" },
    });
  });

  test.each([
    ["4000000000000002", { code: "card_declined", decline_code: "generic_decline" }],
    ["4000000000009995", { code: "card_declined", decline_code: "insufficient_funds" }],
    ["4000000000000069", { code: "expired_card" }],
    ["4000000000000127", { code: "incorrect_cvc" }],
    ["4000000000000119", { code: "processing_error" }],
    ["4242424242424241", { code: "incorrect_number" }],
    ["4111111111111111", { code: "card_declined", decline_code: "test_mode_live_card" }],
  ])("with the card %s is declined, and another card pays it", async (number, error) => {
    const intent = await usd(4900);
    expect(await pay(intent, number)).toMatchObject({ error: { type: "card_error", ...error } });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
    });
    expect(await pay(intent)).toMatchObject({ status: "succeeded" });
    expect(server.ledger().charges.filter(({ intentId }) => intentId === intent.id)).toHaveLength(1);
  });

  test.each([
    ["complete", "4000002760003184", "succeeded"],
    ["fail", "4000002760003184", "requires_payment_method"],
    ["complete", "4000008400001629", "requires_payment_method"],
  ])("that asks the bank is finished by its page: %s with %s", async (result, number, status) => {
    const intent = await usd(4900);
    const asked = await pay(intent, number);
    expect(asked).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
    const { redirect_to_url } = asked["next_action"] as { redirect_to_url: { url: string } };
    expect((await fetch(redirect_to_url.url)).status).toBe(200);
    const back = await fetch(redirect_to_url.url, {
      method: "POST",
      body: new URLSearchParams({ result }),
      redirect: "manual",
    });
    const location = new URL(back.headers.get("location") ?? "");
    expect(location.searchParams.get("payment_intent_client_secret")).toBe(intent.client_secret);
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after.status).toBe(status);
    if (status !== "succeeded") expect(after.last_payment_error?.message).toBeTypeOf("string");
  });
});

describe("a customer who is deleted", () => {
  test("can be neither charged nor deleted again, and what they paid can be given back", async () => {
    const cus = await customer();
    const first = await paid(4900, { customer: cus, setup_future_usage: "off_session" });
    expect(await stripe.customers.del(cus)).toMatchObject({ id: cus, deleted: true });
    expect(await stripe.customers.retrieve(cus)).toMatchObject({ id: cus, deleted: true });
    const card = { payment_method: first.payment_method as string, confirm: true, off_session: true };
    await expect(usd(1500, { ...card, customer: cus })).rejects.toMatchObject({
      code: "resource_missing",
      param: "customer",
      statusCode: 400,
    });
    await expect(usd(1500, card)).rejects.toThrow(/may not be used again/);
    await expect(stripe.customers.del(cus)).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 404,
    });
    expect((await stripe.paymentIntents.retrieve(first.id)).customer).toBe(cus);
    expect(await stripe.refunds.create({ payment_intent: first.id })).toMatchObject({ status: "succeeded" });
  });
});

describe("a saved card", () => {
  test("pays again for its customer, and only when it was to be saved", async () => {
    const cus = await customer();
    const first = await paid(4900, { customer: cus, setup_future_usage: "off_session" });
    const again = {
      customer: cus,
      payment_method: first.payment_method as string,
      confirm: true,
      off_session: true,
    };
    expect(await usd(1500, again)).toMatchObject({ status: "succeeded", amount_received: 1500 });
    await expect(usd(1500, { ...again, customer: await customer() })).rejects.toMatchObject({
      param: "payment_method",
    });
    const other = await paid(4900, { customer: cus });
    await expect(usd(1500, { ...again, payment_method: other.payment_method as string })).rejects.toThrow(
      /may not be used again/,
    );
  });

  test.each([
    ["4000002760003184", "authentication_required"],
    ["4000000000000341", "card_declined"],
  ])("%s that is refused later leaves an intent for the buyer to go on with", async (number, code) => {
    const cus = await customer();
    const intent = await usd(4900, { customer: cus, setup_future_usage: "off_session" });
    await pay(intent, number);
    server.completeAuthentication(intent.id, "complete");
    const first = await stripe.paymentIntents.retrieve(intent.id);
    expect(first.status).toBe("succeeded");
    const card = { customer: cus, payment_method: first.payment_method as string };
    const refused = await usd(1500, { ...card, confirm: true, off_session: true }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ type: "StripeCardError", statusCode: 402, code });
    const open = (refused as Stripe.errors.StripeCardError).payment_intent;
    expect(open).toMatchObject({ status: "requires_payment_method", amount: 1500 });
    expect(await confirmInBrowser(server, open?.client_secret ?? "")).toMatchObject({ status: "succeeded" });
  });

  test("that was authenticated when it was saved pays later without its owner", async () => {
    const cus = await customer();
    const intent = await usd(4900, { customer: cus, setup_future_usage: "off_session" });
    expect(await pay(intent, "4000002500003155")).toMatchObject({ status: "requires_action" });
    server.completeAuthentication(intent.id, "complete");
    const { payment_method } = await stripe.paymentIntents.retrieve(intent.id);
    const later = await usd(900, {
      customer: cus,
      payment_method: payment_method as string,
      confirm: true,
      off_session: true,
    });
    expect(later.status).toBe("succeeded");
  });
});

describe("a refund", () => {
  test("gives parts back until all is back, never more", async () => {
    const { id: payment_intent } = await paid(3000);
    expect(await stripe.refunds.create({ payment_intent, amount: 1000 })).toMatchObject({
      status: "succeeded",
    });
    await expect(stripe.refunds.create({ payment_intent, amount: 2001 })).rejects.toMatchObject({
      param: "amount",
      statusCode: 400,
    });
    expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 2000 });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
  });

  test("to some cards arrives late, or comes back", async () => {
    const late = await stripe.refunds.create({
      payment_intent: (await paid(3000, {}, "4000000000007726")).id,
    });
    const { id } = await paid(3000, {}, "4000000000005126");
    const returned = await stripe.refunds.create({ payment_intent: id });
    expect([late.status, returned.status]).toEqual(["pending", "succeeded"]);
    server.settleRefunds();
    expect(await stripe.refunds.retrieve(late.id)).toMatchObject({ status: "succeeded" });
    expect(await stripe.refunds.retrieve(returned.id)).toMatchObject({ status: "failed" });
    expect(server.ledger().charges.find(({ intentId }) => intentId === id)?.refundedCents).toBe(0);
  });
});
