import { and, eq, ne, sql } from "drizzle-orm";
import type { MyProduct } from "#contract/catalog/catalog.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { NotFound } from "#server/errors.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { productPictures } from "./product-media.ts";
import { missingForSale } from "./missing-for-sale.ts";
import { descriptionDocumentOf } from "./product-description.ts";
import { productOrders } from "./product-orders.ts";
import { productRating } from "./product-rating.ts";

/** The creator's products in the order of the shelf, inactive ones too; archived ones are gone. */
export function listMyProducts(db: Db, creatorId: string): Promise<MyProduct[]> {
  return selectMyProducts(db, creatorId);
}

/** One of the creator's products. Throws 404 for any other id. */
export async function getMyProduct(db: Db, creatorId: string, productId: string): Promise<MyProduct> {
  const [product] = await selectMyProducts(db, creatorId, productId);
  if (!product) throw NotFound("Product not found");
  return product;
}

async function selectMyProducts(db: Db, creatorId: string, productId?: string): Promise<MyProduct[]> {
  const rows = await db
    .select({ product: products, image: images, pictures, orderCount, rating, hasLessons, shipsSomewhere })
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
  return rows.map(({ product: row, image, pictures, orderCount, rating, hasLessons, shipsSomewhere }) => {
    const product = { ...row, digitalFileUrl: row.digitalFileId };
    return {
      ...product,
      descriptionDocument: descriptionDocumentOf(product),
      active: product.state === "PUBLISHED",
      rating,
      soldOut: isSoldOut(product),
      cover: pictureOf(image),
      pictures: pictures.map((stored) => ({
        imageId: stored.id,
        alt: stored.alt,
        picture: pictureOf(stored),
      })),
      orderCount,
      missing: missingForSale({ ...product, hasLessons, shipsSomewhere }),
    };
  });
}

/** As the storefront's statements have it. */
const isSoldOut = (product: typeof products.$inferSelect): boolean =>
  product.trackInventory && !product.allowBackorder && product.inventoryQuantity < 1;

const rating = sql<MyProduct["rating"]>`${sql.raw(productRating('"products"."id"'))}`;

const pictures = sql<StoredPicture[]>`${sql.raw(productPictures('"products"'))}`;

/** Paid orders with a line of the product, refunded ones too. */
const orderCount = sql<number>`${sql.raw(productOrders('"products"."id"'))}`;

const shipsSomewhere = sql<boolean>`exists (select from shipping_rates r where r.owner_id = ${products.ownerId})`;

const hasLessons = sql<boolean>`${products.type} = 'COURSE' and exists (
  select from course_modules m join lessons l on l.module_id = m.id where m.product_id = ${products.id})`;
