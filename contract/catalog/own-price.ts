/** What of a product says that buyers choose what they pay, and what they are asked for. In cents. */
export type OwnPrice = {
  /** The least, where buyers choose. */
  priceCents: number;
  /** Null where the price is fixed. */
  suggestedPriceCents: number | null;
};

/** The least that a card can pay, and the most that a price is, in cents. */
export const leastChargeCents = 50;
export const highestPriceCents = 99_999_999;

/**
 * A product as whoever chose this amount buys it: at that price, and at what is suggested where nothing was chosen. What
 * has a fixed price keeps it.
 */
export function atAmount<Product extends OwnPrice>(
  product: Product,
  amountCents: number | null | undefined,
): Product {
  if (product.suggestedPriceCents === null) return product;
  return { ...product, priceCents: amountCents ?? product.suggestedPriceCents };
}

/** Why buyers cannot choose this amount, in words; undefined where they can. `money` writes cents as people read them. */
export function amountProblem(
  { priceCents: leastCents }: Pick<OwnPrice, "priceCents">,
  amountCents: number,
  money: (cents: number) => string,
): string | undefined {
  if (amountCents < leastCents) return `The least for this is ${money(leastCents)}`;
  if (amountCents > 0 && amountCents < leastChargeCents)
    return `A card can pay ${money(leastChargeCents)} or more. Or take it for nothing`;
  return amountCents > highestPriceCents ? `The most is ${money(highestPriceCents)}` : undefined;
}

/** Why a creator cannot ask for this; undefined where they can. */
export function suggestionProblem({ priceCents, suggestedPriceCents }: OwnPrice): string | undefined {
  if (suggestedPriceCents === null) return undefined;
  if (suggestedPriceCents < leastChargeCents) return "Suggest $0.50 or more";
  return suggestedPriceCents < priceCents ? "Suggest at least the minimum" : undefined;
}

/** What stands where a price would, before its amount: "From $5.00", or words alone where nothing is due. */
export const ownPriceText = ({ priceCents }: OwnPrice, money: (cents: number) => string): string =>
  priceCents === 0 ? "Pay what you want" : `From ${money(priceCents)}`;
