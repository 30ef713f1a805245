import { brokenConstraint } from "#server/database/client.ts";
import type { Services } from "#server/services.ts";
import {
  type CartValues,
  type CheckoutSession,
  insertSession,
  insertVersion,
  type OpenCheckout,
} from "./checkout-session.ts";
import { dayMs } from "./hold-cart.ts";
import type { PricedCart } from "./price-cart.ts";

/** What a cart is kept under. */
export type CartOwner = {
  browserHash: string;
  email: string;
  customerName: string;
  affiliateCode: string | null;
  replyLinkCode: string | null;
  orderBumps: string[];
  /** Whose plan it pays for; see `planBuyer`. */
  planFor: string | null;
};

/** Writes the cart as the session's next version (a new session's first). Undefined when another request was faster. */
export async function saveCart(
  { pool, clock }: Services,
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
): Promise<CheckoutSession | undefined> {
  const now = clock.now();
  const shippingCountry = cart.shipping?.country ?? null;
  const values: CartValues = [
    owner.email,
    owner.affiliateCode,
    cart.coupon?.id ?? null,
    cart.coupon?.code ?? null,
    owner.orderBumps,
    JSON.stringify(cart.lines),
    cart.totalCents,
    open.currency,
    open.billingInterval,
    // A checkout that holds something ends with its hold; any other one is open for a day.
    heldUntil(open.session) ?? new Date(now.getTime() + dayMs),
    now,
    cart.trialDays,
  ];
  if (open.session) {
    const { id, cartVersion, heldUntil, pressedAt } = open.session;
    const [version] = await insertVersion(
      pool,
      id,
      cartVersion,
      ...values,
      heldUntil,
      pressedAt,
      shippingCountry,
    );
    return version && session(open, owner, cart, { id, ...version });
  }
  const { ownerId, productId } = open;
  // A creator's checkout of another plan, of the same moment, was faster.
  const opened = await insertSession(
    pool,
    ownerId,
    productId,
    owner.browserHash,
    owner.customerName,
    ...values,
    owner.replyLinkCode,
    shippingCountry,
    owner.planFor,
  ).catch((error: unknown) => {
    if (brokenConstraint(error) !== "checkout_sessions_plan") throw error;
    return [];
  });
  return opened[0] && session(open, owner, cart, { ...opened[0], cartVersion: 1 });
}

function session(
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
  version: { id: string; cartVersion: number },
): CheckoutSession {
  return {
    ...version,
    paymentIntentId: open.session?.paymentIntentId ?? null,
    providerSubscriptionId: open.session?.providerSubscriptionId ?? null,
    email: owner.email,
    customerName: owner.customerName,
    affiliateCode: owner.affiliateCode,
    replyLinkCode: open.session ? open.session.replyLinkCode : owner.replyLinkCode,
    checkoutType: open.session?.checkoutType ?? "STANDARD",
    planFor: owner.planFor,
    couponId: cart.coupon?.id ?? null,
    couponCode: cart.coupon?.code ?? null,
    orderBumps: owner.orderBumps,
    lines: cart.lines,
    totalCents: cart.totalCents,
    shippingCountry: cart.shipping?.country ?? null,
    billingInterval: open.billingInterval,
    trialDays: cart.trialDays,
    holds: open.session?.holds ?? false,
    heldUntil: open.session?.heldUntil ?? null,
    pressedAt: open.session?.pressedAt ?? null,
    knownFailure: open.session?.knownFailure ?? null,
  };
}

const heldUntil = (session: CheckoutSession | null): Date | undefined =>
  session?.holds && session.heldUntil !== null ? new Date(session.heldUntil) : undefined;
