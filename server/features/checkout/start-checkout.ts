import type { z } from "zod";
import { isolated } from "#contract/isolated.ts";
import type { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { Busy, Conflict } from "#server/errors.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isFree, preparePayment, type OpenPayment, paymentUnavailable } from "./checkout-payment.ts";
import {
  type CheckoutSession,
  saveCheckoutType,
  saveReplyLink,
  type OpenCheckout,
  selectOpenCheckout,
} from "./checkout-session.ts";
import { closeCheckout } from "./close-checkout.ts";
import { holdForPayment } from "./hold-cart.ts";
import { openAtChoice } from "./open-at-choice.ts";
import { requireNoMembership } from "./require-no-membership.ts";
import { closeOtherPlanCheckouts, planBuyer } from "./plan-checkout.ts";
import { requireForSale } from "./require-for-sale.ts";
import { saveCart } from "./save-cart.ts";
import { type Buyer, priceCart, type PricedCart } from "./price-cart.ts";
import { shownCart } from "./shown-cart.ts";

type Input = z.output<typeof createPaymentIntent.schema.body>;
export type StartedCheckout = z.output<(typeof createPaymentIntent.schema.response)[200]>;
/** The checkout as the buyer saw it when they pressed pay. */
export type SeenCheckout = {
  checkoutSessionId: string;
  cartVersion: number;
  totalCents: number;
  /** The chosen time of a session. */
  startsAt?: Date | undefined;
};

/**
 * Opens this browser's checkout of a product, or brings the open one up to date: the server prices the cart, stores it
 * as a version, and asks the gateway for an intent — always the same one, updated. Calling it twice changes nothing. Where
 * the cart is still what the buyer saw when they `pressed` pay, it is held for the payment.
 * Throws as `planBuyer` and `requireNoMembership` do, 404 for a product that is not on sale, 400 for a bump that is not offered, 409 for a product that is sold out, for
 * a course without a lesson and for what was bought a moment ago, 422 for a coupon that does not count, an amount that cannot be chosen and a
 * country that is not served, 409 `BUSY` where other requests of the browser are faster every time, 429 as `holdForPayment` does, 503 when the gateway does
 * not answer.
 */
export async function startCheckout(
  services: Services,
  buyer: Buyer,
  input: Input,
  pressed?: SeenCheckout,
): Promise<StartedCheckout> {
  // Another request of the same browser may be faster at any step; then what it left is read again.
  let ended = false;
  for (let attempt = 0; attempt < 10; attempt++) {
    const [found] = await selectOpenCheckout(
      services.pool,
      input.productId,
      buyer.browserHash,
      input.customerEmail,
      services.clock.now(),
      services.payments.provider,
    );
    const open = openAtChoice(requireForSale(found), input, pressed ? "raise" : "refuse");
    const planFor = await planBuyer(services, open, buyer);
    await requireNoMembership(services, open, buyer, input.customerEmail);
    if (open.recentOrderId && !input.buyAgain && !open.session)
      throw alreadyPurchased(open.recentOrderId, open.recentPaymentIntentId);
    // A browser's checkout may be of somebody who was signed in there before.
    const isOthers = open.session !== null && open.session.planFor !== planFor;
    if (!ended && open.session && (isOthers || isOver(open.session, services.clock.now()))) {
      ended = true;
      await endCheckout(services, open.session);
      continue;
    }
    if (isOthers) throw Busy();
    if (planFor) await otherPlansEnded(services, planFor, open.session);
    if (open.soldOut)
      throw Conflict(`${isolated(open.title)} is sold out.`, "SOLD_OUT", { productId: open.productId });
    const cart = await priceCart(services, open, buyer, {
      email: pressed ? input.customerEmail : null,
      orderBumps: input.orderBumps,
      couponCode: input.couponCode || null,
      shippingCountry: input.shippingCountry || null,
    });
    const session = await keptSession(services, open, { ...buyer, planFor }, input, cart, pressed);
    if (session && buyer.replyLinkCode && session.replyLinkCode !== buyer.replyLinkCode)
      await saveReplyLink(services.pool, session.id, buyer.replyLinkCode);
    if (session && input.checkoutType && session.checkoutType !== input.checkoutType) {
      await saveCheckoutType(services.pool, session.id, input.checkoutType);
      session.checkoutType = input.checkoutType;
    }
    const isPressed = session !== undefined && isSeen(session, pressed);
    const payment = session && (await preparePayment(services, open, session, cart, isPressed));
    if (payment) return shown(open, session, cart, payment, services.clock.now());
  }
  throw Busy();
}

/** The session with this cart as its newest version. Undefined when another request was faster. */
async function keptSession(
  services: Services,
  open: OpenCheckout,
  buyer: Buyer & { planFor: string | null },
  input: Input,
  cart: PricedCart,
  pressed: SeenCheckout | undefined,
): Promise<CheckoutSession | undefined> {
  const { session } = open;
  const { network } = buyer;
  const affiliateCode = input.affiliateCode || session?.affiliateCode || null;
  const { billingInterval } = open;
  const time = open.offersTimes ? { startsAt: pressed?.startsAt } : undefined;
  if (session && isSame(session, { email: input.customerEmail, affiliateCode, billingInterval, cart }))
    return isSeen(session, pressed)
      ? holdForPayment(services, { session, cart, network, productId: open.productId, time })
      : session;
  return saveCart(
    services,
    open,
    {
      browserHash: buyer.browserHash,
      email: input.customerEmail,
      customerName: session?.customerName ?? input.customerName ?? "",
      affiliateCode,
      replyLinkCode: buyer.replyLinkCode ?? null,
      orderBumps: input.orderBumps,
      planFor: buyer.planFor,
    },
    cart,
  );
}

const isSeen = (session: CheckoutSession, seen: SeenCheckout | undefined): boolean =>
  session.id === seen?.checkoutSessionId &&
  session.cartVersion === seen.cartVersion &&
  session.totalCents === seen.totalCents;

/** Its hold has run out, and nobody has ended it yet. */
const isOver = ({ holds, heldUntil }: CheckoutSession, now: Date): boolean =>
  holds && (heldUntil === null || new Date(heldUntil) <= now);

const endCheckout = (services: Services, session: CheckoutSession): Promise<void> =>
  closeCheckout(services, session).catch(unavailable);

const otherPlansEnded = (services: Services, planFor: string, session: CheckoutSession | null) =>
  closeOtherPlanCheckouts(services, planFor, session?.id ?? null).catch(unavailable);

function unavailable(error: unknown): never {
  throw error instanceof GatewayError ? paymentUnavailable() : error;
}

const alreadyPurchased = (orderId: string, paymentIntentId: string | null) =>
  Conflict("You bought this a moment ago.", "ALREADY_PURCHASED", {
    orderReference: orderReference({ id: orderId, paymentIntentId }),
  });

function isSame(
  session: CheckoutSession,
  wanted: { email: string; affiliateCode: string | null; cart: PricedCart } & Pick<
    OpenCheckout,
    "billingInterval"
  >,
): boolean {
  const { lines, coupon, shipping, trialDays } = wanted.cart;
  return (
    session.email === wanted.email &&
    session.affiliateCode === wanted.affiliateCode &&
    session.billingInterval === wanted.billingInterval &&
    session.trialDays === trialDays &&
    session.couponId === (coupon?.id ?? null) &&
    session.shippingCountry === (shipping?.country ?? null) &&
    session.lines.length === lines.length &&
    session.lines.every((line, index) => {
      const other = lines[index];
      return (
        other &&
        line.productId === other.productId &&
        line.unitPriceCents === other.unitPriceCents &&
        line.discountCents === other.discountCents &&
        line.totalPriceCents === other.totalPriceCents &&
        line.offerId === other.offerId
      );
    })
  );
}

function shown(
  open: OpenCheckout,
  session: CheckoutSession,
  cart: PricedCart,
  payment: OpenPayment,
  now: Date,
): StartedCheckout {
  return {
    ...payment,
    ...(isFree(session) && { free: true }),
    checkoutSessionId: session.id,
    checkoutType: session.checkoutType,
    cartVersion: session.cartVersion,
    totalCents: session.totalCents,
    ...shownCart(cart, open, now),
  };
}
