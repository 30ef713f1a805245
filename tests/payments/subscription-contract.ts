import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { GatewayErrorCode, PaymentGateway, PaymentIntent } from "#server/payments/payment-gateway.ts";
import { testPlans } from "./plan-contract.ts";
import { testRests } from "./rest-contract.ts";
import { testTrials } from "./trial-contract.ts";
import type {
  CardChange,
  GatewaySubscription,
  NewSubscription,
  SubscriptionGateway,
} from "#server/payments/subscription-gateway.ts";

/** A gateway under test, and what only its provider's side can do. */
export type SubscriptionsUnderTest = {
  gateway: PaymentGateway;
  /** Tries to pay as a buyer in a browser would. */
  pay(intent: PaymentIntent, cardNumber: string): Promise<void>;
  /** Gives a new card as a member in a browser would. */
  confirmCard(change: CardChange, cardNumber: string): Promise<void>;
  /** Lets time pass at the provider, and what falls due in it happen. */
  advanceDays(days: number): Promise<void>;
};

const goodCard = "4242424242424242";
const newCard = "5555555555554444";
const dayMs = 86_400_000;
const declinedCard = "4000000000000002";
/** Pays once; every later charge of it fails. */
const cardThatFailsLater = "4000000000000341";

/** What every gateway must do with memberships, whoever the provider is. */
export function describeSubscriptions(
  name: string,
  makeHarness: () => Promise<SubscriptionsUnderTest>,
): void {
  describe(`${name} as a way to bill memberships`, () => {
    let harness: SubscriptionsUnderTest;
    let gateway: SubscriptionGateway;
    beforeAll(async () => {
      harness = await makeHarness();
      gateway = harness.gateway.subscriptions;
    });

    const membership = (more: Partial<NewSubscription> = {}): NewSubscription => ({
      title: "The club",
      priceCents: 1_900,
      currency: "usd",
      interval: "month",
      firstDiscountCents: 0,
      extras: [],
      receiptEmail: "member@example.com",
      metadata: { checkout_session: "s1" },
      idempotencyKey: randomUUID(),
      ...more,
    });
    const payFirst = (made: GatewaySubscription, cardNumber = goodCard) => {
      const intent = made.latestInvoice?.intent;
      if (!intent) throw new Error("there is no first bill to pay");
      return harness.pay(intent, cardNumber);
    };
    const begun = async (cardNumber?: string, more: Partial<NewSubscription> = {}) => {
      const made = await gateway.createSubscription(membership(more));
      await payFirst(made, cardNumber);
      return gateway.getSubscription(made.id);
    };
    const refusal = (code: GatewayErrorCode) => ({ name: "Error", code, retryable: false });

    test("a new membership waits for its first bill, and runs once it is paid", async () => {
      const made = await gateway.createSubscription(membership());
      expect(made).toMatchObject({
        status: "incomplete",
        metadata: { checkout_session: "s1" },
        cancelAtPeriodEnd: false,
        pausedUntil: null,
        endedAt: null,
        card: null,
        latestInvoice: {
          subscriptionId: made.id,
          reason: "subscription_create",
          status: "open",
          amountCents: 1_900,
          intent: { status: "requires_payment_method", amountCents: 1_900 },
        },
      });
      await payFirst(made);
      const running = await gateway.getSubscription(made.id);
      expect(running).toMatchObject({
        status: "active",
        card: { brand: "visa", last4: "4242" },
        latestInvoice: { status: "paid", attempts: 1, intent: { status: "succeeded", receivedCents: 1_900 } },
      });
      expect(running.currentPeriodEnd).toEqual(running.latestInvoice?.periodEnd);
      expect(await gateway.getInvoice(running.latestInvoice?.id ?? "")).toEqual(running.latestInvoice);
    });

    test("the same key makes it once, also many times at once, and with other parameters is refused", async () => {
      const input = membership();
      const made = await Promise.all(Array.from({ length: 5 }, () => gateway.createSubscription(input)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      await expect(gateway.createSubscription({ ...input, priceCents: 2_000 })).rejects.toMatchObject(
        refusal("idempotency_conflict"),
      );
    });

    test("the first bill carries the extras and the discount; the next is the plain price", async () => {
      const extras = [{ title: "A bump", amountCents: 700 }];
      const running = await begun(goodCard, { extras, firstDiscountCents: 500 });
      expect(running.latestInvoice).toMatchObject({ status: "paid", amountCents: 2_100 });
      await harness.advanceDays(32);
      const renewed = await gateway.getSubscription(running.id);
      expect(renewed).toMatchObject({
        status: "active",
        latestInvoice: { reason: "subscription_cycle", status: "paid", amountCents: 1_900 },
      });
      expect(renewed.latestInvoice?.periodStart).toEqual(running.currentPeriodEnd);
      expect(renewed.currentPeriodEnd).toEqual(renewed.latestInvoice?.periodEnd);
    });

    test("its paid bills since a moment are listed, oldest first", async () => {
      const running = await begun();
      for (let month = 0; month < 3; month++) await harness.advanceDays(31);
      const { latestInvoice } = await gateway.getSubscription(running.id);
      const all = await gateway.listPaidInvoices(running.id, new Date(0));
      expect(all).toHaveLength(4);
      expect(all[0]).toEqual(running.latestInvoice);
      expect(all[3]).toEqual(latestInvoice);
      for (const [index, bill] of all.entries())
        if (index > 0) expect(bill).toMatchObject({ status: "paid", periodStart: all[index - 1]?.periodEnd });
      const since = all[2]?.periodStart ?? new Date();
      expect(await gateway.listPaidInvoices(running.id, since)).toEqual(all.slice(2));
    });

    test("a first bill that is declined can be paid with another card", async () => {
      const made = await gateway.createSubscription(membership());
      await payFirst(made, declinedCard);
      const waiting = await gateway.getSubscription(made.id);
      expect(waiting.status).toBe("incomplete");
      expect(waiting.latestInvoice?.intent?.failureMessage).toBeTypeOf("string");
      await payFirst(made);
      expect(await gateway.getSubscription(made.id)).toMatchObject({ status: "active" });
    });

    test("one that is never paid for ends by itself within a day", async () => {
      const { id } = await gateway.createSubscription(membership());
      await harness.advanceDays(1);
      expect(await gateway.getSubscription(id)).toMatchObject({
        status: "incomplete_expired",
        latestInvoice: { status: "void", intent: { status: "canceled" } },
      });
    });

    test("a renewal that fails is tried on days 2, 7, 14 and 21, and then it ends", async () => {
      const { id } = await begun(cardThatFailsLater, { interval: "year" });
      const seen: unknown[] = [];
      const announced: (Date | null)[] = [];
      let passed = 0;
      // A leap year may lie between, and a bill may take an hour to be collected: days are counted from 366 and a bit.
      for (const day of [366.5, 369, 374, 381, 388]) {
        await harness.advanceDays(day - passed);
        passed = day;
        const { status, latestInvoice } = await gateway.getSubscription(id);
        seen.push([status, latestInvoice?.attempts]);
        announced.push(latestInvoice?.nextAttemptAt ?? null);
      }
      expect(seen).toEqual([
        ["past_due", 1],
        ["past_due", 2],
        ["past_due", 3],
        ["past_due", 4],
        ["canceled", 5],
      ]);
      expect((await gateway.getSubscription(id)).endedAt).not.toBeNull();
      const [second, ...later] = announced.map((moment) => moment && Math.round(moment.getTime() / dayMs));
      expect(later.map((day) => day && day - (second ?? 0))).toEqual([5, 12, 19, null]);
    });

    test("a new card pays what is open, and the membership goes on", async () => {
      const { id } = await begun(cardThatFailsLater);
      await harness.advanceDays(32);
      const late = await gateway.getSubscription(id);
      const invoiceId = late.latestInvoice?.id ?? "";
      expect(late.status).toBe("past_due");
      expect(await gateway.payInvoice(invoiceId, randomUUID())).toMatchObject({ status: "open" });
      const change = await gateway.startCardChange(id, randomUUID());
      await expect(gateway.finishCardChange(id, change.setupIntentId, randomUUID())).rejects.toMatchObject(
        refusal("payment_intent_unexpected_state"),
      );
      await harness.confirmCard(change, newCard);
      const changed = await gateway.finishCardChange(id, change.setupIntentId, randomUUID());
      expect(changed.card).toEqual({ brand: "mastercard", last4: "4444", expiresAt: expect.any(Date) });
      const key = randomUUID();
      expect(await gateway.payInvoice(invoiceId, key)).toMatchObject({ status: "paid" });
      expect(await gateway.payInvoice(invoiceId, key)).toMatchObject({ status: "paid" });
      expect(await gateway.getSubscription(id)).toMatchObject({ status: "active" });
    });

    test("a card that was given for one membership serves no other", async () => {
      const [mine, other] = [await begun(), await begun()];
      const change = await gateway.startCardChange(mine.id, randomUUID());
      await harness.confirmCard(change, newCard);
      await expect(
        gateway.finishCardChange(other.id, change.setupIntentId, randomUUID()),
      ).rejects.toMatchObject(refusal("resource_missing"));
    });

    test("it ends with its period when that was asked for, unless it is kept", async () => {
      const [ending, kept] = [await begun(), await begun()];
      for (const { id } of [ending, kept]) {
        const asked = await gateway.cancelSubscription(id, "AT_PERIOD_END", randomUUID());
        expect(asked).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
        await gateway.cancelSubscription(id, "AT_PERIOD_END", randomUUID());
      }
      expect(await gateway.keepSubscription(kept.id, randomUUID())).toMatchObject({
        cancelAtPeriodEnd: false,
      });
      await harness.advanceDays(32);
      expect(await gateway.getSubscription(ending.id)).toMatchObject({
        status: "canceled",
        endedAt: ending.currentPeriodEnd,
        latestInvoice: { reason: "subscription_create" },
      });
      expect(await gateway.getSubscription(kept.id)).toMatchObject({
        status: "active",
        latestInvoice: { reason: "subscription_cycle" },
      });
    });

    test("it is ended at once, again and again, and an unpaid one is given up the same way", async () => {
      const { id } = await begun();
      expect(await gateway.cancelSubscription(id, "NOW", randomUUID())).toMatchObject({ status: "canceled" });
      expect(await gateway.cancelSubscription(id, "NOW", randomUUID())).toMatchObject({ status: "canceled" });
      const made = await gateway.createSubscription(membership());
      const { status } = await gateway.cancelSubscription(made.id, "NOW", randomUUID());
      expect(["canceled", "incomplete_expired"]).toContain(status);
      const { latestInvoice } = await gateway.getSubscription(made.id);
      expect(latestInvoice).toMatchObject({ status: "void", intent: { status: "canceled" } });
    });

    test("it ends when its payer is forgotten, and what was paid can still be given back", async () => {
      const [mine, other] = [await begun(), await begun()];
      const intentId = mine.latestInvoice?.intent?.id ?? "";
      await harness.gateway.deletePayer(intentId);
      await harness.gateway.deletePayer(intentId);
      expect(await gateway.getSubscription(mine.id)).toMatchObject({ status: "canceled" });
      await harness.advanceDays(32);
      expect(await gateway.getSubscription(mine.id)).toMatchObject({
        status: "canceled",
        latestInvoice: { reason: "subscription_create", status: "paid" },
      });
      expect(await gateway.getSubscription(other.id)).toMatchObject({ status: "active" });
      const back = { paymentIntentId: intentId, idempotencyKey: randomUUID() };
      expect(await harness.gateway.refund(back)).toMatchObject({ status: "succeeded" });
    });

    testTrials({
      gateway: () => harness.gateway,
      membership,
      confirmCard: (setup, number) => harness.confirmCard(setup, number),
      advanceDays: (days) => harness.advanceDays(days),
    });
    testRests({
      gateway: () => gateway,
      begun: (more) => begun(goodCard, more),
      advanceDays: (days) => harness.advanceDays(days),
    });

    testPlans({
      gateway: () => gateway,
      begun: (cardNumber, more) => begun(cardNumber ?? goodCard, more),
      advanceDays: (days) => harness.advanceDays(days),
      confirmCard: (change, number) => harness.confirmCard(change, number),
    });

    test("what is not there is missing", async () => {
      const missing = refusal("resource_missing");
      await expect(gateway.getSubscription("sub_none")).rejects.toMatchObject(missing);
      await expect(gateway.getInvoice("in_none")).rejects.toMatchObject(missing);
      await expect(gateway.startCardChange("sub_none", randomUUID())).rejects.toMatchObject(missing);
      await expect(gateway.cancelSubscription("sub_none", "NOW", randomUUID())).rejects.toMatchObject(
        missing,
      );
    });
  });
}
