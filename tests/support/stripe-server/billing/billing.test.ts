import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { periodEnd } from "./periods.ts";

let server: StripeServer;
let stripe: Stripe;
let product: string;
let customer: string;
beforeEach(async () => {
  server = await startStripeServer();
  stripe = stripeClient(server);
  product = (await stripe.products.create({ name: "The club" })).id;
  customer = (await stripe.customers.create({ email: "member@example.com" })).id;
});
afterEach(() => server.close());

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const advance = (ms: number) => server.advanceClock(new Date(server.now().getTime() + ms));
const begin = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({
    customer,
    items: [
      { price_data: { currency: "usd", product, unit_amount: 1900, recurring: { interval: "month" } } },
    ],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret", "pending_setup_intent"],
    ...more,
  });
const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;
const pay = (subscription: Stripe.Subscription, number = "4242424242424242") =>
  confirmInBrowser(server, invoiceOf(subscription).confirmation_secret?.client_secret ?? "", { number });
const read = ({ id }: { id: string }) =>
  stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.payments"] });
const active = async (number?: string) => {
  const subscription = await begin();
  await pay(subscription, number);
  return read(subscription);
};
const eventTypes = async () =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();

describe("the first bill", () => {
  test("is paid in the browser by its confirmation secret, and the card is kept", async () => {
    const made = await begin();
    expect(made.status).toBe("incomplete");
    expect(invoiceOf(made)).toMatchObject({
      status: "open",
      amount_due: 1900,
      billing_reason: "subscription_create",
    });
    expect(await pay(made)).toMatchObject({ status: "succeeded" });
    const paid = await read(made);
    expect(paid.status).toBe("active");
    expect(paid.default_payment_method).toMatch(/^pm_/);
    const [payment] = invoiceOf(paid).payments?.data ?? [];
    expect(payment).toMatchObject({ is_default: true, status: "paid", amount_paid: 1900 });
    await expect(
      stripe.paymentIntents.update(payment?.payment.payment_intent as string, { amount: 1 }),
    ).rejects.toThrow(/created by an invoice/);
    expect(await eventTypes()).toEqual(
      expect.arrayContaining(["invoice.paid", "invoice_payment.paid", "customer.subscription.updated"]),
    );
  });

  test("carries extras and a discount for once; the next one does not", async () => {
    const coupon = await stripe.coupons.create({
      amount_off: 500,
      currency: "usd",
      duration: "once",
      max_redemptions: 1,
    });
    const extra = { price_data: { currency: "usd", product, unit_amount: 700 }, discountable: false };
    const made = await begin({ add_invoice_items: [extra], discounts: [{ coupon: coupon.id }] });
    expect(invoiceOf(made)).toMatchObject({ subtotal: 2600, total: 2100, amount_due: 2100 });
    await expect(begin({ discounts: [{ coupon: coupon.id }] })).rejects.toMatchObject({
      code: "coupon_expired",
    });
    await pay(made);
    advance(32 * day);
    expect(invoiceOf(await read(made))).toMatchObject({ total: 1900, status: "paid" });
  });

  test("that is declined leaves it incomplete, and after 23 hours it is over", async () => {
    const made = await begin();
    expect(await pay(made, "4000000000000002")).toMatchObject({ error: { code: "card_declined" } });
    expect((await read(made)).status).toBe("incomplete");
    advance(24 * hour);
    expect(await read(made)).toMatchObject({
      status: "incomplete_expired",
      latest_invoice: { status: "void" },
    });
    expect(await pay(made)).toMatchObject({ error: { code: "payment_intent_unexpected_state" } });
  });

  test("of nothing is paid already, and a card is asked for by itself", async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: "once" });
    const made = await begin({ discounts: [{ coupon: coupon.id }] });
    expect(made).toMatchObject({ status: "active", latest_invoice: { status: "paid", total: 0 } });
    expect((made.pending_setup_intent as Stripe.SetupIntent).client_secret).toMatch(/^seti_/);
  });

  test("shares with the creator's account as it is asked to", async () => {
    const account = await stripe.v2.core.accounts.create({
      contact_email: "c@example.com",
      dashboard: "express",
      identity: { country: "us" },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
    });
    server.setAccountReady(account.id);
    const made = await begin({ transfer_data: { destination: account.id }, application_fee_percent: 10 });
    await pay(made);
    expect((await stripe.transfers.list({ destination: account.id })).data).toMatchObject([{ amount: 1900 }]);
    expect((await stripe.applicationFees.list()).data).toMatchObject([{ amount: 190 }]);
  });
});

