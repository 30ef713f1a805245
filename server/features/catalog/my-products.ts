import { and, eq, ne, sql } from "drizzle-orm";
import type { MyProduct } from "#contract/catalog/catalog.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { NotFound } from "#server/errors.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { productPictures } from "./product-media.ts";
import { isSoldOut } from "./bundle-parts.ts";
import { partsAt } from "./save-parts.ts";
import { missingForSale } from "./missing-for-sale.ts";
import { descriptionDocumentOf } from "./product-description.ts";
import { productOrders } from "./product-orders.ts";
import { isSlugOfTitle } from "./product-slugs.ts";
import { productRating } from "./product-rating.ts";

/** The creator's products in the order of the shelf, inactive ones too; archived ones are gone. */
export function listMyProducts(db: Db, creatorId: string, now: Date): Promise<MyProduct[]> {
  return selectMyProducts(db, creatorId, now);
}

/** One of the creator's products. Throws 404 for any other id. */
export async function getMyProduct(
  db: Db,
  creatorId: string,
  productId: string,
  now: Date,
): Promise<MyProduct> {
  const [product] = await selectMyProducts(db, creatorId, now, productId);
  if (!product) throw NotFound("Product not found");
  return product;
}

async function selectMyProducts(
  db: Db,
  creatorId: string,
  now: Date,
  productId?: string,
): Promise<MyProduct[]> {
  const rows = await db
    .select({
      product: products,
      image: images,
      pictures,
      orderCount,
      rating,
      hasLessons,
      shipsSomewhere,
      soldOut,
      parts: partsAt(now),
      waiting: waiters,
    })
    .from(products)
    .leftJoin(images, eq(images.id, products.coverImageId))
    .where(
      and(
        eq(products.ownerId, creatorId),
        ne(products.state, "ARCHIVED"),
        productId === undefined ? undefined : eq(products.id, productId),
      ),
    )
    .orderBy(products.position, products.createdAt, products.id);
  return rows.map(({ product: row, image, pictures, hasLessons, shipsSomewhere, ...counted }) => {
    const product = { ...row, digitalFileUrl: row.digitalFileId };
    const missing = missingForSale({
      ...product,
      hasLessons,
      shipsSomewhere,
      partObstacles: counted.parts.map(({ obstacle }) => obstacle),
    });
    const isAhead = product.comingSoon && (product.opensAt === null || product.opensAt > now);
    const isLate = product.comingSoon && !isAhead && missing.length > 0;
    return {
      ...product,
      ...counted,
      descriptionDocument: descriptionDocumentOf(product),
      active: product.state === "PUBLISHED",
      slugFollowsTitle: product.state === "DRAFT" && counted.orderCount === 0 && isSlugOfTitle(product),
      cover: pictureOf(image),
      pictures: pictures.map((stored) => ({
        imageId: stored.id,
        alt: stored.alt,
        picture: pictureOf(stored),
      })),
      missing,
      isToCome: isAhead || isLate,
      isLate,
    };
  });
}

const soldOut = sql<boolean>`${sql.raw(isSoldOut('"products"'))}`;

const rating = sql<MyProduct["rating"]>`${sql.raw(productRating('"products"."id"'))}`;

const pictures = sql<StoredPicture[]>`${sql.raw(productPictures('"products"'))}`;

/** Paid orders with a line of the product, refunded ones too. */
const orderCount = sql<number>`${sql.raw(productOrders('"products"."id"'))}`;

const shipsSomewhere = sql<boolean>`exists (select from shipping_rates r where r.owner_id = ${products.ownerId})`;

/** Who has proved their address and has heard nothing yet; nobody is counted for what is sold as everything is. */
const waiters = sql<number>`case when ${products.comingSoon} then (
  select count(*)::int from product_waiters w join subscribers b on b.id = w.subscriber_id and b.state = 'SUBSCRIBED'
   where w.product_id = ${products.id} and w.settled_at is null) else 0 end`;

const hasLessons = sql<boolean>`${products.type} = 'COURSE' and exists (
  select from course_modules m join lessons l on l.module_id = m.id where m.product_id = ${products.id})`;
