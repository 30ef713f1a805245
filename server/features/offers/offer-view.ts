import type { OfferObstacle } from "#contract/offers/offer-terms.ts";
import type { images } from "#server/database/schema/accounts.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { pictureOf } from "#server/features/files/pictures.ts";

type Product = typeof products.$inferSelect;

/** The product of an offer, for its creator's list. */
export const productOfOffer = (product: Product, image: typeof images.$inferSelect | null) => ({
  id: product.id,
  title: product.title,
  type: product.type,
  priceCents: product.priceCents,
  currency: product.currency,
  cover: pictureOf(image),
});

/** Why an offer's product cannot be sold by it at the moment; null where it can. */
export function obstacleOf(
  { endsAt }: { endsAt: Date | null },
  product: Product,
  now: Date,
): OfferObstacle | null {
  if (endsAt && endsAt <= now) return "ENDED";
  if (product.state === "ARCHIVED") return "DELETED";
  if (product.state === "DRAFT") return "OFF_SALE";
  if (product.billingInterval !== "ONE_TIME") return "RECURRING";
  if (product.type === "BUNDLE") return "BUNDLE";
  if (product.suggestedPriceCents !== null) return "OWN_PRICE";
  if (product.trackInventory && !product.allowBackorder && product.inventoryQuantity < 1) return "SOLD_OUT";
  return null;
}

/** What an offer has brought. Revenue in cents, less what was refunded. */
export type Figures = { shown: number; accepted: number; revenueCents: number };

export const noFigures: Figures = { shown: 0, accepted: 0, revenueCents: 0 };
