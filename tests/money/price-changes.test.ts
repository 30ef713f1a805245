import { afterEach, describe, expect, test } from "vitest";
import {
  announcePriceChange,
  listMemberPrices,
  withdrawPriceChange,
} from "#contract/memberships/price-changes.ts";
import { endMembership } from "#server/features/memberships/end-membership.ts";
import { reconcileMemberships } from "#server/features/memberships/reconcile-memberships.ts";
import { queuePriceNews } from "#server/features/memberships/queue-price-news.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { joinClub, type Member } from "./club.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

/** Pays once, and declines whenever it is charged later. */
const failingCard = "4000000000000341";
const goodCard = "4242424242424242";
const [monthCents, yearCents, newCents, newYearCents] = [1_900, 19_000, 2_400, 24_000];
const dayMs = 86_400_000;

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("members of a product whose price changes, with $provider", async ({ open }) => {
  const gateway = await open();
  const { app } = gateway;
  const { pool, payments } = app.services;

  afterEach(async () => {
    // Whatever happened: nobody was charged more than they agreed to, or were told of 30 days before.
    const { rows: unfair } = await pool.query(
      `select b.amount_cents, s.id from subscription_invoices b join subscriptions s on s.id = b.subscription_id
        where b.amount_cents > case when b.period_end > b.period_start + interval '300 days' then ${yearCents} else ${monthCents} end
          and not exists (select from member_prices m where m.subscription_id = s.id and m.price_cents = b.amount_cents
                             and m.told_at <= b.period_start - interval '30 days')
          and s.created_at < coalesce((select min(c.created_at) from price_changes c where c.product_id = s.product_id), 'infinity')
          and exists (select from order_items i where i.order_id = s.order_id and i.unit_price_cents in (${monthCents}, ${yearCents}))`,
    );
    if (unfair.length > 0) throw new Error(`charged more than was told: ${JSON.stringify(unfair)}`);
    // Years go by in some tests: whoever went on would be billed in all that follow.
    const { rows } = await pool.query<{ id: string }>(
      "select provider_subscription_id as id from subscriptions where ended_at is null",
    );
    for (const { id } of rows) await endMembership(app.services, id);
    await gateway.deliver();
  });

  async function creatorOf({ productId }: Member) {
    const { rows } = await pool.query<{ id: string }>("select owner_id as id from products where id = $1", [
      productId,
    ]);
    return app.as({ id: rows[0]?.id ?? "" });
  }
  /** Its creator saves another price, and has present members told. */
  async function announce(member: Member, priceCents: number, billingInterval: "MONTH" | "YEAR" = "MONTH") {
    const column = `case when billing_interval = '${billingInterval}' then`;
    await pool.query(
      `update products set price_cents = ${column} $2 else price_cents end,
              yearly_price_cents = ${column} yearly_price_cents else $2 end where id = $1`,
      [member.productId, priceCents],
    );
    const answer = await (
      await creatorOf(member)
    ).call(announcePriceChange, {
      params: { id: member.productId },
      body: { billingInterval, priceCents },
    });
    await gateway.deliver();
    return answer;
  }
  async function withdraw(member: Member, billingInterval: "MONTH" | "YEAR" = "MONTH") {
    const answer = await (
      await creatorOf(member)
    ).call(withdrawPriceChange, {
      params: { id: member.productId },
      body: { billingInterval },
    });
    await gateway.deliver();
    return answer;
  }
  const seenBy = async (member: Member) =>
    (await (await creatorOf(member)).call(listMemberPrices, { params: { id: member.productId } })).body;
  async function pass(days: number) {
    // Not further at once than a month: what happened in between is heard of in between.
    for (let left = days; left > 0; left -= 15) {
      await gateway.pass({ days: Math.min(left, 15) });
      await gateway.deliver();
    }
  }
  const newsOf = async ({ id }: Member) =>
    (
      await pool.query<{ news: string }>(
        `select data ->> 'news' as news from mail_outbox
          where template = 'price-change' and data ->> 'subscriptionId' = $1 order by created_at`,
        [id],
      )
    ).rows.map(({ news }) => news);
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString();
  const yearly = { yearlyPriceCents: yearCents, chosen: "YEAR" } as const;

  test("pay the new one from the first renewal 30 days after they were told, and the old one before", async () => {
    const member = await joinClub(gateway);
    await pass(10);
    expect((await announce(member, newCents)).body).toMatchObject([
      {
        billingInterval: "MONTH",
        prices: [{ priceCents: monthCents, members: 1 }],
        change: { priceCents: newCents },
      },
    ]);
    const { newPrice, nextPlan, priceCents } = await member.shown();
    expect({ nextPlan, priceCents }).toEqual({ nextPlan: null, priceCents: monthCents });
    expect(newPrice?.priceCents).toBe(newCents);
    expect(newPrice?.startsAt && newPrice.startsAt >= inDays(30)).toBe(true);
    await gateway.hearAgain();
    await pass(22);
    expect(await member.paid()).toEqual([monthCents, monthCents]);
    expect(await member.shown()).toMatchObject({
      nextPlan: null,
      newPrice,
      nextPaymentAt: newPrice?.startsAt,
    });
    expect(await seenBy(member)).toMatchObject([{ change: { told: 1, waiting: 1, charged: 0 } }]);
    await pass(32);
    await gateway.hearAgain();
    expect(await member.paid()).toEqual([monthCents, monthCents, newCents]);
    expect(await member.shown()).toMatchObject({ priceCents: newCents, newPrice: null, nextPlan: null });
    expect(await seenBy(member)).toMatchObject([{ change: { told: 1, waiting: 0, charged: 1 } }]);
    await pass(31);
    expect(await member.paid()).toEqual([monthCents, monthCents, newCents, newCents]);
    expect(await newsOf(member)).toEqual(["ANNOUNCED"]);
  });

  test("pay a lower one by the same rule", async () => {
    const member = await joinClub(gateway);
    // A first renewal may come 31 days after the purchase.
    await pass(10);
    await announce(member, 900);
    await pass(55);
    expect(await member.paid()).toEqual([monthCents, monthCents, 900]);
  });

  test("pay what they did where it is withdrawn, by the month and by the year, and hear so", async () => {
    const [member, other] = [await joinClub(gateway), await joinClub(gateway, yearly)];
    await announce(member, newCents);
    await announce(other, newYearCents, "YEAR");
    expect(await other.shown()).toMatchObject({
      newPrice: { priceCents: newYearCents, startsAt: other.paidUntil.toISOString() },
    });
    await pass(20);
    expect((await withdraw(member)).body).toMatchObject([{ change: null }]);
    await withdraw(other, "YEAR");
    for (const each of [member, other]) {
      expect(await each.shown()).toMatchObject({ newPrice: null, nextPlan: null });
      expect(await newsOf(each)).toEqual(["ANNOUNCED", "WITHDRAWN"]);
    }
    await withdraw(member);
    expect(await newsOf(member)).toHaveLength(2);
    await pass(350);
    expect(new Set(await member.paid())).toEqual(new Set([monthCents]));
    expect(await other.paid()).toEqual([yearCents, yearCents]);
  });

  test("cannot be told twice at once, nor withdrawn in the last two days; a later one takes its place", async () => {
    const member = await joinClub(gateway);
    await pass(5);
    await announce(member, newCents);
    expect(await announce(member, 3_000)).toMatchObject({ status: 409, body: { code: "PRICE_CHANGE_OPEN" } });
    await pass(29);
    expect(await withdraw(member)).toMatchObject({ status: 409, body: { code: "PRICE_CHANGE_BEGINS" } });
    await pass(2);
    expect((await announce(member, 3_000)).status).toBe(200);
    expect(await member.shown()).toMatchObject({ newPrice: { priceCents: 3_000 } });
    await pass(64);
    expect(await member.paid()).toEqual([monthCents, monthCents, monthCents, 3_000]);
    expect(await newsOf(member)).toEqual(["ANNOUNCED", "ANNOUNCED"]);
  });

  test("are no more than three times told in 30 days", async () => {
    const member = await joinClub(gateway);
    for (const cents of [2_000, 2_100, 2_200]) {
      expect((await announce(member, cents)).status).toBe(200);
      expect((await withdraw(member)).status).toBe(200);
    }
    expect(await announce(member, 2_300)).toMatchObject({
      status: 409,
      body: { code: "PRICE_CHANGE_LIMIT" },
    });
  });

  test("who joined at the new price, or joined after it was announced, hear nothing", async () => {
    const member = await joinClub(gateway);
    await pass(5);
    await announce(member, newCents);
    const later = await joinClub(gateway, { productId: member.productId });
    await pass(65);
    expect(await later.paid()).toEqual([newCents, newCents, newCents]);
    expect(await newsOf(later)).toEqual([]);
    expect(await member.paid()).toEqual([monthCents, monthCents, newCents]);
  });

  test("in their free trial pay the first time what they agreed to", async () => {
    const member = await joinClub(gateway, { trialDays: 60 });
    await pass(1);
    await announce(member, newCents);
    const { newPrice, trialEndsAt } = await member.shown();
    expect(new Date(newPrice?.startsAt ?? 0).getTime()).toBeGreaterThan(
      new Date(trialEndsAt ?? 0).getTime() + 27 * dayMs,
    );
    await pass(60);
    expect(await member.paid()).toEqual([0, monthCents]);
    await pass(32);
    expect(await member.paid()).toEqual([0, monthCents, newCents]);
  });

  test("who rest pay what they did when they go on, and the new one after", async () => {
    const member = await joinClub(gateway);
    await member.pause(3);
    await gateway.deliver();
    await announce(member, newCents);
    expect(await member.shown()).toMatchObject({ state: "PAUSED", newPrice: { priceCents: newCents } });
    await pass(40);
    await member.resume();
    await gateway.deliver();
    expect(await member.paid()).toEqual([monthCents, monthCents]);
    await pass(32);
    expect(await member.paid()).toEqual([monthCents, monthCents, newCents]);
  });

  test("who have cancelled hear nothing, and who stay after all are told then", async () => {
    const [ended, kept] = [await joinClub(gateway), await joinClub(gateway)];
    for (const member of [ended, kept]) {
      await member.cancel();
      await announce(member, newCents);
    }
    await pass(20);
    await kept.keep();
    await gateway.deliver();
    expect([await newsOf(ended), await newsOf(kept)]).toEqual([[], ["ANNOUNCED"]]);
    await pass(25);
    expect(await kept.paid()).toEqual([monthCents, monthCents]);
    await pass(25);
    expect(await ended.paid()).toEqual([monthCents]);
    expect(await kept.paid()).toEqual([monthCents, monthCents, newCents]);
  });

  test("who were told and cancel pay nothing more; who keep it pay what they were told", async () => {
    const member = await joinClub(gateway, yearly);
    await announce(member, newYearCents, "YEAR");
    await member.cancel();
    await gateway.deliver();
    expect(await member.shown()).toMatchObject({ state: "ENDING", newPrice: null });
    await member.keep();
    await gateway.deliver();
    await pass(370);
    expect(await member.paid()).toEqual([yearCents, newYearCents]);
  });

  test("who agreed to move to the month pay what they agreed to, and are told as monthly members", async () => {
    const member = await joinClub(gateway, yearly);
    await member.move((await member.previewMove("MONTH")).body);
    await gateway.deliver();
    app.clock.advance({ minutes: 1 });
    await announce(member, newYearCents, "YEAR");
    await announce(member, newCents);
    expect(await newsOf(member)).toEqual([]);
    await pass(368);
    expect(await member.paid()).toEqual([yearCents, monthCents]);
    expect(await newsOf(member)).toEqual(["ANNOUNCED"]);
    await pass(62);
    expect(await member.paid()).toEqual([yearCents, monthCents, monthCents, newCents]);
  });

  test("who were told of a dearer year may move to the month, and change their mind", async () => {
    const [moved, back] = [await joinClub(gateway, yearly), await joinClub(gateway, yearly)];
    for (const member of [moved, back]) {
      await announce(member, newYearCents, "YEAR");
      expect((await member.move((await member.previewMove("MONTH")).body)).status).toBe(200);
      await gateway.deliver();
      expect(await member.shown()).toMatchObject({ nextPlan: { billingInterval: "MONTH" }, newPrice: null });
    }
    expect((await back.undoMove()).status).toBe(200);
    await gateway.deliver();
    expect(await back.shown()).toMatchObject({ nextPlan: null, newPrice: { priceCents: newYearCents } });
    await pass(370);
    expect(await moved.paid()).toEqual([yearCents, monthCents]);
    expect(await back.paid()).toEqual([yearCents, newYearCents]);
  });

  test("who were told of a dearer month may move to the year at once", async () => {
    const member = await joinClub(gateway, { yearlyPriceCents: yearCents });
    await announce(member, newCents);
    const { body } = await member.previewMove("YEAR");
    expect((await member.move(body)).body).toMatchObject({ isPaid: true });
    await gateway.deliver();
    expect(await member.shown()).toMatchObject({ billingInterval: "YEAR", newPrice: null, nextPlan: null });
    await pass(70);
    expect(await member.paid()).toHaveLength(2);
  });

  test("whose card fails owe what it was, and pay the new one once they have paid that", async () => {
    const member = await joinClub(gateway, { number: failingCard });
    await pass(33);
    expect(await member.shown()).toMatchObject({ state: "PAST_DUE" });
    await announce(member, newCents);
    const { setupIntentId, clientSecret } = await member.openCardForm();
    await gateway.giveCard({ setupIntentId, clientSecret }, goodCard);
    await member.finishCard(setupIntentId);
    await gateway.deliver();
    expect(await member.paid()).toEqual([monthCents, monthCents]);
    await pass(62);
    expect(await member.paid()).toEqual([monthCents, monthCents, monthCents, newCents]);
  });

  test("pay what they were told where the provider did not answer, and where a process died", async () => {
    const member = await joinClub(gateway, yearly);
    const { setNextPlan } = payments.subscriptions;
    payments.subscriptions.setNextPlan = async () => {
      throw new GatewayError("unavailable", "No answer", true);
    };
    await expect(announce(member, newYearCents, "YEAR")).rejects.toThrow("No answer");
    payments.subscriptions.setNextPlan = setNextPlan;
    await pool.query("delete from job_outbox");
    await pass(5);
    await reconcileMemberships(app.services);
    await gateway.deliver();
    await pass(365);
    expect(await member.paid()).toEqual([yearCents, newYearCents]);
  });

  test("are told once however often the job is repeated", async () => {
    const member = await joinClub(gateway);
    await announce(member, newCents);
    const { rows } = await pool.query<{ id: string }>("select id from price_changes where product_id = $1", [
      member.productId,
    ]);
    const again = () =>
      queuePriceNews.handle(app.services, { priceChangeId: rows[0]?.id ?? "", after: null });
    await Promise.all([again(), again(), again()]);
    await gateway.deliver();
    expect(await newsOf(member)).toEqual(["ANNOUNCED"]);
    expect(await member.shown()).toMatchObject({ newPrice: { priceCents: newCents } });
  });

  test("cannot be charged more by a mistake of ours: the database refuses it", async () => {
    const member = await joinClub(gateway);
    const raise = (cents: number) =>
      pool.query(
        "update subscriptions set next_billing_interval = 'MONTH', next_price_cents = $2 where id = $1",
        [member.id, cents],
      );
    await expect(raise(newCents)).rejects.toMatchObject({ code: "23514" });
    await announce(member, newCents);
    // Told, and too early.
    await expect(raise(newCents)).rejects.toMatchObject({ code: "23514" });
    await pass(32);
    await expect(raise(newCents + 1)).rejects.toMatchObject({ code: "23514" });
    expect((await raise(newCents)).rowCount).toBe(1);
  });

  test("leave books that balance", async () => {
    await gateway.deliver();
    expect(await auditNow(app)).toEqual([]);
  });
});
