import type { CartLine } from "#server/database/schema/checkout.ts";
import { sharesOf } from "#server/features/orders/shares-of.ts";

/** What of a part decides how much of its bundle's price is its own. */
export type PricedPart = { id: string; priceCents: number; requiresShipping: boolean };

/**
 * The lines of a cart as they are sold: those of a bundle (the main line) are its own, which costs nothing, and one for each
 * part with its share. What is paid for the goods, and what was taken off it, falls on the parts by what each costs by
 * itself; what it costs to send them, on those that are sent.
 */
export function splitBundle(lines: readonly CartLine[], parts: readonly PricedPart[]): CartLine[] {
  if (parts.length === 0) return [...lines];
  return lines.flatMap((line) =>
    line.itemType === "MAIN" ? [emptied(line), ...partLines(line, parts)] : [line],
  );
}

const emptied = (line: CartLine): CartLine => ({
  ...line,
  unitPriceCents: 0,
  discountCents: 0,
  shippingCents: 0,
  totalPriceCents: 0,
  discountSource: null,
});

function partLines(bundle: CartLine, parts: readonly PricedPart[]): CartLine[] {
  const prices = parts.map(({ priceCents }) => priceCents);
  const goods = sharesOf(bundle.totalPriceCents - bundle.shippingCents, prices);
  const discounts = sharesOf(bundle.discountCents, prices);
  const sent = sharesOf(
    bundle.shippingCents,
    parts.map(({ requiresShipping }) => (requiresShipping ? 1 : 0)),
  );
  return parts.map(({ id }, place) => {
    const [goodsCents = 0, discountCents = 0, shippingCents = 0] = [
      goods[place],
      discounts[place],
      sent[place],
    ];
    return {
      productId: id,
      itemType: "PART",
      quantity: 1,
      unitPriceCents: goodsCents + discountCents,
      discountCents,
      shippingCents,
      totalPriceCents: goodsCents + shippingCents,
      offerId: null,
      discountSource: discountCents > 0 ? bundle.discountSource : null,
    };
  });
}
