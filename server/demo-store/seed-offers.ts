import { coupons, couponProducts } from "#server/database/schema/coupons.ts";
import { orderBumps, upsells } from "#server/database/schema/offers.ts";
import type { Services } from "#server/services.ts";
import { DEMO_BUMPS, DEMO_COUPONS, DEMO_UPSELLS } from "./content/demo-offers.ts";
import type { Shelf } from "./seed-shelf.ts";

/** The id of the bump or upsell that put a product into an order of another one. */
export type OfferIds = (
  kind: "ORDER_BUMP" | "UPSELL",
  mainProductId: string,
  offeredProductId: string,
) => string | null;

const dayMs = 86_400_000;

/** Bumps, upsells and coupons of the demo store. */
export async function seedOffers({ db, clock }: Services, ownerId: string, shelf: Shelf): Promise<OfferIds> {
  const now = clock.now().getTime();
  const createdAt = new Date(now - 100 * dayMs);
  const dayFromNow = (day: number) => new Date(now + day * dayMs);
  const idOf = (slug: string) => {
    const product = shelf.get(slug);
    if (!product) throw new Error(`the demo store has no ${slug}`);
    return product.id;
  };

  const bumps = await db
    .insert(orderBumps)
    .values(
      DEMO_BUMPS.map(({ mainSlug, bumpSlug, endsOnDay, ...bump }, position) => ({
        ...bump,
        endsAt: endsOnDay === null ? null : dayFromNow(endsOnDay),
        ownerId,
        mainProductId: idOf(mainSlug),
        bumpProductId: idOf(bumpSlug),
        position,
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning();
  const offered = await db
    .insert(upsells)
    .values(
      DEMO_UPSELLS.map(({ triggerSlug, upsellSlug, endsOnDay, ...upsell }) => ({
        ...upsell,
        endsAt: endsOnDay === null ? null : dayFromNow(endsOnDay),
        ownerId,
        triggerProductId: idOf(triggerSlug),
        upsellProductId: idOf(upsellSlug),
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning();
  const coded = await db
    .insert(coupons)
    .values(
      DEMO_COUPONS.map(({ validFromDay, validUntilDay, ...coupon }) => ({
        ...coupon,
        ownerId,
        validFrom: validFromDay === null ? createdAt : dayFromNow(validFromDay),
        validUntil: validUntilDay === null ? null : dayFromNow(validUntilDay),
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning();
  const limits = DEMO_COUPONS.flatMap(({ code, productSlugs }) =>
    productSlugs.map((slug) => ({
      couponId: coded.find((coupon) => coupon.code === code)?.id ?? "",
      productId: idOf(slug),
      ownerId,
    })),
  );
  if (limits.length > 0) await db.insert(couponProducts).values(limits);

  return (kind, mainId, offeredId) => {
    const offer =
      kind === "ORDER_BUMP"
        ? bumps.find((bump) => bump.mainProductId === mainId && bump.bumpProductId === offeredId)
        : offered.find(
            (upsell) => upsell.triggerProductId === mainId && upsell.upsellProductId === offeredId,
          );
    return offer?.id ?? null;
  };
}
