import type { z } from "zod";
import type { createPaymentIntent } from "#contract/checkout.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import type { Services } from "#server/services.ts";
import { bringPaymentUpToDate, type OpenPayment } from "./checkout-payment.ts";
import {
  type CheckoutSession,
  keepReplyLink,
  type OpenCheckout,
  selectOpenCheckout,
} from "./checkout-session.ts";
import { keepCart, refreshHolds } from "./keep-cart.ts";
import { type Buyer, priceCart, type PricedCart } from "./price-cart.ts";
import { couponDiscountCents } from "./pricing.ts";

type Input = z.output<typeof createPaymentIntent.schema.body>;
export type StartedCheckout = z.input<(typeof createPaymentIntent.schema.response)[200]>;

/**
 * Opens this browser's checkout of a product, or brings the open one up to date: the server prices the cart, stores it
 * as a version, and asks the gateway for an intent — always the same one, updated. Calling it twice changes nothing.
 * Throws 404 for a product that is not on sale, 400 for a bump that is not offered, 409 for a product that is sold out or
 * was bought a moment ago, 422 for a coupon that does not count, 503 when the gateway does not answer.
 */
export async function startCheckout(
  services: Services,
  buyer: Buyer,
  input: Input,
): Promise<StartedCheckout> {
  // Another request of the same browser may be faster at any step; then what it left is read again.
  for (let attempt = 0; attempt < 10; attempt++) {
    const [open] = await selectOpenCheckout(
      services.pool,
      input.productId,
      buyer.browserHash,
      input.customerEmail,
      services.clock.now(),
    );
    if (!open?.onSale) throw NotFound("Product not found");
    if (open.recentOrderId && !input.buyAgain && !open.session)
      throw alreadyPurchased(open.recentOrderId, open.recentPaymentIntentId);
    const cart = await priceCart(services, open, buyer, {
      email: input.customerEmail,
      orderBumps: input.orderBumps,
      couponCode: input.couponCode || null,
    });
    const session = await keptSession(services, open, buyer, input, cart);
    if (session && buyer.replyLinkCode && session.replyLinkCode !== buyer.replyLinkCode)
      await keepReplyLink(services.pool, session.id, buyer.replyLinkCode);
    const payment = session && (await bringPaymentUpToDate(services, open, session, cart.titles));
    if (payment) return shown(open, session, cart, payment);
  }
  throw Unavailable("Busy. Please try again.", "BUSY");
}

/** The session with this cart as its newest version. Undefined when another request was faster. */
async function keptSession(
  services: Services,
  open: OpenCheckout,
  buyer: Buyer,
  input: Input,
  cart: PricedCart,
): Promise<CheckoutSession | undefined> {
  const { session } = open;
  const affiliateCode = input.affiliateCode || session?.affiliateCode || null;
  if (session && isSame(session, { email: input.customerEmail, affiliateCode, cart })) {
    if (cart.holds) await refreshHolds(services, open, session, cart);
    return session;
  }
  return keepCart(
    services,
    open,
    {
      browserHash: buyer.browserHash,
      email: input.customerEmail,
      customerName: session?.customerName ?? input.customerName ?? "",
      affiliateCode,
      replyLinkCode: buyer.replyLinkCode ?? null,
      orderBumps: input.orderBumps,
    },
    cart,
  );
}

const alreadyPurchased = (orderId: string, paymentIntentId: string | null) =>
  Conflict("You bought this a moment ago.", "ALREADY_PURCHASED", {
    orderReference: orderReference({ id: orderId, paymentIntentId }),
  });

function isSame(
  session: CheckoutSession,
  wanted: { email: string; affiliateCode: string | null; cart: PricedCart },
): boolean {
  const { lines, coupon } = wanted.cart;
  return (
    session.email === wanted.email &&
    session.affiliateCode === wanted.affiliateCode &&
    session.couponId === (coupon?.id ?? null) &&
    session.lines.length === lines.length &&
    session.lines.every((line, index) => {
      const other = lines[index];
      return (
        other &&
        line.productId === other.productId &&
        line.unitPriceCents === other.unitPriceCents &&
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
): StartedCheckout {
  return {
    ...payment,
    ...(session.totalCents === 0 && { free: true }),
    checkoutSessionId: session.id,
    cartVersion: session.cartVersion,
    totalCents: session.totalCents,
    currency: open.currency,
    coupon: cart.coupon && { code: cart.coupon.code, discountCents: couponDiscountCents(session.lines) },
    requiresShipping: cart.requiresShipping,
    lines: session.lines.map(
      ({ productId, itemType, offerId, unitPriceCents, discountCents, totalPriceCents }) => ({
        productId,
        title: cart.titles.get(productId) ?? open.title,
        itemType,
        offerId,
        unitPriceCents,
        discountCents,
        totalPriceCents,
      }),
    ),
  };
}
