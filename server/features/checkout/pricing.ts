import type { ShippingRate } from "#contract/shipping/served-countries.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";

/** The line of one product at its own price. */
export function mainLine(product: { id: string; priceCents: number }): CartLine {
  return {
    productId: product.id,
    itemType: "MAIN",
    quantity: 1,
    unitPriceCents: product.priceCents,
    discountCents: 0,
    shippingCents: 0,
    totalPriceCents: product.priceCents,
    offerId: null,
    discountSource: null,
  };
}

/** The line of a membership whose first payment comes after its free trial. */
export const trialLine = (line: CartLine): CartLine => ({
  ...line,
  discountCents: line.unitPriceCents,
  totalPriceCents: 0,
  discountSource: "TRIAL",
});

/** The line of an offered product: what it costs by itself, less what the offer takes off. */
export function offerLine(offer: {
  id: string;
  itemType: "ORDER_BUMP" | "UPSELL";
  product: { id: string; priceCents: number };
  offerPriceCents: number;
}): CartLine {
  const discountCents = offer.product.priceCents - offer.offerPriceCents;
  return {
    productId: offer.product.id,
    itemType: offer.itemType,
    quantity: 1,
    unitPriceCents: offer.product.priceCents,
    discountCents,
    shippingCents: 0,
    totalPriceCents: offer.offerPriceCents,
    offerId: offer.id,
    discountSource: discountCents > 0 ? "OFFER" : null,
  };
}

/** What the lines cost together, in cents. Tax is always 0. */
export const totalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.totalPriceCents, 0);

/** The lines with what it costs to send the `pieces` of each product that is posted, all in one parcel: the first, and each further one. */
export function withShipping(
  lines: readonly CartLine[],
  pieces: ReadonlyMap<string, number>,
  rate: Pick<ShippingRate, "firstCents" | "furtherCents">,
): CartLine[] {
  let isFirst = true;
  return lines.map((line) => {
    const posted = line.quantity * (pieces.get(line.productId) ?? 0);
    if (posted === 0) return line;
    const further = isFirst ? posted - 1 : posted;
    const shippingCents = (isFirst ? rate.firstCents : 0) + further * rate.furtherCents;
    isFirst = false;
    return { ...line, shippingCents, totalPriceCents: line.totalPriceCents + shippingCents };
  });
}

/** What it costs to send all lines, in cents. */
export const shippingCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.shippingCents, 0);

/** What the coupon takes off the lines, in cents. */
export const couponDiscountCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + (line.discountSource === "COUPON" ? line.discountCents : 0), 0);
