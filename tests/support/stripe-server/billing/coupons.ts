import type Stripe from "stripe";
import { checkCurrency } from "#tests/support/stripe-server/payments/intent-rules.ts";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter, unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { Coupon, Discount } from "./objects.ts";

export const couponEndpoints: Endpoint[] = [
  endpoint<Stripe.CouponCreateParams>("POST /v1/coupons", ({ state, params }) => createCoupon(state, params)),
  endpoint("GET /v1/coupons/{id}", ({ state, id }) => getRow(state, "coupons", id)),
  listEndpoint("GET /v1/coupons", ({ state }) => state.tables.coupons.values()),
  endpoint("DELETE /v1/coupons/{id}", ({ state, id }) => {
    const coupon = getRow(state, "coupons", id);
    state.tables.coupons.delete(id);
    state.emit("coupon.deleted", coupon);
    return { id, object: "coupon", deleted: true };
  }),
];

function createCoupon(state: StripeState, params: Stripe.CouponCreateParams): Coupon {
  const { amount_off: amountOff, percent_off: percentOff, currency, duration = "once" } = params;
  if ((amountOff === undefined) === (percentOff === undefined))
    throw invalidParameter("percent_off", "You must pass exactly one of percent_off and amount_off.");
  if (amountOff !== undefined) {
    if (amountOff < 1)
      throw invalidParameter("amount_off", "Invalid positive integer", "parameter_invalid_integer");
    if (currency === undefined)
      throw invalidParameter(
        "currency",
        "You must pass currency when passing amount_off",
        "parameter_missing",
      );
    checkCurrency(currency);
  }
  if (percentOff !== undefined && (percentOff <= 0 || percentOff > 100))
    throw invalidParameter("percent_off", "percent_off must be above 0 and at most 100.");
  if (duration === "repeating")
    throw invalidParameter("duration", "This server serves the durations once and forever.");
  const id = params.id ?? state.random.letters(8);
  if (state.tables.coupons.has(id))
    throw unexpectedState("resource_already_exists", "Coupon already exists.", { param: "id" });
  const coupon = addRow(state, "coupons", {
    id,
    object: "coupon",
    created: state.now(),
    livemode: false,
    amount_off: amountOff ?? null,
    currency: amountOff === undefined ? null : (currency ?? null),
    duration: duration === "forever" ? "forever" : "once",
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: percentOff ?? null,
    times_redeemed: 0,
    valid: true,
  });
  state.emit("coupon.created", coupon);
  return coupon;
}

/** Uses a coupon up for a subscription. */
export function redeem(
  state: StripeState,
  couponId: string,
  use: { customer: string; subscription: string; currency: string },
): Discount {
  const coupon = getRow(state, "coupons", couponId, "discounts[0][coupon]");
  if (!coupon.valid)
    throw invalidParameter("discounts[0][coupon]", `Coupon expired: ${couponId}`, "coupon_expired");
  if (coupon.currency !== null && coupon.currency !== use.currency)
    throw invalidParameter("discounts[0][coupon]", "The coupon's currency is not the subscription's.");
  coupon.times_redeemed++;
  coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
  return addRow(state, "discounts", {
    id: state.newId("di"),
    object: "discount",
    customer: use.customer,
    source: { type: "coupon", coupon: coupon.id },
    start: state.now(),
    end: null,
    subscription: use.subscription,
  });
}

/** The subscription did not come about. */
export function unredeem(state: StripeState, subscription: string): void {
  for (const discount of state.tables.discounts.values()) {
    if (discount.subscription !== subscription) continue;
    const coupon = getRow(state, "coupons", discount.source.coupon);
    coupon.times_redeemed--;
    coupon.valid = true;
    state.tables.discounts.delete(discount.id);
  }
}

/** What a coupon takes off a sum, in cents. */
export function discountCents(coupon: Coupon, sumCents: number): number {
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, sumCents);
  return Math.round((sumCents * (coupon.percent_off ?? 0)) / 100);
}
