import { expect, test } from "vitest";
import { advanceDevClock } from "#contract/dev/dev-clock.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { describeSubscriptions } from "#tests/payments/subscription-contract.ts";
import { testApp } from "#tests/support/test-app.ts";
import { billWhatIsDue } from "./bill-subscriptions.ts";
import { addMonths, periodEnd } from "./billing-periods.ts";

const numbers = { good: "4242424242424242", failing: "4000000000000341" };
const card = (number: string) => ({ number, expiry: "12/49", cvc: "123" });
const returnUrl = "http://localhost:3000/post-purchase";

describeSubscriptions("the sandbox", async () => {
  const app = await testApp();
  return {
    gateway: app.services.payments,
    async pay({ id, clientSecret }, cardNumber) {
      await app.call(confirmSandboxPayment, {
        params: { id },
        body: { clientSecret, card: card(cardNumber), returnUrl },
      });
    },
    async confirmCard({ setupIntentId, clientSecret }, cardNumber) {
      const { body, text } = await app.call(confirmSandboxPayment, {
        params: { id: setupIntentId },
        body: { clientSecret, card: card(cardNumber), returnUrl },
      });
      if (body.status !== "succeeded") throw new Error(`the card was not kept: ${text}`);
    },
    async advanceDays(days) {
      app.clock.advance({ days });
      await billWhatIsDue(app.services);
    },
  };
});

const app = await testApp();
const { payments, pool } = app.services;

async function join(number = numbers.good) {
  const { id, latestInvoice } = await payments.subscriptions.createSubscription({
    title: "The club",
    priceCents: 900,
    currency: "usd",
    interval: "month",
    firstDiscountCents: 0,
    extras: [],
    receiptEmail: "member@example.com",
    metadata: {},
    idempotencyKey: crypto.randomUUID(),
  });
  const { id: intentId = "", clientSecret = "" } = latestInvoice?.intent ?? {};
  await app.call(confirmSandboxPayment, {
    params: { id: intentId },
    body: { clientSecret, card: card(number), returnUrl },
  });
  return { id, intentId };
}

test("moving the shop's clock on bills all that falls due on the way", async () => {
  const { id } = await join();
  const after = await app.call(advanceDevClock, { body: { advanceMinutes: 95 * 24 * 60 } });
  await app.runJobs();
  const { rows } = await pool.query<{ paid: number }>(
    "select count(*)::int as paid from sandbox.invoices where subscription = $1 and status = 'paid'",
    [id],
  );
  expect(rows).toEqual([{ paid: 4 }]);
  expect((await payments.subscriptions.getSubscription(id)).currentPeriodEnd?.getTime()).toBeGreaterThan(
    new Date(after.body.now).getTime(),
  );
});

test("ten workers at once bill each of twenty memberships once", async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => join()));
  app.clock.advance({ days: 40 });
  await Promise.all(Array.from({ length: 10 }, () => billWhatIsDue(app.services)));
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from sandbox.payment_intents p join sandbox.invoices i on i.payment_intent = p.id
      where i.subscription = any($1) and p.status = 'succeeded' group by i.subscription`,
    [members.map(({ id }) => id)],
  );
  expect(rows).toEqual(members.map(() => ({ n: 2 })));
});

test("a bill that is paid in the browser while it is retried is charged once", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await join(numbers.failing);
    app.clock.advance({ days: 32 });
    await billWhatIsDue(app.services);
    const invoice = (await payments.subscriptions.getSubscription(id)).latestInvoice;
    expect(invoice?.status).toBe("open");
    const { id: intentId = "", clientSecret = "" } = invoice?.intent ?? {};
    const pay = () =>
      app.call(confirmSandboxPayment, {
        params: { id: intentId },
        body: { clientSecret, card: card(numbers.good), returnUrl },
      });
    await Promise.all([
      pay(),
      payments.subscriptions.payInvoice(invoice?.id ?? "", crypto.randomUUID()),
      pay(),
      billWhatIsDue(app.services),
    ]);
    expect(await payments.subscriptions.getInvoice(invoice?.id ?? "")).toMatchObject({ status: "paid" });
    const { rows } = await pool.query(
      "select 1 from sandbox.events where type = 'invoice.paid' and data ->> 'id' = $1",
      [invoice?.id],
    );
    expect(rows).toHaveLength(1);
  }
});

test("the payment of a bill is neither changed nor cancelled by itself", async () => {
  const made = await payments.subscriptions.createSubscription({
    title: "The club",
    priceCents: 900,
    currency: "usd",
    interval: "month",
    firstDiscountCents: 0,
    extras: [],
    receiptEmail: "member@example.com",
    metadata: {},
    idempotencyKey: crypto.randomUUID(),
  });
  const id = made.latestInvoice?.intent?.id ?? "";
  await expect(payments.cancelIntent(id)).rejects.toMatchObject({ code: "parameter_invalid" });
  await expect(
    payments.updateIntent(id, {
      amountCents: 100,
      receiptEmail: "member@example.com",
      metadata: {},
      idempotencyKey: crypto.randomUUID(),
    }),
  ).rejects.toMatchObject({ code: "parameter_invalid" });
});

test("what began on a 31st is billed on the last day of shorter months, and comes back to the 31st", () => {
  const anchor = new Date("2027-01-31T10:00:00Z");
  const ends = [1, 2, 3, 13].map((months) => periodEnd(anchor, months, "month").toISOString().slice(0, 10));
  expect(ends).toEqual(["2027-02-28", "2027-03-31", "2027-04-30", "2028-02-29"]);
  expect(addMonths(new Date("2028-02-29T00:00:00Z"), 12).toISOString()).toBe("2029-02-28T00:00:00.000Z");
});
