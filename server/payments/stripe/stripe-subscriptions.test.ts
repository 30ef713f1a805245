import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file.ts";
import type { PaymentGateway } from "#server/payments/payment-gateway.ts";
import { describeSubscriptions } from "#tests/payments/subscription-contract.ts";
import type { NewSubscription } from "#server/payments/subscription-gateway.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { systemClock } from "#server/clock.ts";
import { openStripeGateway } from "./stripe-gateway.ts";

let server: StripeServer;
let gateway: PaymentGateway;
beforeAll(async () => {
  // An answer that never comes is waited for a second.
  ({ server, gateway } = await stripeHarness(1_000));
});

async function stripeHarness(waitMs?: number) {
  const own = await startStripeServer();
  afterFile(() => own.close());
  const { secretKey, publishableKey, webhookSecrets, url } = own;
  const config = { provider: "stripe" as const, secretKey, publishableKey, webhookSecrets };
  const reached = { ...config, apiBase: new URL(url) };
  return { server: own, gateway: openStripeGateway(reached, "us", systemClock, waitMs) };
}

describeSubscriptions("Stripe", async () => {
  const harness = await stripeHarness();
  return {
    gateway: harness.gateway,
    async pay({ clientSecret }, number) {
      await confirmInBrowser(harness.server, clientSecret, { number });
    },
    async confirmCard({ clientSecret }, number) {
      const answer = await confirmInBrowser(harness.server, clientSecret, { number });
      if (answer["status"] !== "succeeded")
        throw new Error(`the card was not kept: ${JSON.stringify(answer)}`);
    },
    async advanceDays(days) {
      harness.server.advanceClock(new Date(harness.server.now().getTime() + days * 86_400_000));
    },
  };
});

const key = () => randomUUID();
const membership = (more: Partial<NewSubscription> = {}): NewSubscription => ({
  title: "Studio Membership",
  priceCents: 2_900,
  currency: "usd",
  interval: "month",
  firstDiscountCents: 580,
  extras: [{ title: "Workbook", amountCents: 1_000 }],
  receiptEmail: "member@example.com",
  metadata: { checkout_session: "s1", cart_version: "1" },
  idempotencyKey: key(),
  ...more,
});
async function joined(more: Partial<NewSubscription> = {}, number?: string) {
  const made = await gateway.subscriptions.createSubscription(membership(more));
  const secret = made.latestInvoice?.intent?.clientSecret ?? "";
  await confirmInBrowser(server, secret, number === undefined ? {} : { number });
  return gateway.subscriptions.getSubscription(made.id);
}