describe("parameters of a subscription", () => {
  test.each([
    ["no customer", { customer: undefined }, "customer"],
    ["items of two intervals", undefined, "items"],
    ["a fee for nobody", { application_fee_percent: 10 }, "application_fee_percent"],
    ["a payment_intent to expand", { expand: ["latest_invoice.payment_intent"] }, undefined],
  ])("%s is refused and leaves nothing behind", async (_what, change, param) => {
    const item = (interval: "month" | "year") => ({
      price_data: { currency: "usd", product, unit_amount: 1900, recurring: { interval } },
    });
    const more = change ?? { items: [item("month"), item("year")] };
    await expect(begin(more as object)).rejects.toMatchObject({ statusCode: 400, ...(param && { param }) });
    if (param !== undefined) expect(server.state.tables.subscriptions.size).toBe(0);
  });
});

describe("a renewal", () => {
  test("is collected from the kept card an hour after its period began", async () => {
    const begun = await active();
    const end = begun.items.data[0]?.current_period_end ?? 0;
    server.advanceClock(new Date(end * 1000));
    expect(await read(begun)).toMatchObject({ status: "active", latest_invoice: { status: "draft" } });
    advance(hour);
    const renewed = await read(begun);
    expect(invoiceOf(renewed)).toMatchObject({
      status: "paid",
      billing_reason: "subscription_cycle",
      attempt_count: 1,
    });
    expect(renewed.items.data[0]).toMatchObject({ current_period_start: end });
    expect(server.ledger().charges).toHaveLength(2);
  });

  test("that fails is tried on days 2, 7, 14 and 21, and then it is over", async () => {
    const begun = await active("4000000000000341");
    const end = (begun.items.data[0]?.current_period_end ?? 0) * 1000 + hour;
    const seen: [string, number][] = [];
    for (const days of [0, 2, 7, 14, 20, 21]) {
      server.advanceClock(new Date(end + days * day));
      const now = await read(begun);
      seen.push([now.status, invoiceOf(now).attempt_count]);
    }
    expect(seen).toEqual([
      ["past_due", 1],
      ["past_due", 2],
      ["past_due", 3],
      ["past_due", 4],
      ["past_due", 4],
      ["canceled", 5],
    ]);
    expect((await eventTypes()).filter((type) => type === "invoice.payment_failed")).toHaveLength(5);
    expect(await eventTypes()).toContain("customer.subscription.deleted");
  });

  test("of a customer who is deleted never comes: the subscription ends at once", async () => {
    const begun = await active();
    await stripe.customers.del(customer);
    expect(await read(begun)).toMatchObject({ status: "canceled", customer });
    expect((await eventTypes()).slice(-3)).toEqual([
      "customer.subscription.deleted",
      "payment_method.detached",
      "customer.deleted",
    ]);
    advance(32 * day);
    expect(invoiceOf(await read(begun)).id).toBe(invoiceOf(begun).id);
  });

  test("that failed is paid with a new card, and it is active again", async () => {
    const begun = await active("4000000000000341");
    advance(32 * day);
    expect((await read(begun)).status).toBe("past_due");
    const setup = await stripe.setupIntents.create({ customer, usage: "off_session" });
    await confirmInBrowser(server, setup.client_secret ?? "");
    const { payment_method } = await stripe.setupIntents.retrieve(setup.id);
    const invoice = invoiceOf(await read(begun)).id ?? "";
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({
      statusCode: 402,
      code: "card_declined",
    });
    // Tries by hand are not counted, and move no plan.
    expect(invoiceOf(await read(begun))).toMatchObject({ attempt_count: 1 });
    await stripe.subscriptions.update(begun.id, { default_payment_method: payment_method as string });
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: "paid" });
    expect((await read(begun)).status).toBe("active");
    await expect(stripe.invoices.pay(invoice)).rejects.toThrow(/already paid/);
  });
});

