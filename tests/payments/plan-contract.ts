import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type {
  CardChange,
  GatewaySubscription,
  NewSubscription,
  PlanChange,
  SubscriptionGateway,
} from "#server/payments/subscription-gateway.ts";

type Given = {
  gateway(): SubscriptionGateway;
  /** A membership whose first bill, of $19 a month unless told, is paid with a good card, or with that one. */
  begun(cardNumber?: string, more?: Partial<NewSubscription>): Promise<GatewaySubscription>;
  /** Lets time pass at the provider, and what falls due in it happen. */
  advanceDays(days: number): Promise<void>;
  /** Gives a new card as a member in a browser would. */
  confirmCard(change: CardChange, cardNumber: string): Promise<void>;
};

/** Pays once; every later charge of it fails. */
const cardThatFailsLater = "4000000000000341";
const goodCard = "4242424242424242";
const dayMs = 86_400_000;
const month = { interval: "month" as const, priceCents: 1_900 };
const year = { interval: "year" as const, priceCents: 19_000 };

/** What every gateway must do with memberships that move to another interval. */
export function testPlans({ gateway, begun, advanceDays, confirmCard }: Given): void {
  /** Half of its month later. */
  async function midway(cardNumber?: string, more?: Partial<NewSubscription>) {
    const running = await begun(cardNumber, more);
    const bill = running.latestInvoice;
    if (!bill) throw new Error("there is no bill");
    const days = (bill.periodEnd.getTime() - bill.periodStart.getTime()) / dayMs;
    await advanceDays(days / 2);
    const half = Math.floor((bill.periodStart.getTime() + bill.periodEnd.getTime()) / 2000) * 1000;
    const change: PlanChange = { plan: year, at: new Date(half), creditsRest: true };
    return { running, change };
  }

  test("moving from month to year is previewed and charged to the cent, and begins a year at once", async () => {
    const { running, change } = await midway();
    const preview = await gateway().previewPlan(running.id, change);
    expect(preview.chargeCents + preview.creditCents).toBe(19_000);
    expect(Math.abs(preview.creditCents - 950)).toBeLessThanOrEqual(1);
    expect(await gateway().getSubscription(running.id)).toMatchObject({
      plan: { interval: "month", priceCents: 1_900 },
      latestInvoice: { id: running.latestInvoice?.id },
    });
    const key = randomUUID();
    expect(await gateway().changePlan(running.id, change, key)).toEqual({ isMoved: true });
    const moved = await gateway().getSubscription(running.id);
    expect(moved).toMatchObject({
      status: "active",
      plan: year,
      latestInvoice: {
        reason: "subscription_cycle",
        status: "paid",
        amountCents: preview.chargeCents,
        intent: { status: "succeeded", receivedCents: preview.chargeCents },
      },
    });
    const bill = moved.latestInvoice;
    const days = ((bill?.periodEnd.getTime() ?? 0) - (bill?.periodStart.getTime() ?? 0)) / dayMs;
    expect([365, 366]).toContain(Math.round(days));
    expect(moved.currentPeriodEnd).toEqual(bill?.periodEnd);
    await advanceDays(367);
    expect((await gateway().getSubscription(running.id)).latestInvoice).toMatchObject({
      status: "paid",
      amountCents: 19_000,
    });
  });

  test("a dearer plan of the same interval begins a period now, for its price less the rest of the present one", async () => {
    const { running, change } = await midway();
    const dearer = { ...change, plan: { interval: "month" as const, priceCents: 4_900 } };
    const preview = await gateway().previewPlan(running.id, dearer);
    expect(preview.chargeCents + preview.creditCents).toBe(4_900);
    expect(Math.abs(preview.creditCents - 950)).toBeLessThanOrEqual(1);
    const key = randomUUID();
    expect(await gateway().changePlan(running.id, dearer, key)).toEqual({ isMoved: true });
    expect(await gateway().changePlan(running.id, dearer, randomUUID())).toEqual({ isMoved: true });
    const moved = await gateway().getSubscription(running.id);
    expect(moved).toMatchObject({
      status: "active",
      plan: dearer.plan,
      latestInvoice: { status: "paid", amountCents: preview.chargeCents },
    });
    const { periodStart, periodEnd } = moved.latestInvoice ?? {};
    expect(Math.abs((periodStart?.getTime() ?? 0) - change.at.getTime())).toBeLessThan(60_000);
    expect(moved.currentPeriodEnd).toEqual(periodEnd);
    await advanceDays(32);
    expect((await gateway().getSubscription(running.id)).latestInvoice).toMatchObject({
      status: "paid",
      amountCents: 4_900,
    });
  });

  test("a card that does not pay a dearer plan leaves all as it was", async () => {
    const { running, change } = await midway(cardThatFailsLater);
    const before = await gateway().getSubscription(running.id);
    const dearer = { ...change, plan: { interval: "month" as const, priceCents: 4_900 } };
    expect(await gateway().changePlan(running.id, dearer, randomUUID())).toMatchObject({ isMoved: false });
    expect(await gateway().getSubscription(running.id)).toEqual(before);
  });

  test("who asks for it again, under whatever key, is charged once", async () => {
    const { running, change } = await midway();
    const [key, later] = [randomUUID(), randomUUID()];
    for (const one of [key, key, later])
      expect(await gateway().changePlan(running.id, change, one)).toEqual({ isMoved: true });
    const first = (await gateway().getSubscription(running.id)).latestInvoice;
    expect(first?.intent?.receivedCents).toBe((await gateway().getInvoice(first?.id ?? "")).amountCents);
    expect((await gateway().getSubscription(running.id)).latestInvoice?.id).toBe(first?.id);
  });

  test("a card that does not pay leaves plan, period and bills as they were", async () => {
    const { running, change } = await midway(cardThatFailsLater);
    const before = await gateway().getSubscription(running.id);
    expect(await gateway().changePlan(running.id, change, randomUUID())).toEqual({
      isMoved: false,
      code: expect.any(String),
      message: expect.stringContaining("declined"),
    });
    expect(await gateway().getSubscription(running.id)).toEqual(before);
  });

  test("a discount of the first period, and what was bought beside it, are not credited", async () => {
    const { running, change } = await midway(goodCard, {
      firstDiscountCents: 900,
      extras: [{ title: "A bump", amountCents: 700 }],
    });
    expect(running.latestInvoice?.amountCents).toBe(1_700);
    const { creditCents } = await gateway().previewPlan(running.id, change);
    expect(Math.abs(creditCents - 500)).toBeLessThanOrEqual(1);
  });

  test("where nothing is to be credited the whole price is charged", async () => {
    const { running, change } = await midway();
    const whole = { ...change, creditsRest: false };
    expect(await gateway().previewPlan(running.id, whole)).toMatchObject({
      chargeCents: 19_000,
      creditCents: 0,
    });
    expect(await gateway().changePlan(running.id, whole, randomUUID())).toEqual({ isMoved: true });
    expect((await gateway().getSubscription(running.id)).latestInvoice?.amountCents).toBe(19_000);
  });

  test("one that rests, or owes, does not move", async () => {
    const { running, change } = await midway();
    await gateway().pauseSubscription(
      running.id,
      new Date((running.currentPeriodEnd?.getTime() ?? 0) + 30 * dayMs),
      randomUUID(),
    );
    await expect(gateway().changePlan(running.id, change, randomUUID())).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  test("a next plan is billed from the end of what is paid, and nothing before", async () => {
    const running = await begun(goodCard, { interval: "year", priceCents: 19_000 });
    const end = running.currentPeriodEnd;
    const set = await gateway().setNextPlan(running.id, month, randomUUID());
    expect(set).toMatchObject({
      plan: year,
      nextPlan: month,
      currentPeriodEnd: end,
      latestInvoice: { id: running.latestInvoice?.id },
    });
    expect(await gateway().setNextPlan(running.id, month, randomUUID())).toEqual(set);
    await advanceDays(367);
    const moved = await gateway().getSubscription(running.id);
    expect(moved).toMatchObject({
      status: "active",
      plan: month,
      nextPlan: null,
      latestInvoice: { reason: "subscription_cycle", status: "paid", amountCents: 1_900, periodStart: end },
    });
    expect(daysOf(moved)).toBeLessThan(32);
    await advanceDays(32);
    const later = await gateway().getSubscription(running.id);
    expect(later).toMatchObject({ plan: month, nextPlan: null, latestInvoice: { amountCents: 1_900 } });
    expect(later.latestInvoice?.id).not.toBe(moved.latestInvoice?.id);
    // What is over leaves nothing behind that would stand in the way.
    const ending = await gateway().cancelSubscription(running.id, "AT_PERIOD_END", randomUUID());
    expect(ending.cancelAtPeriodEnd).toBe(true);
  });

  test("another price of the same interval is charged from the next period on, on the same day", async () => {
    const running = await begun();
    await gateway().setNextPlan(running.id, { ...month, priceCents: 2_400 }, randomUUID());
    await advanceDays(32);
    expect(await gateway().getSubscription(running.id)).toMatchObject({
      plan: { interval: "month", priceCents: 2_400 },
      nextPlan: null,
      latestInvoice: { status: "paid", amountCents: 2_400, periodStart: running.currentPeriodEnd },
    });
  });

  test("a next plan is taken back, replaced, and dropped by a cancellation", async () => {
    const running = await begun(goodCard, { interval: "year", priceCents: 19_000 });
    const { setNextPlan, cancelSubscription, keepSubscription } = gateway();
    await setNextPlan(running.id, month, randomUUID());
    expect((await setNextPlan(running.id, null, randomUUID())).nextPlan).toBeNull();
    await setNextPlan(running.id, { ...month, priceCents: 800 }, randomUUID());
    expect((await setNextPlan(running.id, month, randomUUID())).nextPlan).toEqual(month);
    const ending = await cancelSubscription(running.id, "AT_PERIOD_END", randomUUID());
    expect(ending).toMatchObject({ cancelAtPeriodEnd: true, nextPlan: null, plan: year });
    await expect(setNextPlan(running.id, month, randomUUID())).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await keepSubscription(running.id, randomUUID());
    expect((await setNextPlan(running.id, month, randomUUID())).nextPlan).toEqual(month);
    expect(await cancelSubscription(running.id, "NOW", randomUUID())).toMatchObject({ status: "canceled" });
  });

  test("who asks for the year after all moves now, and no next plan is left", async () => {
    const { running, change } = await midway();
    await gateway().setNextPlan(running.id, { ...month, priceCents: 2_400 }, randomUUID());
    expect(await gateway().changePlan(running.id, change, randomUUID())).toEqual({ isMoved: true });
    expect(await gateway().getSubscription(running.id)).toMatchObject({ plan: year, nextPlan: null });
  });

  test("a card that is changed meanwhile is the one that the next plan is charged to", async () => {
    const running = await begun(goodCard, { interval: "year", priceCents: 19_000 });
    await gateway().setNextPlan(running.id, month, randomUUID());
    const form = await gateway().startCardChange(running.id, randomUUID());
    await confirmCard(form, "5555555555554444");
    await gateway().finishCardChange(running.id, form.setupIntentId, randomUUID());
    await advanceDays(367);
    expect(await gateway().getSubscription(running.id)).toMatchObject({
      plan: month,
      card: { last4: "4444" },
      latestInvoice: { status: "paid", intent: { card: { last4: "4444" } } },
    });
  });

  test("a rest beyond the paid year goes on with the next plan, once", async () => {
    const running = await begun(goodCard, { interval: "year", priceCents: 19_000 });
    await gateway().setNextPlan(running.id, month, randomUUID());
    const until = new Date((running.currentPeriodEnd?.getTime() ?? 0) + 20 * dayMs);
    await gateway().pauseSubscription(running.id, until, randomUUID());
    await advanceDays(380);
    const resumed = await gateway().resumeSubscription(running.id, randomUUID());
    expect(resumed).toMatchObject({
      plan: month,
      nextPlan: null,
      latestInvoice: { status: "paid", amountCents: 1_900 },
    });
    await gateway().resumeSubscription(running.id, randomUUID());
    expect((await gateway().getSubscription(running.id)).latestInvoice?.id).toBe(resumed.latestInvoice?.id);
  });
}

const daysOf = ({ latestInvoice: bill }: GatewaySubscription): number =>
  Math.round(((bill?.periodEnd.getTime() ?? 0) - (bill?.periodStart.getTime() ?? 0)) / dayMs);
