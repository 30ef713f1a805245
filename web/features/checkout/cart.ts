import { isolated } from "#contract/isolated.ts";
import type { RenewalInterval } from "#contract/catalog/billing-plan.ts";
import type { getProduct } from "#contract/catalog/product-page.ts";
import type { Draft } from "#contract/checkout/draft.ts";
import type { createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import type { listPublicOrderBumps } from "#contract/offers/offers.ts";
import type { Output } from "#web/api.ts";

export type Product = Output<typeof getProduct>;
/** The cart as the server prices it, before and after it knows whose it is. */
export type PricedCart = Pick<
  Output<typeof priceCheckout>,
  | "lines"
  | "totalCents"
  | "currency"
  | "billingInterval"
  | "trial"
  | "coupon"
  | "requiresShipping"
  | "shipping"
>;
/** A coupon that does not count, and why. */
export type CouponProblem = { code: string; message: string };
/** The checkout as the server has opened it for its payment. */
export type CheckoutSession = Output<typeof createPaymentIntent>;
export type OrderBump = Output<typeof listPublicOrderBumps>[number];

/** What the buyer wants; the server prices it, and opens a payment of it once there is an address. */
export type Cart = {
  email: string;
  /** Ids of the ticked offers. */
  orderBumps: readonly string[];
  /** Empty: none. */
  couponCode: string;
  /** Empty: none. */
  affiliateCode: string;
  /** Of a membership that can be paid by the month or the year; null: as the product says. */
  billingInterval: RenewalInterval | null;
  /** Of a product whose buyers choose what they pay, in cents; null: what is suggested. */
  amountCents: number | null;
  /** Where it is sent, where it is; empty: not known yet. */
  shippingCountry: string;
  /** Once more, although this browser bought it a moment ago. */
  buyAgain: boolean;
};

type Link = { aff?: string | undefined; bump?: string | undefined; code?: string | undefined };

/** What an address asks for, to be compared. */
export const linkOf = ({ bump, code }: Link): string =>
  new URLSearchParams({ ...(bump && { bump }), ...(code && { code }) }).toString().slice(0, 1_000);

/**
 * What the page begins with: what this browser has left here or, where it came by a link that asks for something else
 * (`?bump=<id>,<id>&code=…`), what that asks for. Offers that are not made any more are left out.
 */
export function startingCart(link: Link, draft: Draft | null, offered: readonly OrderBump[]): Cart {
  const asked = linkOf(link);
  const left = draft && (asked === "" || asked === draft.link) ? draft : undefined;
  const ticked = new Set(left?.orderBumps ?? link.bump?.split(","));
  return {
    email: "",
    orderBumps: offered.filter(({ id }) => ticked.has(id)).map(({ id }) => id),
    couponCode: left?.couponCode ?? codeIn(link),
    affiliateCode: link.aff ?? draft?.affiliateCode ?? "",
    billingInterval: left?.billingInterval ?? null,
    amountCents: left?.amountCents ?? null,
    shippingCountry: countryIn(draft),
    buyAgain: false,
  };
}

const countryIn = (draft: Draft | null): string => {
  const { country = "" } = draft?.shippingAddress ?? {};
  return /^[A-Z]{2}$/.test(country) ? country : "";
};

const codeIn = ({ code = "" }: Link): string =>
  code
    .replace(/[^!-~]/g, "")
    .slice(0, 40)
    .toUpperCase();

/** What the pricing call is asked about a cart. */
export const priceInput = (
  productId: string,
  { orderBumps, couponCode, billingInterval, amountCents, shippingCountry }: Cart,
) => ({
  params: { productId },
  querystring: {
    ...(orderBumps.length > 0 && { orderBumps: orderBumps.join(",") }),
    ...(couponCode && { couponCode }),
    ...(billingInterval && { billingInterval }),
    ...(amountCents !== null && { amountCents }),
    ...(shippingCountry && { shippingCountry }),
  },
});

/** What stands beside the email field: an address that is left here may be written to, but for a plan. */
export const reminderNotice = ({ creator, isPlan }: Product): string | undefined =>
  isPlan
    ? undefined
    : `If you leave before you're done, ${isolated(creator.name)} may email you a reminder. You can opt out anytime.`;
