import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Upsell } from "#contract/offers/upsells.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { upsells } from "#server/database/schema/offers.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { discountedPriceCents } from "./discount.ts";
import { isPayable, isOwnProduct, lacksAddress } from "./offer-rules.ts";
import { type Figures, noFigures, obstacleOf, productOfOffer } from "./offer-view.ts";

/** What is read, and when. */
type Read = { db: Db; pool: Queryable } & Pick<Services, "clock">;

/** The creator's upsells in the order buyers see them; of one trigger, or of all. Throws 404 for a product that is not theirs. */
export async function listUpsells(
  read: Read,
  creatorId: string,
  { triggerProductId }: { triggerProductId?: string | undefined } = {},
): Promise<Upsell[]> {
  if (triggerProductId !== undefined && !(await isOwnProduct(read.db, creatorId, triggerProductId)))
    throw NotFound("Product not found");
  return selectUpsells(read, creatorId, { triggerProductId });
}

/** One of the creator's upsells. Throws 404 for any other id. */
export async function getUpsell(read: Read, creatorId: string, id: string): Promise<Upsell> {
  const [upsell] = await selectUpsells(read, creatorId, { id });
  if (!upsell) throw NotFound("Upsell not found");
  return upsell;
}

const triggers = alias(products, "triggers");

async function selectUpsells(
  { db, pool, clock }: Read,
  creatorId: string,
  { id, triggerProductId }: { id?: string; triggerProductId?: string | undefined },
): Promise<Upsell[]> {
  const rows = await db
    .select({ upsell: upsells, product: products, image: images, triggerShips: triggers.requiresShipping })
    .from(upsells)
    .innerJoin(products, eq(products.id, upsells.upsellProductId))
    .innerJoin(triggers, eq(triggers.id, upsells.triggerProductId))
    .leftJoin(images, eq(images.id, products.coverImageId))
    .where(
      and(
        eq(upsells.ownerId, creatorId),
        id === undefined ? undefined : eq(upsells.id, id),
        triggerProductId === undefined ? undefined : eq(upsells.triggerProductId, triggerProductId),
      ),
    )
    .orderBy(upsells.triggerProductId, upsells.sequence, upsells.createdAt, upsells.id);
  const figures = await figuresOf(
    pool,
    creatorId,
    rows.map(({ upsell }) => upsell.id),
  );
  return rows.map(({ upsell, product, image, triggerShips }) => {
    const brought = figures.get(upsell.id) ?? noFigures;
    const offerPriceCents = discountedPriceCents(product.priceCents, {
      type: upsell.discountType,
      value: upsell.discountValue,
    });
    return {
      ...upsell,
      ...brought,
      acceptanceRate:
        brought.shown === 0 ? 0 : Math.round((brought.accepted / brought.shown) * 10_000) / 10_000,
      upsellProduct: productOfOffer(product, image),
      offerPriceCents,
      // The product's price may have been lowered since.
      obstacle:
        obstacleOf(upsell, product, clock.now()) ??
        (lacksAddress({ requiresShipping: triggerShips }, product) ? "NO_ADDRESS" : null) ??
        (isPayable(offerPriceCents) ? null : "TOO_CHEAP"),
    };
  });
}

/** Shown: orders that saw it. Accepted: those whose add-on was paid. */
async function figuresOf(pool: Queryable, creatorId: string, ids: string[]): Promise<Map<string, Figures>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFigures(pool, creatorId, ids);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

const selectFigures = statement("offers_select_upsell_figures")<
  Figures & { id: string },
  [creatorId: string, ids: string[]]
>(
  `with shown as (
      select upsell_id as id, count(*) as shown, count(*) filter (where decision = 'ACCEPTED') as accepted
        from upsell_offers where owner_id = $1 and upsell_id = any($2::uuid[]) group by 1),
    sold as (
      select offer_id as id, sum(total_price_cents - refunded_cents) as cents
        from order_items where owner_id = $1 and offer_id = any($2::uuid[]) group by 1)
    select id, shown::int as shown, accepted::int as accepted, coalesce(sold.cents, 0)::float8 as "revenueCents"
      from shown left join sold using (id)`,
);