describe("a running subscription", () => {
  test("ends with its period when that was asked for, unless it is kept", async () => {
    const [ending, kept] = [await active(), await active()];
    for (const { id } of [ending, kept])
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(kept.id, { cancel_at_period_end: false });
    advance(32 * day);
    expect((await read(ending)).status).toBe("canceled");
    expect((await read(kept)).status).toBe("active");
    await expect(stripe.subscriptions.update(ending.id, { cancel_at_period_end: false })).rejects.toThrow(
      /canceled subscription/,
    );
  });

  test("bills nothing while collection rests, and goes on by itself", async () => {
    const begun = await active();
    const resumes_at = Math.floor((server.now().getTime() + 40 * day) / 1000);
    await stripe.subscriptions.update(begun.id, { pause_collection: { behavior: "void", resumes_at } });
    advance(35 * day);
    expect(await read(begun)).toMatchObject({ status: "active", latest_invoice: { status: "void" } });
    advance(35 * day);
    const after = await read(begun);
    expect(after).toMatchObject({ pause_collection: null, latest_invoice: { status: "paid" } });
    expect(server.ledger().charges).toHaveLength(2);
  });

  const restart = { billing_cycle_anchor: { type: "now" }, proration_behavior: "none" } as const;

  test("begins a period anew when its anchor is moved to now, and is charged for it at once", async () => {
    const begun = await active();
    advance(10 * day);
    await expect(
      stripe.subscriptions.update(begun.id, { billing_cycle_anchor: { type: "now" } }),
    ).rejects.toMatchObject({ param: "proration_behavior" });
    const now = Math.floor(server.now().getTime() / 1000);
    const anew = await stripe.subscriptions.update(begun.id, { ...restart, expand: ["latest_invoice"] });
    expect(anew.status).toBe("active");
    expect(anew.billing_cycle_anchor).toBeGreaterThanOrEqual(now);
    expect(anew.billing_cycle_anchor).toBeLessThanOrEqual(Math.floor(server.now().getTime() / 1000));
    expect(anew.items.data[0]).toMatchObject({ current_period_start: anew.billing_cycle_anchor });
    expect(invoiceOf(anew)).toMatchObject({ status: "paid", billing_reason: "subscription_update" });
    expect(server.ledger().charges).toHaveLength(2);
    advance(27 * day);
    expect(server.ledger().charges).toHaveLength(2);
    advance(5 * day);
    expect(server.ledger().charges).toHaveLength(3);
  });

  test("owes the period that it begins anew where the card fails, and is tried again like any renewal", async () => {
    const begun = await active("4000000000000341");
    const anew = await stripe.subscriptions.update(begun.id, { ...restart, expand: ["latest_invoice"] });
    expect(anew.status).toBe("past_due");
    expect(invoiceOf(anew)).toMatchObject({ status: "open", attempt_count: 1 });
    advance(2 * day + hour);
    expect(invoiceOf(await read(begun))).toMatchObject({ status: "open", attempt_count: 2 });
  });

  test("is not charged for a period that it begins anew while collection rests", async () => {
    const begun = await active();
    await stripe.subscriptions.update(begun.id, { pause_collection: { behavior: "void" } });
    await stripe.subscriptions.update(begun.id, restart);
    expect(await read(begun)).toMatchObject({ status: "active", latest_invoice: { status: "void" } });
    expect(server.ledger().charges).toHaveLength(1);
  });

  test("is ended at once, and then not found to be ended again", async () => {
    const begun = await active();
    expect(await stripe.subscriptions.cancel(begun.id)).toMatchObject({ status: "canceled" });
    await expect(stripe.subscriptions.cancel(begun.id)).rejects.toMatchObject({ code: "resource_missing" });
    const unpaid = await begin();
    expect(await stripe.subscriptions.cancel(unpaid.id)).toMatchObject({ status: "incomplete_expired" });
  });
});

test("months keep the day they began on where they have it", () => {
  const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;
  const monthly = { interval: "month", interval_count: 1 } as const;
  const anchor = at("2026-01-31");
  expect(periodEnd(anchor, anchor, monthly)).toBe(at("2026-02-28"));
  expect(periodEnd(at("2026-02-28"), anchor, monthly)).toBe(at("2026-03-31"));
  const yearly = { interval: "year", interval_count: 1 } as const;
  expect(periodEnd(at("2028-02-29"), at("2028-02-29"), yearly)).toBe(at("2029-02-28"));
});
