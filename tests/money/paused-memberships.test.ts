import { describe, expect, test } from "vitest";
import { reconcileMemberships } from "#server/features/memberships/reconcile-memberships.ts";
import { joinClub, type Member } from "./club.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

const dayMs = 86_400_000;

const periods = { MONTH: [28, 29, 30, 31], YEAR: [365, 366] };

describe.each([
  { provider: "the sandbox", open: sandboxGateway, billingInterval: "MONTH" as const },
  { provider: "the sandbox", open: sandboxGateway, billingInterval: "YEAR" as const },
  { provider: "Stripe", open: stripeGateway, billingInterval: "MONTH" as const },
  { provider: "Stripe", open: stripeGateway, billingInterval: "YEAR" as const },
])("a paused membership by the $billingInterval, with $provider", async ({ open, billingInterval }) => {
  const gateway = await open();
  const { app } = gateway;

  /** Days go by one after the other, with the minute's work of the shop at the end of each. */
  async function days(count: number) {
    for (let day = 0; day < count; day++) {
      await gateway.pass({ days: 1 });
      await reconcileMemberships(app.services);
    }
    await gateway.deliver();
  }
  /** To so many days after what joining paid for is over, in one step. */
  async function toDaysAfterPaid({ paidUntil }: Member, more: number) {
    const ms = paidUntil.getTime() - app.clock.now().getTime() + more * dayMs;
    await gateway.pass({ hours: Math.round(ms / 3_600_000) });
    await reconcileMemberships(app.services);
    await gateway.deliver();
  }
  const daysFromNow = (moment: string | null) =>
    Math.round((new Date(moment ?? 0).getTime() - app.clock.now().getTime()) / dayMs);

  const periodDays = periods[billingInterval];
  async function paused(months: 1 | 3, number?: string) {
    const member = await joinClub(gateway, {
      billingInterval,
      ...(number !== undefined && { number }),
    });
    expect((await member.pause(months)).body).toMatchObject({ state: "PAUSED", isOpen: true });
    return member;
  }
  const expectNewPeriod = async (member: Member) => {
    const { state, nextPaymentAt } = await member.shown();
    expect(state).toBe("ACTIVE");
    expect(periodDays).toContain(daysFromNow(nextPaymentAt));
    expect(await member.isOpen()).toBe(true);
  };

  test("costs nothing to go on with in time, and is billed when its period ends, as before", async () => {
    const member = await paused(1);
    expect((await member.resume()).body).toMatchObject({
      state: "ACTIVE",
      nextPaymentAt: member.paidUntil.toISOString(),
    });
    await toDaysAfterPaid(member, -1);
    expect(await member.paid()).toEqual([1_900]);
    await toDaysAfterPaid(member, 1);
    expect(await member.paid()).toEqual([1_900, 1_900]);
    expect(await member.isOpen()).toBe(true);
  });

  test("is closed after what was paid for, and going on then charges a whole new period at once", async () => {
    const member = await paused(3);
    await toDaysAfterPaid(member, -1);
    expect(await member.isOpen()).toBe(true);
    await toDaysAfterPaid(member, 10);
    expect(await member.shown()).toMatchObject({ state: "PAUSED", isOpen: false });
    expect(await member.isOpen()).toBe(false);

    const { status, body } = await member.resume();
    expect([status, body.state]).toEqual([200, "ACTIVE"]);
    expect(await member.paid()).toEqual([1_900, 1_900]);
    await expectNewPeriod(member);
    // The months that it was to rest for go by: nothing is charged before the new period is over.
    await days(20);
    expect(await member.paid()).toHaveLength(2);
    await gateway.pass({ days: (periodDays.at(-1) ?? 0) - 18 });
    await gateway.deliver();
    expect(await member.paid()).toHaveLength(3);
  });

  test("goes on by itself with a bill when its months are over, and not before", async () => {
    const member = await paused(1);
    await toDaysAfterPaid(member, 27);
    expect(await member.paid()).toEqual([1_900]);
    expect(await member.isOpen()).toBe(false);
    await days(6);
    expect(await member.paid()).toEqual([1_900, 1_900]);
    const { state, nextPaymentAt } = await member.shown();
    expect(state).toBe("ACTIVE");
    expect(daysFromNow(nextPaymentAt)).toBeGreaterThanOrEqual((periodDays[0] ?? 0) - 6);
    expect(await member.isOpen()).toBe(true);
    await days(3);
    expect(await member.paid()).toHaveLength(2);
  });

  test("is charged once, whoever ends the pause and how often at once", async () => {
    const member = await paused(1);
    await toDaysAfterPaid(member, 20);
    const answers = await Promise.all([member.resume(), member.resume(), member.resume()]);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    await gateway.deliver();
    await member.resume();
    expect(await member.paid()).toEqual([1_900, 1_900]);
    await expectNewPeriod(member);
    await days(14);
    await member.resume();
    expect(await member.paid()).toHaveLength(2);
    // News of the pause, and of bills before it, comes late and twice.
    const shown = await member.shown();
    await gateway.hearAgain();
    expect(await member.shown()).toEqual(shown);
    expect(await member.paid()).toHaveLength(2);
  });

  test("whose next bill fails has the grace of any failed bill, and no free period", async () => {
    const member = await paused(1, "4000000000000341");
    await toDaysAfterPaid(member, 10);
    expect((await member.resume()).body).toMatchObject({
      state: "PAST_DUE",
      isOpen: true,
      failedPayment: { amountCents: 1_900 },
    });
    await days(8);
    expect(await member.shown()).toMatchObject({ state: "PAST_DUE", isOpen: false });
    expect(await member.isOpen()).toBe(false);
    const form = await member.openCardForm();
    await gateway.giveCard(form, "4242424242424242");
    expect((await member.finishCard(form.setupIntentId)).body).toMatchObject({ isPaid: true });
    expect(await member.paid()).toEqual([1_900, 1_900]);
    expect(await member.isOpen()).toBe(true);
  });
});
