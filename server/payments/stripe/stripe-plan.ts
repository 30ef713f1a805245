import Stripe from "stripe";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Plan, PlanChange, PlanOutcome, PlanPreview } from "#server/payments/subscription-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf } from "./stripe-intents.ts";
import { momentOf } from "./stripe-invoices.ts";
import { releaseSchedule } from "./stripe-schedule.ts";

/** What a subscription of ours bills: it has one item. */
export function planOf({ items }: Stripe.Subscription): Plan {
  const price = items.data[0]?.price;
  return {
    interval: price?.recurring?.interval === "year" ? "year" : "month",
    priceCents: price?.unit_amount ?? 0,
  };
}

/** Stripe's own preview of the bill that `changePlan` would write (https://docs.stripe.com/api/invoices/create_preview). */
export async function previewPlan(stripe: Stripe, id: string, change: PlanChange): Promise<PlanPreview> {
  const item = itemOf(await retrieve(stripe, id));
  const preview = await askStripe(() =>
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: [changed(item, change)], ...prorated(item, change) },
    }),
  );
  const isCredit = (line: Stripe.InvoiceLineItem) =>
    line.parent?.subscription_item_details?.proration ?? line.parent?.invoice_item_details?.proration;
  const [credits, own] = [preview.lines.data.filter(isCredit), preview.lines.data.find((l) => !isCredit(l))];
  if (!own) throw new GatewayError("parameter_invalid", "The preview has no period");
  return {
    chargeCents: preview.amount_due,
    creditCents: credits.reduce((sum, { amount }) => sum - amount, 0),
    periodEnd: momentOf(own.period.end),
  };
}

/**
 * Another plan begins a period now and is invoiced at once; `error_if_incomplete` leaves the subscription as it was where
 * that invoice is not paid (https://docs.stripe.com/api/subscriptions/update). The same `proration_date` gives the same
 * credit as the preview.
 */
export async function changePlan(
  stripe: Stripe,
  id: string,
  change: PlanChange,
  idempotencyKey: string,
): Promise<PlanOutcome> {
  const found = await retrieve(stripe, id);
  const item = itemOf(found);
  if (isPlanOf(item, change.plan)) return { isMoved: true };
  if (found.status !== "active" || found.pause_collection)
    throw new GatewayError("payment_intent_unexpected_state", `A subscription that is ${found.status} stays`);
  await releaseSchedule(stripe, found);
  return askStripe(async () => {
    try {
      await stripe.subscriptions.update(
        id,
        {
          items: [changed(item, change)],
          ...prorated(item, change),
          payment_behavior: "error_if_incomplete",
          off_session: true,
        },
        { idempotencyKey },
      );
      return { isMoved: true };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      return { isMoved: false, code: error.decline_code ?? error.code ?? null, message: error.message };
    }
  });
}

const retrieve = (stripe: Stripe, id: string) => askStripe(() => stripe.subscriptions.retrieve(id));

export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new GatewayError("parameter_invalid", "The subscription bills nothing");
  return item;
}

const changed = (item: Stripe.SubscriptionItem, { plan }: PlanChange) => ({
  id: item.id,
  price_data: pricedAs(item, plan),
});

/** The same product for that plan's price. */
export const pricedAs = ({ price }: Stripe.SubscriptionItem, plan: Plan) => ({
  currency: price.currency,
  product: idOf(price.product) ?? "",
  unit_amount: plan.priceCents,
  recurring: { interval: plan.interval },
});

const isPlanOf = ({ price }: Stripe.SubscriptionItem, { interval, priceCents }: Plan): boolean =>
  price.recurring?.interval === interval && price.unit_amount === priceCents;

/** Another interval begins a period at once; another price of the same one does so only where it is said. */
const prorated = ({ price }: Stripe.SubscriptionItem, { plan, at, creditsRest }: PlanChange) => ({
  ...(price.recurring?.interval === plan.interval && {
    billing_cycle_anchor: { type: "now" as const },
  }),
  ...(creditsRest
    ? {
        proration_behavior: "always_invoice" as const,
        proration_date: Math.floor(at.getTime() / 1000),
      }
    : { proration_behavior: "none" as const }),
});
