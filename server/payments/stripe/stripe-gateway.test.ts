import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import { describeGateway } from "#tests/payments/gateway-contract.ts";
import { describePayouts } from "#tests/payments/payout-contract.ts";
import { addOn } from "#tests/payments/saved-card-contract.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { openStripeGateway } from "./stripe-gateway.ts";

const clock = testClock();

/** The adapter, as the configuration would open it, with a Stripe of its own. */
async function stripeHarness() {
  const server = await startStripeServer();
  afterFile(() => server.close());
  const { secretKey, publishableKey, webhookSecrets, url } = server;
  const config = { provider: "stripe" as const, secretKey, publishableKey, webhookSecrets };
  const gateway = openStripeGateway({ ...config, apiBase: new URL(url) }, "us", clock);
  return { server, gateway, config };
}

const paysWith = (server: StripeServer, number?: string) => async (intent: { clientSecret: string }) => {
  const answer = await confirmInBrowser(server, intent.clientSecret, number === undefined ? {} : { number });
  if (answer["status"] !== "succeeded" && answer["status"] !== "requires_capture")
    throw new Error(`the card did not pay: ${JSON.stringify(answer)}`);
};

describeGateway("Stripe", async () => {
  const { server, gateway } = await stripeHarness();
  const stripe = new Stripe(server.secretKey);
  return {
    gateway,
    pay: paysWith(server),
    signedWebhook(event, ageSeconds = 0) {
      const payload = JSON.stringify({ api_version: Stripe.API_VERSION, livemode: false, ...event });
      const header = stripe.webhooks.generateTestHeaderString({
        payload,
        secret: server.webhookSecrets[0] ?? "",
        timestamp: Math.floor(clock.now().getTime() / 1000) - ageSeconds,
      });
      return { rawBody: Buffer.from(payload), headers: { "stripe-signature": header } };
    },
  };
});

describePayouts("Stripe", async () => {
  const { server, gateway } = await stripeHarness();
  return {
    gateway,
    pay: paysWith(server),
    async completeOnboarding(link) {
      const body = new URLSearchParams({ result: "complete" });
      const answer = await fetch(link, { method: "POST", body, redirect: "manual" });
      if (answer.status >= 400) throw new Error(`the onboarding failed: ${await answer.text()}`);
    },
  };
});

describe("the Stripe adapter", () => {
  const order = (more: object = {}) => ({
    amountCents: 4_900,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: true,
    metadata: { checkout_session: "s1" },
    idempotencyKey: randomUUID(),
    ...more,
  });

  test("answers a saved card whose bank wants to see the buyer with an intent to go on with", async () => {
    const { server, gateway } = await stripeHarness();
    const intent = await gateway.createIntent(order());
    await confirmInBrowser(server, intent.clientSecret, { number: "4000002760003184" });
    server.completeAuthentication(intent.id, "complete");
    expect(await gateway.getIntent(intent.id)).toMatchObject({ status: "succeeded" });
    const input = addOn(intent.id);
    const refused = await gateway.chargeSavedCard(input);
    expect(refused).toMatchObject({ status: "requires_payment_method", metadata: { upsell: "u1" } });
    expect(refused.failureMessage).toBeTypeOf("string");
    expect((await gateway.chargeSavedCard(input)).id).toBe(refused.id);
    await paysWith(server)(refused);
    expect(await gateway.getIntent(refused.id)).toMatchObject({ status: "succeeded", receivedCents: 1_500 });
  });

  test("keeps each purchase's card to itself: two checkouts of one address are two customers", async () => {
    const { server, gateway } = await stripeHarness();
    const [first, second] = [await gateway.createIntent(order()), await gateway.createIntent(order())];
    const stripe = new Stripe(server.secretKey, { host: server.host, port: server.port, protocol: "http" });
    const customers = await Promise.all(
      [first, second].map(async ({ id }) => (await stripe.paymentIntents.retrieve(id)).customer),
    );
    expect(customers).toEqual([expect.any(String), expect.any(String)]);
    expect(customers[0]).not.toBe(customers[1]);
  });

  test("names the purchase's customer as the buyer did last, and deletes them when the payer is forgotten", async () => {
    const { server, gateway } = await stripeHarness();
    const stripe = stripeClient(server);
    const intent = await gateway.createIntent(order({ receiptEmail: "byer@example.com" }));
    const { id: customer } = (await stripe.customers.list()).data[0] ?? { id: "" };
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: "byer@example.com" });
    const change = { amountCents: 4_900, receiptEmail: "buyer@example.com", metadata: {} };
    await gateway.updateIntent(intent.id, { ...change, idempotencyKey: randomUUID() });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: "buyer@example.com" });
    await paysWith(server)(intent);
    await gateway.deletePayer(intent.id);
    expect(await stripe.customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, deleted: true }),
    );
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test("does not take a Stripe that did not answer for one that forgot the payer", async () => {
    const { server, gateway, config } = await stripeHarness();
    const intent = await gateway.createIntent(order());
    const away = openStripeGateway({ ...config, apiBase: new URL("http://127.0.0.1:1") }, "us", clock);
    await expect(away.deletePayer(intent.id)).rejects.toMatchObject({ code: "unavailable", retryable: true });
    expect((await stripeClient(server).customers.list()).data).toHaveLength(1);
  });

  test("says that Stripe is unavailable when it is not there, and when our key is wrong", async () => {
    const { server, config } = await stripeHarness();
    const open = (more: object) =>
      openStripeGateway({ ...config, apiBase: new URL(server.url), ...more }, "us", clock);
    await expect(open({ apiBase: new URL("http://127.0.0.1:1") }).getIntent("pi_1")).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
    });
    await expect(open({ secretKey: "sk_test_wrong" }).getIntent("pi_1")).rejects.toMatchObject({
      code: "unavailable",
      retryable: false,
    });
  });

  test("reads disputes, inquiries and early fraud warnings", async () => {
    const { server, gateway } = await stripeHarness();
    const intent = await gateway.createIntent(order());
    await paysWith(server, "4000000000000259")(intent);
    const stripe = new Stripe(server.secretKey, { host: server.host, port: server.port, protocol: "http" });
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    const [dispute] = data;
    expect(await gateway.getDispute(dispute?.id ?? "")).toEqual({
      id: dispute?.id,
      paymentIntentId: intent.id,
      amountCents: 4_900,
      reason: "fraudulent",
      status: "open",
      isInquiry: false,
    });
  });
});
