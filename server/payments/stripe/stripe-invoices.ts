import Stripe from "stripe";
import type { GatewayInvoice } from "#server/payments/subscription-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf, intentOf, retrieveIntent } from "./stripe-intents.ts";
import { allPages, seconds } from "./stripe-list.ts";

/** One period's bill, with the payment that Stripe made for it. */
export async function getInvoice(stripe: Stripe, id: string): Promise<GatewayInvoice> {
  const invoice = await askStripe(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
  const payment = invoice.payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment;
  const intentId = idOf(payment?.payment_intent);
  // What is credited of an earlier period has lines, too, with that period.
  const line = invoice.lines.data.find(
    ({ parent }) => parent?.subscription_item_details && !parent.subscription_item_details.proration,
  );
  const period = line?.period ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription) ?? "",
    reason: reasonOf(invoice.billing_reason),
    status: statusOf(invoice.status),
    amountCents: invoice.amount_due,
    currency: invoice.currency,
    periodStart: momentOf(period.start),
    periodEnd: momentOf(period.end),
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? null : momentOf(invoice.next_payment_attempt),
    intent: intentId ? intentOf(await retrieveIntent(stripe, intentId)) : null,
  };
}

/** Those of a subscription that were made since then, oldest first; Stripe lists them the other way. */
export async function listPaidInvoices(
  stripe: Stripe,
  subscription: string,
  since: Date,
): Promise<GatewayInvoice[]> {
  const asked = { subscription, status: "paid", created: { gte: seconds(since) } } as const;
  const bills: GatewayInvoice[] = [];
  for await (const { id } of allPages((page) => askStripe(() => stripe.invoices.list({ ...asked, ...page }))))
    bills.unshift(await getInvoice(stripe, id));
  return bills;
}

/** Tries an open bill again. What the bank said is in the answer: a refusal leaves it open, with the payment's reason. */
export async function payInvoice(
  stripe: Stripe,
  id: string,
  idempotencyKey: string,
): Promise<GatewayInvoice> {
  const before = await getInvoice(stripe, id);
  if (before.status !== "open") return before;
  await askStripe(async () => {
    try {
      await stripe.invoices.pay(id, {}, { idempotencyKey });
    } catch (error) {
      // Who came second to a payment in another tab is refused, and finds it paid.
      const isAnswer = error instanceof Stripe.errors.StripeCardError;
      if (!isAnswer && (await stripe.invoices.retrieve(id)).status === "open") throw error;
    }
  });
  return getInvoice(stripe, id);
}

/** The changes of ours that bill each begin a whole period: anew after a rest, or by another interval. */
function reasonOf(reason: string | null): GatewayInvoice["reason"] {
  if (reason === "subscription_update") return "subscription_cycle";
  return reason === "subscription_create" || reason === "subscription_cycle" ? reason : "other";
}

const statuses: readonly GatewayInvoice["status"][] = ["draft", "open", "paid", "void", "uncollectible"];
const statusOf = (status: string | null): GatewayInvoice["status"] =>
  statuses.find((known) => known === status) ?? "draft";

/** Stripe's times are seconds since 1970. */
export const momentOf = (seconds: number): Date => new Date(seconds * 1000);
