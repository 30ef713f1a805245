import type { Cart, OrderBump, PricedCart, Product } from "./cart.ts";

/** The figures under the order, in cents: `subtotal + bumps - coupon + shipping = total`, and 0 with a free trial. */
export type Amounts = {
  subtotalCents: number;
  bumpCents: number;
  /** Nothing is due today: the subtotal is, when the trial is over. */
  trial: PricedCart["trial"];
  coupon: PricedCart["coupon"];
  /** Null where nothing is shipped; without cents while nobody has said where to. */
  shipping: PricedCart["shipping"];
  totalCents: number;
  /** How many of the ticked offers are cheaper here. */
  savingOffers: number;
  /** A product that costs nothing, with nothing added that does: its page asks for no payment. */
  isFree: boolean;
};

/**
 * The server's figures as soon as it has priced this choice of offers. Until then what the page knows itself, so that a
 * tick shows at once; nothing is paid before the server has answered.
 */
export function amountsOf(
  product: Pick<Product, "priceCents" | "billingInterval">,
  bumps: readonly OrderBump[],
  { orderBumps, amountCents }: Cart,
  priced: PricedCart | undefined,
): Amounts {
  const ticked = bumps.filter(({ id }) => orderBumps.includes(id));
  const savingOffers = ticked.filter(
    ({ offerPriceCents, bumpProduct }) => offerPriceCents < bumpProduct.priceCents,
  ).length;
  const trial = priced?.trial ?? null;
  const coupon = priced?.coupon ?? null;
  const shipping = priced?.shipping ?? null;
  const shippingCents = shipping?.cents ?? 0;
  const couponCents = coupon?.discountCents ?? 0;
  const main = priced?.lines.find(({ itemType }) => itemType === "MAIN");
  const isPriced =
    priced?.billingInterval === product.billingInterval &&
    isPricedFor(priced, orderBumps) &&
    (amountCents === null || main?.unitPriceCents === amountCents);
  if (isPriced) {
    const subtotalCents = main?.unitPriceCents ?? product.priceCents;
    const { totalCents } = priced;
    return {
      subtotalCents,
      // A line takes one discount: where the coupon's is the better one, it replaces the offer's.
      bumpCents: trial ? 0 : totalCents - shippingCents + couponCents - subtotalCents,
      trial,
      coupon,
      shipping,
      totalCents,
      savingOffers,
      isFree: product.priceCents === 0 && totalCents === 0,
    };
  }
  const bumpCents = ticked.reduce((sum, { offerPriceCents }) => sum + offerPriceCents, 0);
  const totalCents = trial ? 0 : Math.max(0, product.priceCents + bumpCents - couponCents) + shippingCents;
  return {
    subtotalCents: product.priceCents,
    bumpCents,
    trial,
    coupon,
    shipping,
    totalCents,
    savingOffers,
    isFree: product.priceCents === 0 && totalCents === 0,
  };
}

const isPricedFor = ({ lines }: PricedCart, orderBumps: readonly string[]): boolean => {
  const bumps = bumpsOf(lines);
  return bumps.length === orderBumps.length && bumps.every((id) => orderBumps.includes(id));
};

/** The offers that are in a priced cart. */
export const bumpsOf = (lines: PricedCart["lines"]): string[] =>
  lines.flatMap(({ itemType, offerId }) => (itemType === "ORDER_BUMP" && offerId ? [offerId] : []));
