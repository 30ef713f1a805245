import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { checkCurrency } from "#tests/support/stripe-server/payments/intent-rules.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { discountCents } from "./coupons.ts";
import type { Invoice, InvoiceLine, Price, Subscription, SubscriptionItem } from "./objects.ts";

export type Extra = { price: Price; quantity: number; isDiscountable: boolean };
/** What is left of a period that is not used any more, in cents: taken off the bill of what comes in its place. */
export type Credit = { item: SubscriptionItem; cents: number; period: { start: number; end: number } };

/** Writes the bill of a subscription's current period: its items, extras, and what discounts take off. */
export function draftInvoice(
  state: StripeState,
  subscription: Subscription,
  reason: Invoice["billing_reason"],
  extras: readonly Extra[] = [],
  previousPeriod?: { start: number; end: number },
  credits: readonly Credit[] = [],
): Invoice {
  const invoice = addRow(
    state,
    "invoices",
    composeInvoice(state, subscription, reason, extras, previousPeriod, credits),
  );
  subscription.latest_invoice = invoice.id;
  state.emit("invoice.created", invoice);
  return invoice;
}

/** The same bill, as a preview shows it: written nowhere. */
export function composeInvoice(
  state: StripeState,
  subscription: Subscription,
  reason: Invoice["billing_reason"],
  extras: readonly Extra[] = [],
  previousPeriod?: { start: number; end: number },
  credits: readonly Credit[] = [],
): Invoice {
  const id = state.newId("in");
  const now = state.now();
  const itemLines = subscription.items.data.map((item) => ({
    ...line(state, id, item.price, item.quantity),
    parent: {
      type: "subscription_item_details" as const,
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item: item.id,
        proration: false as const,
      },
      invoice_item_details: null,
    },
    period: { start: item.current_period_start, end: item.current_period_end },
  }));
  const extraLines = extras.map(({ price, quantity }) => ({
    ...line(state, id, price, quantity),
    parent: {
      type: "invoice_item_details" as const,
      subscription_item_details: null,
      invoice_item_details: {
        subscription: subscription.id,
        invoice_item: state.newId("ii"),
        proration: false as const,
      },
    },
    period: { start: now, end: now },
  }));
  const discountable = [...itemLines, ...extraLines.filter((_, at) => extras[at]?.isDiscountable)];
  const discounts = applyDiscounts(state, subscription, discountable);
  const creditLines = credits.map(({ item, cents, period }) => ({
    ...line(state, id, item.price, item.quantity),
    amount: -cents,
    parent: {
      type: "subscription_item_details" as const,
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item: item.id,
        proration: true,
      },
      invoice_item_details: null,
    },
    period,
  }));
  const lines: InvoiceLine[] = [...creditLines, ...extraLines, ...itemLines];
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - discounts.reduce((sum, { amount }) => sum + amount, 0);
  const least = checkCurrency(subscription.currency);
  if (total > 0 && total < least)
    throw invalidParameter(
      "items",
      `An invoice of ${total} is too small to be collected.`,
      "amount_too_small",
    );
  return {
    id,
    object: "invoice",
    created: now,
    livemode: false,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: "charge_automatically",
    currency: subscription.currency,
    customer: subscription.customer,
    description: null,
    due_date: null,
    ending_balance: 0,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    next_payment_attempt: null,
    number: `TEST-${String(state.tables.invoices.size + 1).padStart(4, "0")}`,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      quote_details: null,
    },
    period_end: previousPeriod?.end ?? now,
    period_start: previousPeriod?.start ?? now,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    total,
    total_discount_amounts: discounts,
  };
}

function line(state: StripeState, invoice: string, price: Price, quantity: number) {
  const { name } = getRow(state, "products", price.product);
  return {
    id: state.newId("il"),
    object: "line_item" as const,
    amount: price.unit_amount * quantity,
    currency: price.currency,
    description: `${quantity} × ${name}`,
    discount_amounts: [] as InvoiceLine["discount_amounts"],
    invoice,
    livemode: false as const,
    metadata: {},
    pricing: {
      type: "price_details" as const,
      price_details: { price: price.id, product: price.product },
    },
    quantity,
  };
}

type Discountable = Pick<InvoiceLine, "amount" | "discount_amounts">;

/** Spreads each discount over the lines; one that is good for once is gone afterwards. */
function applyDiscounts(state: StripeState, subscription: Subscription, lines: Discountable[]) {
  const applied: Invoice["total_discount_amounts"] = [];
  for (const discount of subscription.discounts) {
    const coupon = getRow(state, "coupons", getRow(state, "discounts", discount).source.coupon);
    const rest = (line: Discountable) =>
      line.amount - line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
    const sum = lines.reduce((total, line) => total + rest(line), 0);
    const amount = discountCents(coupon, sum);
    let [seen, given] = [0, 0];
    for (const line of lines) {
      seen += rest(line);
      const share = sum === 0 ? 0 : Math.round((amount * seen) / sum) - given;
      given += share;
      line.discount_amounts.push({ amount: share, discount });
    }
    applied.push({ amount, discount });
  }
  subscription.discounts = subscription.discounts.filter((id) => {
    const coupon = state.tables.coupons.get(getRow(state, "discounts", id).source.coupon);
    return coupon?.duration === "forever";
  });
  return applied;
}
