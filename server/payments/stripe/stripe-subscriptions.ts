import type Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type {
  GatewaySubscription,
  GatewaySubscriptionStatus,
  NewSubscription,
  SubscriptionGateway,
} from "#server/payments/subscription-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { createCustomer, derivedKey, idOf } from "./stripe-intents.ts";
import { retrieveSetup } from "./stripe-setups.ts";
import { getInvoice, listPaidInvoices, momentOf, payInvoice } from "./stripe-invoices.ts";
import { pausedUntilOf, pauseUntil, resumeSubscription } from "./stripe-pause.ts";
import { finishCardChange, startCardChange } from "./stripe-card-change.ts";
import { nextPlanOf, setNextPlan } from "./stripe-next-plan.ts";
import { releaseSchedule } from "./stripe-schedule.ts";
import { changePlan, planOf, previewPlan } from "./stripe-plan.ts";

/** Memberships through Stripe Billing. */
export function stripeSubscriptions(stripe: Stripe): SubscriptionGateway {
  const update = async (id: string, change: Stripe.SubscriptionUpdateParams, idempotencyKey: string) => {
    await askStripe(() => stripe.subscriptions.update(id, change, { idempotencyKey }));
    return getSubscription(stripe, id);
  };
  return {
    createSubscription: (input) => createSubscription(stripe, input),
    getSubscription: (id) => getSubscription(stripe, id),
    getInvoice: (id) => getInvoice(stripe, id),
    listPaidInvoices: (id, since) => listPaidInvoices(stripe, id, since),
    cancelSubscription: (id, when, key) =>
      when === "NOW" ? cancelNow(stripe, id, key) : cancelLater(stripe, id, key),
    keepSubscription: (id, key) => update(id, { cancel_at_period_end: false }, key),
    pauseSubscription: (id, until, key) => update(id, pauseUntil(until), key),
    async resumeSubscription(id, key) {
      await resumeSubscription(stripe, id, key);
      return getSubscription(stripe, id);
    },
    previewPlan: (id, change) => previewPlan(stripe, id, change),
    changePlan: (id, change, key) => changePlan(stripe, id, change, key),
    async setNextPlan(id, plan, key) {
      await setNextPlan(stripe, id, plan, key);
      return getSubscription(stripe, id);
    },
    payInvoice: (id, key) => payInvoice(stripe, id, key),
    startCardChange: (id, key) => startCardChange(stripe, id, key),
    async finishCardChange(id, setupIntentId, key) {
      await finishCardChange(stripe, id, setupIntentId, key);
      return getSubscription(stripe, id);
    },
  };
}

/**
 * Incomplete until its first invoice is paid in the browser; that invoice carries the bumps and the discount. With a trial it
 * has its customer and card from the setup, is `trialing` at once, and a period begins and is billed when that ends
 * (https://docs.stripe.com/billing/subscriptions/trials/free-trials).
 */
async function createSubscription(stripe: Stripe, input: NewSubscription): Promise<GatewaySubscription> {
  const { currency, metadata, payee, idempotencyKey, trial } = input;
  const kept = trial && (await keptCard(stripe, trial));
  const begun = kept && (await subscriptionOf(stripe, kept.customer));
  if (begun) return getSubscription(stripe, begun.id);
  const customer =
    kept?.customer ??
    (await createCustomer(stripe, input.receiptEmail, metadata, derivedKey(idempotencyKey, "customer")));
  const product = await createProduct(stripe, input.title, derivedKey(idempotencyKey, "product"));
  const extras: Stripe.SubscriptionCreateParams.AddInvoiceItem[] = [];
  for (const [index, { title, amountCents }] of input.extras.entries()) {
    const extra = await createProduct(stripe, title, derivedKey(idempotencyKey, `extra${index}`));
    extras.push({ price_data: { currency, product: extra, unit_amount: amountCents }, discountable: false });
  }
  const coupon = input.firstDiscountCents > 0 ? await createDiscount(stripe, input) : undefined;
  const made = await askStripe(() =>
    stripe.subscriptions.create(
      {
        customer,
        items: [
          {
            price_data: {
              currency,
              product,
              unit_amount: input.priceCents,
              recurring: { interval: input.interval },
            },
          },
        ],
        ...(kept
          ? { trial_period_days: kept.days, default_payment_method: kept.card, off_session: true }
          : { payment_behavior: "default_incomplete" }),
        payment_settings: { save_default_payment_method: "on_subscription" },
        metadata,
        ...(extras.length > 0 && { add_invoice_items: extras }),
        ...(coupon && { discounts: [{ coupon }] }),
        ...(payee && {
          transfer_data: { destination: payee.accountId },
          ...(payee.feeBps > 0 && { application_fee_percent: payee.feeBps / 100 }),
        }),
      },
      { idempotencyKey },
    ),
  );
  return getSubscription(stripe, made.id);
}

