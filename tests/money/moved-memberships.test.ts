import { describe, expect, test } from "vitest";
import { auditNow } from "#tests/support/paid-order.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { joinClub, type Member } from "./club.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

/** Pays once, and declines whenever it is charged later. */
const failingCard = "4000000000000341";
const goodCard = "4242424242424242";
const yearCents = 19_000;

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("a membership that moves to the year, with $provider", async ({ open }) => {
  const gateway = await open();
  const { app } = gateway;
  const { pool, payments } = app.services;

  /** Ten days of the month are over. */
  async function tenDaysIn(number?: string) {
    const member = await joinClub(gateway, {
      yearlyPriceCents: yearCents,
      ...(number !== undefined && { number }),
    });
    await gateway.pass({ days: 10 });
    return member;
  }
  const seen = async (member: Member) => {
    const { status, body } = await member.previewMove("YEAR");
    expect(status).toBe(200);
    return body;
  };
  const sumOf = async (member: Member) => (await member.paid()).reduce((sum, cents) => sum + cents, 0);

  test("pays the year less the rest of its month, to the cent of what was shown, and then every year", async () => {
    const member = await tenDaysIn();
    const preview = await seen(member);
    expect(preview).toMatchObject({ billingInterval: "YEAR", priceCents: yearCents, currency: "usd" });
    expect(preview.chargeCents).toBe(yearCents - preview.creditCents);
    // Of 28 to 31 days, 18 to 21 are left.
    expect(preview.creditCents).toBeGreaterThan(1_200);
    expect(preview.creditCents).toBeLessThan(1_300);
    expect(await member.paid()).toEqual([1_900]);

    const { body } = await member.move(preview);
    expect(body).toMatchObject({
      isPaid: true,
      message: null,
      membership: {
        state: "ACTIVE",
        billingInterval: "YEAR",
        priceCents: yearCents,
        isOpen: true,
        otherPlan: { billingInterval: "MONTH", priceCents: 1_900 },
      },
    });
    await gateway.deliver();
    expect(await member.paid()).toEqual([1_900, preview.chargeCents]);
    const next = new Date(body.membership.nextPaymentAt ?? 0).getTime() - app.clock.now().getTime();
    expect([365, 366]).toContain(Math.round(next / 86_400_000));
    const { rows } = await pool.query<{ template: string; data: { news?: string } }>(
      `select template, data from mail_outbox where data ->> 'subscriptionId' = (select id::text from subscriptions where product_id = $1)`,
      [member.productId],
    );
    expect(rows).toEqual([
      { template: "membership-changed", data: expect.objectContaining({ news: "MOVED" }) },
    ]);
    await gateway.pass({ days: 367 });
    await gateway.deliver();
    expect(await member.paid()).toEqual([1_900, preview.chargeCents, yearCents]);
  });

  test("is charged once by a double press, from two tabs, and when all news comes again", async () => {
    const member = await tenDaysIn();
    const [one, other] = [await seen(member), await seen(member)];
    const answers = await Promise.all([member.move(one), member.move(one), member.move(other)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await member.move(other)).status).toBe(409);
    await gateway.deliver();
    const shown = await member.shown();
    await gateway.hearAgain();
    expect(await member.shown()).toEqual(shown);
    expect(await member.paid()).toEqual([1_900, one.chargeCents]);
  });

  test("stays as it was where the card does not pay, and moves once another one does", async () => {
    const member = await tenDaysIn(failingCard);
    const before = await member.shown();
    const preview = await seen(member);
    expect((await member.move(preview)).body).toMatchObject({
      isPaid: false,
      message: expect.stringContaining("declined"),
      membership: { state: "ACTIVE", billingInterval: "MONTH", priceCents: 1_900, failedPayment: null },
    });
    await gateway.deliver();
    expect(await member.shown()).toEqual(before);
    const form = await member.openCardForm();
    await gateway.giveCard(form, goodCard);
    await member.finishCard(form.setupIntentId);
    expect((await member.move(await seen(member))).body).toMatchObject({ isPaid: true });
    await gateway.deliver();
    expect(await member.paid()).toHaveLength(2);
  });

  test("is charged no other amount than the one that was agreed to", async () => {
    const member = await tenDaysIn();
    const preview = await seen(member);
    const other = { body: { code: "AMOUNT_CHANGED" } };
    expect(await member.move({ ...preview, chargeCents: preview.chargeCents - 1 })).toMatchObject(other);
    await pool.query("update products set yearly_price_cents = 18000 where id = $1", [member.productId]);
    expect(await member.move(preview)).toMatchObject(other);
    const cheaper = await seen(member);
    await gateway.deliver();
    app.clock.advance({ minutes: 16 });
    expect(await member.move(cheaper)).toMatchObject(other);
    await pool.query("update products set state = 'ARCHIVED' where id = $1", [member.productId]);
    expect((await member.previewMove("YEAR")).status).toBe(409);
    expect(await member.paid()).toEqual([1_900]);
  });

  test("is not paid a second time where the provider's answer was lost", async () => {
    const member = await tenDaysIn();
    const preview = await seen(member);
    const { subscriptions } = payments;
    const { changePlan } = subscriptions;
    subscriptions.changePlan = async (...given) => {
      await changePlan(...given);
      throw new GatewayError("unavailable", "No answer", true);
    };
    try {
      expect((await member.move(preview)).status).toBe(503);
    } finally {
      subscriptions.changePlan = changePlan;
    }
    expect((await member.move(preview)).status).toBe(409);
    await gateway.deliver();
    expect(await member.shown()).toMatchObject({ billingInterval: "YEAR", priceCents: yearCents });
    expect(await sumOf(member)).toBe(1_900 + preview.chargeCents);
  });

  test("credits nothing of a payment that was given back", async () => {
    const member = await tenDaysIn();
    await pool.query(
      `insert into refunds (owner_id, order_id, order_payment_id, order_item_id, amount_cents, status)
       select o.owner_id, o.id, p.id, i.id, 100, 'PENDING' from orders o
         join order_payments p on p.order_id = o.id join order_items i on i.order_id = o.id where o.product_id = $1`,
      [member.productId],
    );
    expect(await seen(member)).toMatchObject({ chargeCents: yearCents, creditCents: 0 });
    await pool.query("delete from refunds where order_id in (select id from orders where product_id = $1)", [
      member.productId,
    ]);
  });

  test("leaves books that balance", async () => {
    await gateway.deliver();
    expect(await auditNow(app)).toEqual([]);
  });
});
