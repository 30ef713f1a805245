import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PaymentGateway } from "#server/payments/payment-gateway.ts";
import type { CardChange, NewSubscription } from "#server/payments/subscription-gateway.ts";

type Given = {
  gateway(): PaymentGateway;
  membership(more: Partial<NewSubscription>): NewSubscription;
  /** Gives a card to a setup as a buyer in a browser would. */
  confirmCard(setup: CardChange, cardNumber: string): Promise<void>;
  /** Lets time pass at the provider, and what falls due in it happen. */
  advanceDays(days: number): Promise<void>;
};

const goodCard = "4242424242424242";
/** Can be kept; every charge of it fails. */
const cardThatFailsLater = "4000000000000341";

/** What every gateway must do with memberships that begin with a free trial. */
export function testTrials({ gateway, membership, confirmCard, advanceDays }: Given): void {
  const newSetup = () =>
    gateway().createSetup({
      receiptEmail: "member@example.com",
      metadata: { checkout_session: "s1", cart_version: "1" },
      idempotencyKey: randomUUID(),
    });
  const kept = async (card = goodCard) => {
    const { id, clientSecret } = await newSetup();
    await confirmCard({ setupIntentId: id, clientSecret }, card);
    return id;
  };
  const trialOf = (setupIntentId: string, days = 7) =>
    gateway().subscriptions.createSubscription(membership({ trial: { days, setupIntentId } }));

  test("a setup keeps a card and charges nothing", async () => {
    const setup = await newSetup();
    expect(setup).toMatchObject({ amountCents: 0, receivedCents: 0, status: "requires_payment_method" });
    await confirmCard({ setupIntentId: setup.id, clientSecret: setup.clientSecret }, goodCard);
    expect(await gateway().getIntent(setup.id)).toMatchObject({
      status: "succeeded",
      receivedCents: 0,
      metadata: { checkout_session: "s1", cart_version: "1" },
      card: { brand: "visa", last4: "4242" },
    });
    await expect(gateway().cancelIntent(setup.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  test("a setup is changed until its card is kept, and can be given up", async () => {
    const { id } = await newSetup();
    const change = { receiptEmail: "other@example.com", metadata: { cart_version: "2" } };
    expect(await gateway().updateSetup(id, { ...change, idempotencyKey: randomUUID() })).toMatchObject({
      metadata: { checkout_session: "s1", cart_version: "2" },
    });
    expect(await gateway().cancelIntent(id)).toMatchObject({ id, status: "canceled" });
    expect(await gateway().cancelIntent(id)).toMatchObject({ id, status: "canceled" });
    await expect(
      gateway().updateSetup(id, { ...change, idempotencyKey: randomUUID() }),
    ).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  test("a trial runs at once, bills nothing in its days, and a whole period when they are over", async () => {
    const begun = await trialOf(await kept());
    const { periodStart, periodEnd } = begun.latestInvoice ?? {};
    expect(begun).toMatchObject({
      status: "trialing",
      plan: { interval: "month", priceCents: 1_900 },
      card: { last4: "4242" },
      currentPeriodEnd: periodEnd,
      latestInvoice: { reason: "subscription_create", status: "paid", amountCents: 0 },
    });
    expect(Number(periodEnd) - Number(periodStart)).toBe(7 * 86_400_000);
    await advanceDays(6);
    expect(await gateway().subscriptions.getSubscription(begun.id)).toMatchObject({
      status: "trialing",
      latestInvoice: { id: begun.latestInvoice?.id },
    });
    await advanceDays(2);
    expect(await gateway().subscriptions.getSubscription(begun.id)).toMatchObject({
      status: "active",
      latestInvoice: {
        reason: "subscription_cycle",
        status: "paid",
        amountCents: 1_900,
        periodStart: periodEnd,
      },
    });
  });

  test("a trial that is cancelled ends with its days and charges nothing, unless it is kept before", async () => {
    const { subscriptions } = gateway();
    const { id } = await trialOf(await kept());
    const cancel = () => subscriptions.cancelSubscription(id, "AT_PERIOD_END", randomUUID());
    expect(await cancel()).toMatchObject({ status: "trialing", cancelAtPeriodEnd: true });
    expect(await subscriptions.keepSubscription(id, randomUUID())).toMatchObject({
      cancelAtPeriodEnd: false,
    });
    await cancel();
    await advanceDays(8);
    expect(await subscriptions.getSubscription(id)).toMatchObject({
      status: "canceled",
      latestInvoice: { amountCents: 0 },
    });
  });

  test("a first charge that fails is a bill like any other, and the membership owes it", async () => {
    const { id } = await trialOf(await kept(cardThatFailsLater));
    await advanceDays(8);
    expect(await gateway().subscriptions.getSubscription(id)).toMatchObject({
      status: "past_due",
      latestInvoice: { status: "open", amountCents: 1_900, reason: "subscription_cycle" },
    });
  });

  test("no trial begins with a card that is not kept, and the same key begins one", async () => {
    const { id: open } = await newSetup();
    await expect(trialOf(open)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    const trial = membership({ trial: { days: 3, setupIntentId: await kept() } });
    const [one, other] = [
      await gateway().subscriptions.createSubscription(trial),
      await gateway().subscriptions.createSubscription(trial),
    ];
    expect(other.id).toBe(one.id);
  });

  test("the card of a setup pays for what is added right after it", async () => {
    const paidIntentId = await kept();
    await trialOf(paidIntentId);
    const charged = await gateway().chargeSavedCard({
      paidIntentId,
      amountCents: 700,
      currency: "usd",
      receiptEmail: "member@example.com",
      metadata: {},
      idempotencyKey: randomUUID(),
    });
    expect(charged).toMatchObject({ status: "succeeded", receivedCents: 700 });
  });

  test("whoever is forgotten has no trial any more", async () => {
    const setupId = await kept();
    const { id } = await trialOf(setupId);
    await gateway().deletePayer(setupId);
    expect(await gateway().subscriptions.getSubscription(id)).toMatchObject({ status: "canceled" });
  });
}
