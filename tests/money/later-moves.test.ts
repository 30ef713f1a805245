import { afterEach, describe, expect, test } from "vitest";
import { endMembership } from "#server/features/memberships/end-membership.ts";
import { reconcileMemberships } from "#server/features/memberships/reconcile-memberships.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { SubscriptionGateway } from "#server/payments/subscription-gateway.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { joinClub, type Member } from "./club.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

/** Pays once, and declines whenever it is charged later. */
const failingCard = "4000000000000341";
const [monthCents, yearCents] = [1_900, 19_000];

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("a membership that moves to the month, with $provider", async ({ open }) => {
  const gateway = await open();
  const { app } = gateway;
  const { pool, payments } = app.services;

  // Years go by in nearly every test: whoever went on would be billed in all that follow.
  afterEach(async () => {
    const { rows } = await pool.query<{ id: string }>(
      "select provider_subscription_id as id from subscriptions where ended_at is null",
    );
    for (const { id } of rows) await endMembership(app.services, id);
    await gateway.deliver();
  });

  async function joined(number?: string) {
    const member = await joinClub(gateway, {
      yearlyPriceCents: yearCents,
      chosen: "YEAR",
      ...(number !== undefined && { number }),
    });
    expect(await member.paid()).toEqual([yearCents]);
    return member;
  }
  const seen = async (member: Member) => (await member.previewMove("MONTH")).body;
  /** They have seen what it means, and agreed to it. */
  async function agreed(number?: string) {
    const member = await joined(number);
    expect((await member.move(await seen(member))).status).toBe(200);
    await gateway.deliver();
    return member;
  }
  /** To so many days after the year that joining paid for. */
  async function toDaysAfterYear({ paidUntil }: Member, days: number) {
    const ms = paidUntil.getTime() - app.clock.now().getTime() + days * 86_400_000;
    await gateway.pass({ hours: Math.round(ms / 3_600_000) });
    await gateway.deliver();
  }
  async function newsOf({ id }: Member) {
    const { rows } = await pool.query<{ news: string }>(
      `select data ->> 'news' as news from mail_outbox
        where template = 'membership-changed' and data ->> 'subscriptionId' = $1 order by created_at`,
      [id],
    );
    return rows.map(({ news }) => news);
  }
  /** The provider does otherwise for as long as that takes. */
  async function withProvider<Answer>(
    fault: (real: SubscriptionGateway["setNextPlan"]) => SubscriptionGateway["setNextPlan"],
    what: () => Promise<Answer>,
  ): Promise<Answer> {
    const { subscriptions } = payments;
    const { setNextPlan } = subscriptions;
    subscriptions.setNextPlan = fault(setNextPlan);
    try {
      return await what();
    } finally {
      subscriptions.setNextPlan = setNextPlan;
    }
  }

  test("pays nothing before the year is over, then by the month, as it was shown", async () => {
    const member = await joined();
    const preview = await seen(member);
    const end = member.paidUntil.toISOString();
    expect(preview).toMatchObject({
      billingInterval: "MONTH",
      priceCents: monthCents,
      chargeCents: 0,
      creditCents: 0,
      startsAt: end,
      nextPaymentAt: end,
    });
    const { body } = await member.move(preview);
    const nextPlan = { billingInterval: "MONTH", priceCents: monthCents, startsAt: end };
    expect(body).toMatchObject({
      isPaid: true,
      membership: {
        state: "ACTIVE",
        billingInterval: "YEAR",
        priceCents: yearCents,
        nextPlan,
        otherPlan: null,
      },
    });
    await gateway.deliver();
    await gateway.hearAgain();
    expect(await member.shown()).toMatchObject({ billingInterval: "YEAR", nextPlan });
    // What new members pay by then is another matter.
    await pool.query("update products set price_cents = 2500 where id = $1", [member.productId]);
    await toDaysAfterYear(member, 1);
    expect(await member.shown()).toMatchObject({
      state: "ACTIVE",
      billingInterval: "MONTH",
      priceCents: monthCents,
      nextPlan: null,
    });
    await gateway.hearAgain();
    await gateway.pass({ days: 31 });
    await gateway.deliver();
    expect(await member.paid()).toEqual([yearCents, monthCents, monthCents]);
    expect(await newsOf(member)).toEqual(["MOVE_PLANNED"]);
  });

  test("takes it back until then, and goes on by the year", async () => {
    const member = await agreed();
    expect((await member.undoMove()).body).toMatchObject({ nextPlan: null, billingInterval: "YEAR" });
    expect((await member.undoMove()).status).toBe(409);
    await gateway.deliver();
    await toDaysAfterYear(member, 1);
    expect(await member.paid()).toEqual([yearCents, yearCents]);
    expect(await newsOf(member)).toEqual(["MOVE_PLANNED", "MOVE_UNDONE"]);
  });

  test("is noted once by a double press, and two tabs that disagree end as the last of them said", async () => {
    const member = await joined();
    const [one, other] = [await seen(member), await seen(member)];
    const answers = await Promise.all([member.move(one), member.move(one), member.move(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await Promise.all([member.undoMove(), member.undoMove()]);
    const again = await member.move(await seen(member));
    expect(again.status).toBe(200);
    await gateway.deliver();
    await toDaysAfterYear(member, 1);
    expect(await member.paid()).toEqual([yearCents, monthCents]);
  });

  test("that is cancelled ends with the year, and that is kept moves as it was agreed", async () => {
    const [ended, kept] = [await agreed(), await agreed()];
    expect((await ended.cancel()).body).toMatchObject({ state: "ENDING", nextPlan: null });
    expect((await kept.cancel()).body).toMatchObject({ state: "ENDING" });
    await gateway.deliver();
    expect((await kept.keep()).body).toMatchObject({
      state: "ACTIVE",
      nextPlan: { billingInterval: "MONTH", priceCents: monthCents },
    });
    await gateway.deliver();
    await toDaysAfterYear(kept, 1);
    expect(await ended.paid()).toEqual([yearCents]);
    expect(await kept.paid()).toEqual([yearCents, monthCents]);
  });

  test("that rests beyond its year goes on by the month, and is billed once", async () => {
    const member = await agreed();
    const { body } = await member.pause(1);
    expect(body).toMatchObject({ state: "PAUSED", nextPlan: { startsAt: body.nextPaymentAt } });
    await gateway.deliver();
    await toDaysAfterYear(member, 35);
    await gateway.pass({ hours: 2 });
    await reconcileMemberships(app.services);
    await gateway.deliver();
    expect(await member.shown()).toMatchObject({ state: "ACTIVE", billingInterval: "MONTH", nextPlan: null });
    expect(await member.paid()).toEqual([yearCents, monthCents]);
  });

  test("whose card does not pay the first month owes the month, not the year", async () => {
    const member = await agreed(failingCard);
    await toDaysAfterYear(member, 1);
    expect(await member.shown()).toMatchObject({
      state: "PAST_DUE",
      billingInterval: "MONTH",
      failedPayment: { amountCents: monthCents },
    });
  });

  test("moves where the provider did not answer when its member agreed", async () => {
    const member = await joined();
    const preview = await seen(member);
    const silent = async () => {
      throw new GatewayError("unavailable", "No answer", true);
    };
    const answer = await withProvider(
      () => silent,
      () => member.move(preview),
    );
    expect(answer.body).toMatchObject({ membership: { nextPlan: { priceCents: monthCents } } });
    expect(await newsOf(member)).toEqual([]);
    await gateway.pass({ hours: 1 });
    await gateway.deliver();
    expect(await newsOf(member)).toEqual(["MOVE_PLANNED"]);
    await toDaysAfterYear(member, 1);
    expect(await member.paid()).toEqual([yearCents, monthCents]);
  });

  test("stays as it was where the provider refuses", async () => {
    const member = await joined();
    const before = await member.shown();
    const preview = await seen(member);
    const refuses = async () => {
      throw new GatewayError("parameter_invalid", "No");
    };
    const { status } = await withProvider(
      () => refuses,
      () => member.move(preview),
    );
    expect(status).toBe(503);
    expect(await member.shown()).toEqual(before);
    expect((await member.move(await seen(member))).status).toBe(200);
  });

  test("is found by the schedule where a process died, and its news was lost", async () => {
    const member = await joined();
    // Written, and then nothing more of it was done.
    await pool.query(
      "update subscriptions set next_billing_interval = 'MONTH', next_price_cents = $2 where id = $1",
      [member.id, monthCents],
    );
    await gateway.pass({ hours: 7 });
    await reconcileMemberships(app.services);
    await gateway.deliver();
    await toDaysAfterYear(member, 1);
    expect(await member.paid()).toEqual([yearCents, monthCents]);
  });

  test("agrees to no other price, and to none in the last hour of the year", async () => {
    const member = await joined();
    const preview = await seen(member);
    const other = { body: { code: "AMOUNT_CHANGED" } };
    expect(await member.move({ ...preview, priceCents: 1_800 })).toMatchObject(other);
    expect(await member.move({ ...preview, chargeCents: 1 })).toMatchObject(other);
    const ms = member.paidUntil.getTime() - app.clock.now().getTime();
    app.clock.advance({ minutes: Math.floor(ms / 60_000) - 30 });
    expect((await member.previewMove("MONTH")).body).toMatchObject({ code: "MOVE_TOO_LATE" });
    await pool.query("update products set state = 'ARCHIVED' where id = $1", [member.productId]);
    expect((await member.previewMove("MONTH")).status).toBe(409);
  });

  test("leaves books that balance", async () => {
    await gateway.deliver();
    expect(await auditNow(app)).toEqual([]);
  });
});
