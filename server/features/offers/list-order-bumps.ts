import { and, eq } from "drizzle-orm";
import type { OrderBump } from "#contract/offers/order-bumps.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orderBumps } from "#server/database/schema/offers.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { discountedPriceCents } from "./discount.ts";
import { isOwnProduct } from "./offer-rules.ts";
import { type Figures, noFigures, obstacleOf, productOfOffer } from "./offer-view.ts";

/** What is read, and when. */
type Read = { db: Db; pool: Queryable } & Pick<Services, "clock">;

/** The creator's bumps in the order buyers see them; of one product, or of all. Throws 404 for a product that is not theirs. */
export async function listOrderBumps(
  read: Read,
  creatorId: string,
  { mainProductId }: { mainProductId?: string | undefined } = {},
): Promise<OrderBump[]> {
  if (mainProductId !== undefined && !(await isOwnProduct(read.db, creatorId, mainProductId)))
    throw NotFound("Product not found");
  return selectOrderBumps(read, creatorId, { mainProductId });
}

/** One of the creator's bumps. Throws 404 for any other id. */
export async function getOrderBump(read: Read, creatorId: string, id: string): Promise<OrderBump> {
  const [bump] = await selectOrderBumps(read, creatorId, { id });
  if (!bump) throw NotFound("Order bump not found");
  return bump;
}

async function selectOrderBumps(
  { db, pool, clock }: Read,
  creatorId: string,
  { id, mainProductId }: { id?: string; mainProductId?: string | undefined },
): Promise<OrderBump[]> {
  const rows = await db
    .select({ bump: orderBumps, product: products, image: images })
    .from(orderBumps)
    .innerJoin(products, eq(products.id, orderBumps.bumpProductId))
    .leftJoin(images, eq(images.id, products.coverImageId))
    .where(
      and(
        eq(orderBumps.ownerId, creatorId),
        id === undefined ? undefined : eq(orderBumps.id, id),
        mainProductId === undefined ? undefined : eq(orderBumps.mainProductId, mainProductId),
      ),
    )
    .orderBy(orderBumps.mainProductId, orderBumps.position, orderBumps.createdAt, orderBumps.id);
  const figures = await figuresOf(
    pool,
    creatorId,
    rows.map(({ bump }) => bump.id),
  );
  return rows.map(({ bump, product, image }) => ({
    ...bump,
    ...(figures.get(bump.id) ?? noFigures),
    bumpProduct: productOfOffer(product, image),
    offerPriceCents: discountedPriceCents(product.priceCents, {
      type: bump.discountType,
      value: bump.discountValue,
    }),
    obstacle: obstacleOf(bump, product, clock.now()),
  }));
}

/** Shown: checkouts that were opened while it was on offer. Accepted: their paid orders with a line of it. */
async function figuresOf(pool: Queryable, creatorId: string, ids: string[]): Promise<Map<string, Figures>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFigures(pool, creatorId, ids);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

const selectFigures = statement("offers_select_bump_figures")<
  Figures & { id: string },
  [creatorId: string, ids: string[]]
>(
  `with bump as (select id from order_bumps where owner_id = $1 and id = any($2::uuid[])),
    sold as (
      select i.offer_id as id, count(*) as orders, sum(i.total_price_cents - i.refunded_cents) as revenue
        from order_items i
       where i.owner_id = $1 and i.offer_id in (select id from bump)
         and i.order_id not in (select id from orders where owner_id = $1 and status not in ('PAID', 'REFUNDED'))
       group by 1)
    select bump.id, (select coalesce(sum(t.count), 0)::int from tallies t where t.subject_id = bump.id) as shown, coalesce(sold.orders, 0)::int as accepted,
           coalesce(sold.revenue, 0)::float8 as "revenueCents"
      from bump left join sold on sold.id = bump.id`,
);
