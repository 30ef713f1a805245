import type { Cart, CheckoutSession, OrderBump } from "./cart.ts";

/** The figures under the order, in cents: `subtotal + bumps - coupon = total`. */
export type Amounts = {
  subtotalCents: number;
  bumpCents: number;
  coupon: CheckoutSession["coupon"];
  totalCents: number;
  /** How many of the ticked offers are cheaper here. */
  savingOffers: number;
};

/**
 * The server's figures as soon as it has priced this choice of offers. Until then what the page knows itself, so that a
 * tick shows at once; nothing is paid before the server has answered.
 */
export function amountsOf(
  product: { priceCents: number },
  bumps: readonly OrderBump[],
  { orderBumps }: Cart,
  session: CheckoutSession | undefined,
): Amounts {
  const ticked = bumps.filter(({ id }) => orderBumps.includes(id));
  const savingOffers = ticked.filter(
    ({ offerPriceCents, bumpProduct }) => offerPriceCents < bumpProduct.priceCents,
  ).length;
  const coupon = session?.coupon ?? null;
  const couponCents = coupon?.discountCents ?? 0;
  if (session && isPricedFor(session, orderBumps)) {
    const main = session.lines.find(({ itemType }) => itemType === "MAIN");
    const subtotalCents = main?.unitPriceCents ?? product.priceCents;
    const { totalCents } = session;
    return {
      subtotalCents,
      // A line takes one discount: where the coupon's is the better one, it replaces the offer's.
      bumpCents: totalCents + couponCents - subtotalCents,
      coupon,
      totalCents,
      savingOffers,
    };
  }
  const bumpCents = ticked.reduce((sum, { offerPriceCents }) => sum + offerPriceCents, 0);
  const totalCents = Math.max(0, product.priceCents + bumpCents - couponCents);
  return { subtotalCents: product.priceCents, bumpCents, coupon, totalCents, savingOffers };
}

const isPricedFor = ({ lines }: CheckoutSession, orderBumps: readonly string[]): boolean => {
  const priced = bumpsOf(lines);
  return priced.length === orderBumps.length && priced.every((id) => orderBumps.includes(id));
};

/** The offers that are in a priced cart. */
export const bumpsOf = (lines: CheckoutSession["lines"]): string[] =>
  lines.flatMap(({ itemType, offerId }) => (itemType === "ORDER_BUMP" && offerId ? [offerId] : []));