/** The card that a setup has kept, and the customer it belongs to. */
async function keptCard(stripe: Stripe, { days, setupIntentId }: NonNullable<NewSubscription["trial"]>) {
  const setup = await retrieveSetup(stripe, setupIntentId);
  const [customer, card] = [idOf(setup.customer), idOf(setup.payment_method)];
  if (setup.status !== "succeeded" || !customer || !card)
    throw new GatewayError("payment_intent_unexpected_state", "The card of this trial is not kept yet");
  return { days, customer, card };
}

/**
 * What the customer of a setup has begun, ended or not. A setup has a customer of its own, and Stripe remembers a key for a
 * day only: whoever is later, after a crash, finds its one subscription here.
 */
async function subscriptionOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> {
  const { data } = await askStripe(() => stripe.subscriptions.list({ customer, status: "all", limit: 1 }));
  return data[0];
}

async function createProduct(stripe: Stripe, name: string, idempotencyKey: string): Promise<string> {
  const product = await askStripe(() => stripe.products.create({ name }, { idempotencyKey }));
  return product.id;
}

/** Ours alone and good for one bill, so that nobody else can use it. */
async function createDiscount(stripe: Stripe, input: NewSubscription): Promise<string> {
  const { firstDiscountCents, currency, idempotencyKey } = input;
  const coupon = await askStripe(() =>
    stripe.coupons.create(
      { amount_off: firstDiscountCents, currency, duration: "once", max_redemptions: 1 },
      { idempotencyKey: derivedKey(idempotencyKey, "discount") },
    ),
  );
  return coupon.id;
}

async function cancelLater(stripe: Stripe, id: string, idempotencyKey: string): Promise<GatewaySubscription> {
  await releaseSchedule(stripe, await askStripe(() => stripe.subscriptions.retrieve(id)));
  await askStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey }));
  return getSubscription(stripe, id);
}

/** Ending what has ended changes nothing; Stripe itself would not find it any more. */
async function cancelNow(stripe: Stripe, id: string, idempotencyKey: string): Promise<GatewaySubscription> {
  const found = await askStripe(() => stripe.subscriptions.retrieve(id));
  if (found.status !== "canceled" && found.status !== "incomplete_expired") {
    await releaseSchedule(stripe, found);
    await askStripe(() => stripe.subscriptions.cancel(id, {}, { idempotencyKey }));
  }
  return getSubscription(stripe, id);
}

async function getSubscription(stripe: Stripe, id: string): Promise<GatewaySubscription> {
  const found = await askStripe(() =>
    stripe.subscriptions.retrieve(id, { expand: ["default_payment_method", "schedule"] }),
  );
  const invoiceId = idOf(found.latest_invoice);
  const periodEnd = found.items.data[0]?.current_period_end;
  const method = found.default_payment_method;
  const card = typeof method === "string" ? undefined : method?.card;
  return {
    id: found.id,
    status: statusOf(found.status),
    plan: planOf(found),
    nextPlan: nextPlanOf(found),
    metadata: found.metadata,
    currentPeriodEnd: periodEnd === undefined ? null : momentOf(periodEnd),
    cancelAtPeriodEnd: found.cancel_at_period_end,
    pausedUntil: pausedUntilOf(found),
    endedAt: found.ended_at ? momentOf(found.ended_at) : null,
    card: card
      ? {
          brand: card.brand,
          last4: card.last4,
          // Good until its month is over.
          expiresAt: new Date(Date.UTC(card.exp_year, card.exp_month, 1)),
        }
      : null,
    latestInvoice: invoiceId ? await getInvoice(stripe, invoiceId) : null,
  };
}

const statuses: readonly GatewaySubscriptionStatus[] = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "paused",
  "canceled",
  "unpaid",
];

function statusOf(status: string): GatewaySubscriptionStatus {
  const known = statuses.find((candidate) => candidate === status);
  if (!known) throw new GatewayError("parameter_invalid", `Stripe knows a state that we do not: ${status}`);
  return known;
}