describe("a membership through Stripe", () => {
  test("is incomplete until its first bill, with bumps and discount, is paid", async () => {
    const input = membership();
    const made = await gateway.subscriptions.createSubscription(input);
    expect(made).toMatchObject({
      status: "incomplete",
      metadata: input.metadata,
      latestInvoice: {
        reason: "subscription_create",
        status: "open",
        amountCents: 3_320,
        intent: { status: "requires_payment_method", amountCents: 3_320 },
      },
    });
    expect((await gateway.subscriptions.createSubscription(input)).id).toBe(made.id);
    await confirmInBrowser(server, made.latestInvoice?.intent?.clientSecret ?? "");
    const active = await gateway.subscriptions.getSubscription(made.id);
    expect(active).toMatchObject({
      status: "active",
      card: { brand: "visa", last4: "4242" },
      latestInvoice: { status: "paid", intent: { status: "succeeded", receivedCents: 3_320 } },
    });
    expect(active.currentPeriodEnd).toEqual(active.latestInvoice?.periodEnd);
  });

  test("renews at its full price", async () => {
    const { id, currentPeriodEnd } = await joined();
    if (!currentPeriodEnd) throw new Error("there is no period");
    server.advanceClock(new Date(currentPeriodEnd.getTime() + 2 * 3_600_000));
    const renewed = await gateway.subscriptions.getSubscription(id);
    expect(renewed.latestInvoice).toMatchObject({
      reason: "subscription_cycle",
      status: "paid",
      amountCents: 2_900,
    });
  });

  test("ends at its period's end unless it is kept, or at once", async () => {
    const { id } = await joined();
    const { subscriptions } = gateway;
    expect(await subscriptions.cancelSubscription(id, "AT_PERIOD_END", key())).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: true,
    });
    expect(await subscriptions.keepSubscription(id, key())).toMatchObject({ cancelAtPeriodEnd: false });
    expect(await subscriptions.cancelSubscription(id, "NOW", key())).toMatchObject({ status: "canceled" });
    expect(await subscriptions.cancelSubscription(id, "NOW", key())).toMatchObject({ status: "canceled" });
  });

  test("that nobody paid is given up with its bill", async () => {
    const { id } = await gateway.subscriptions.createSubscription(membership());
    const given = await gateway.subscriptions.cancelSubscription(id, "NOW", key());
    expect(["canceled", "incomplete_expired"]).toContain(given.status);
    expect(given.latestInvoice?.intent?.status).toBe("canceled");
  });

  describe("that has rested beyond its paid period", () => {
    async function rested() {
      const running = await joined();
      const periodEnd = running.currentPeriodEnd?.getTime() ?? 0;
      await gateway.subscriptions.pauseSubscription(running.id, new Date(periodEnd + 60 * 86_400_000), key());
      server.advanceClock(new Date(periodEnd + 10 * 86_400_000));
      return running.id;
    }
    const chargesOf = (id: string) =>
      [...server.state.tables.invoices.values()].filter(
        ({ parent, status }) => parent.subscription_details.subscription === id && status === "paid",
      ).length;

    test.each(["time_out_after", "failed_after", "reset"] as const)(
      "is billed once where the answer to its end is lost (%s)",
      async (fault) => {
        const id = await rested();
        server.faults.next(fault, new RegExp(`POST /v1/subscriptions/${id}`), 2);
        const resume = () => gateway.subscriptions.resumeSubscription(id, key());
        await resume().catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
        server.faults.heal();
        expect(await resume()).toMatchObject({ status: "active", pausedUntil: null });
        expect(chargesOf(id)).toBe(2);
      },
    );

    test("is billed once by many requests at once, each with a key of its own", async () => {
      const id = await rested();
      const resume = () => gateway.subscriptions.resumeSubscription(id, key());
      await Promise.allSettled(Array.from({ length: 10 }, resume));
      expect(await resume()).toMatchObject({ status: "active", latestInvoice: { status: "paid" } });
      expect(chargesOf(id)).toBe(2);
    });

    test("and goes on in the dashboard is billed by the next resume, not by a second one", async () => {
      const id = await rested();
      const stripe = stripeClient(server);
      await stripe.subscriptions.update(id, { pause_collection: "" });
      expect(await gateway.subscriptions.getSubscription(id)).toMatchObject({
        status: "active",
        pausedUntil: null,
        latestInvoice: { status: "void" },
      });
      for (let time = 0; time < 2; time++) await gateway.subscriptions.resumeSubscription(id, key());
      expect(chargesOf(id)).toBe(2);
    });
  });

  test("tells the end of a rest that was begun in the dashboard, where it has one", async () => {
    const { id } = await joined();
    const stripe = stripeClient(server);
    const resumes_at = Math.floor(server.now().getTime() / 1000) + 86_400;
    for (const [rest, pausedUntil] of [
      [{ behavior: "void" }, null],
      [{ behavior: "void", resumes_at }, new Date(resumes_at * 1000)],
    ] as const) {
      await stripe.subscriptions.update(id, { pause_collection: rest });
      expect((await gateway.subscriptions.getSubscription(id)).pausedUntil).toEqual(pausedUntil);
    }
  });

  test("takes a new card, once it is confirmed, and of its own setup only", async () => {
    const [mine, other] = [await joined(), await joined()];
    const { subscriptions } = gateway;
    const change = await subscriptions.startCardChange(mine.id, key());
    await expect(subscriptions.finishCardChange(mine.id, change.setupIntentId, key())).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await confirmInBrowser(server, change.clientSecret, { number: "5555555555554444" });
    await expect(subscriptions.finishCardChange(other.id, change.setupIntentId, key())).rejects.toMatchObject(
      { code: "resource_missing" },
    );
    expect(await subscriptions.finishCardChange(mine.id, change.setupIntentId, key())).toMatchObject({
      card: { brand: "mastercard", last4: "4444" },
    });
  });

  test("whose renewal was declined owes it until it is paid with another card", async () => {
    const { subscriptions } = gateway;
    const { id, currentPeriodEnd } = await joined({}, "4000000000000341");
    if (!currentPeriodEnd) throw new Error("there is no period");
    server.advanceClock(new Date(currentPeriodEnd.getTime() + 2 * 3_600_000));
    const late = await subscriptions.getSubscription(id);
    expect(late).toMatchObject({ status: "past_due", latestInvoice: { status: "open" } });
    const invoiceId = late.latestInvoice?.id ?? "";
    const refused = await subscriptions.payInvoice(invoiceId, key());
    expect(refused).toMatchObject({ status: "open" });
    expect(refused.intent?.failureMessage).toBeTypeOf("string");
    const change = await subscriptions.startCardChange(id, key());
    await confirmInBrowser(server, change.clientSecret);
    await subscriptions.finishCardChange(id, change.setupIntentId, key());
    expect(await subscriptions.payInvoice(invoiceId, key())).toMatchObject({ status: "paid" });
    expect((await subscriptions.getSubscription(id)).status).toBe("active");
  });
});
