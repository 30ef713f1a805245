import type Stripe from "stripe";
import { getDestination } from "#tests/support/stripe-server/connect/destination.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { priceOf } from "./catalog.ts";
import type { Extra } from "./draft-invoice.ts";
import type { Price } from "./objects.ts";

type Params = Stripe.SubscriptionCreateParams;

export type Items = {
  prices: { price: Price; quantity: number; metadata: object | undefined }[];
  currency: string;
};

/** What is billed in every period: all in one rhythm and one currency. */
export function itemsOf(state: StripeState, params: Params): Items {
  const given = params.items ?? [];
  if (given.length === 0 || given.length > 20)
    throw invalidParameter("items", "A subscription has from 1 to 20 items.", "parameter_missing");
  const prices = given.map((item, at) => {
    const price = priceOf(state, item, "recurring", `items[${at}]`);
    const quantity = item.quantity ?? 1;
    if (quantity < 1)
      throw invalidParameter(
        `items[${at}][quantity]`,
        "Invalid positive integer",
        "parameter_invalid_integer",
      );
    return { price, quantity, metadata: item.metadata };
  });
  const [first, ...others] = prices.map(({ price }) => price);
  const kind = (price: Price | undefined) =>
    `${price?.currency} every ${price?.recurring?.interval_count} ${price?.recurring?.interval}`;
  if (others.some((price) => kind(price) !== kind(first)))
    throw invalidParameter(
      "items",
      "All prices on a subscription must have the same `recurring.interval`, `recurring.interval_count` and currency.",
    );
  return { prices, currency: first?.currency ?? "" };
}

/** What is billed once, with the first invoice. */
export function extrasOf(state: StripeState, params: Params, currency: string): Extra[] {
  const given = params.add_invoice_items ?? [];
  if (given.length > 20)
    throw invalidParameter("add_invoice_items", "You may pass up to 20 items.", "parameter_invalid");
  return given.map((item, at) => {
    const price = priceOf(state, item, "one_time", `add_invoice_items[${at}]`);
    if (price.currency !== currency)
      throw invalidParameter(`add_invoice_items[${at}]`, "An extra has the currency of the subscription.");
    return { price, quantity: item.quantity ?? 1, isDiscountable: item.discountable ?? true };
  });
}

/** The rules that bind what is passed on and what we keep of it. */
export function checkShares(
  state: StripeState,
  params: {
    application_fee_percent?: Params["application_fee_percent"];
    transfer_data?: Params["transfer_data"] | "";
  },
): void {
  const transfer = params.transfer_data || undefined;
  if (transfer) getDestination(state, transfer.destination, "transfer_data[destination]");
  const percent = params.application_fee_percent;
  if (typeof percent === "number") {
    if (!transfer)
      throw invalidParameter(
        "application_fee_percent",
        "Can only apply an application_fee_percent together with transfer_data[destination].",
      );
    if (transfer.amount_percent !== undefined)
      throw invalidParameter(
        "application_fee_percent",
        "You cannot specify both application_fee_percent and transfer_data[amount_percent].",
      );
    if (percent > 100)
      throw invalidParameter("application_fee_percent", "application_fee_percent must be from 0 to 100.");
  }
}

/** A card can be kept only for the customer it belongs to. */
export function checkAttached(state: StripeState, methodId: string, customer: string): void {
  const method = getRow(state, "payment_methods", methodId, "default_payment_method");
  if (method.customer !== customer)
    throw invalidParameter(
      "default_payment_method",
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      "resource_missing",
    );
}
