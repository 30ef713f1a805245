import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { MyProduct, updateProduct as updateContract } from "#contract/catalog/catalog.ts";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { products } from "#server/database/schema/catalog.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { setRefundPolicy } from "#server/features/accounts/refund-policy.ts";
import type { Services } from "#server/services.ts";
import { getMyProduct } from "./my-products.ts";
import { requireRoomForProduct } from "./plan-limit.ts";
import { fileColumns, pictureMissing, requireOwnCover } from "./product-media.ts";
import { fileRequired, type ProductFields, settleProduct } from "./product-rules.ts";
import { isReservedSlug, slugReserved, slugTaken } from "./product-slugs.ts";

type Dependencies = Pick<Services, "db" | "clock" | "config">;
type ProductChanges = z.output<(typeof updateContract)["schema"]["body"]>;

/** Adds a product at the end of the creator's shelf. Throws 422 for wrong fields, 409 when the plan has no room. */
export async function createProduct(
  services: Dependencies,
  creatorId: string,
  { refundPolicy, ...given }: ProductFields & { refundPolicy?: RefundPolicy | undefined },
): Promise<MyProduct> {
  const { db, clock } = services;
  const fields = settleProduct(given);
  if (isReservedSlug(fields.slug)) throw Invalid({ slug: slugReserved });
  const now = clock.now();
  return db.transaction(async (tx) => {
    if (fields.active) await requireRoomForProduct(services, tx, creatorId);
    if (refundPolicy) await setRefundPolicy(tx, creatorId, refundPolicy);
    await requireOwnCover(tx, creatorId, fields.coverImageId);
    const file = await fileColumns(tx, creatorId, fields.digitalFileUrl);
    const [created] = await writing(
      tx
        .insert(products)
        .values({
          ...columnsOf(fields),
          ...file,
          ownerId: creatorId,
          position: nextPosition(creatorId),
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: products.id }),
    );
    if (!created) throw new Error("the product was not written");
    return getMyProduct(tx, creatorId, created.id);
  });
}

/**
 * Changes the fields that are present. Throws as `createProduct` does, 404 for a product that is not theirs, and 409 for
 * one that was changed since the revision that is named.
 */
export async function updateProduct(
  services: Dependencies,
  creatorId: string,
  productId: string,
  { revision, ...changes }: ProductChanges,
): Promise<MyProduct> {
  const { db, clock } = services;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const own = and(eq(products.id, productId), eq(products.ownerId, creatorId), isNull(products.archivedAt));
    if (changes.active) {
      // Before the product's own row is locked: everyone locks the creator first.
      const [seen] = await tx.select({ active: products.active }).from(products).where(own);
      if (!seen) throw NotFound("Product not found");
      if (!seen.active) await requireRoomForProduct(services, tx, creatorId, productId);
    }
    const [current] = await tx.select().from(products).where(own).for("no key update");
    if (!current) throw NotFound("Product not found");
    const fields = settleProduct(
      merged({ ...current, currency: "usd", digitalFileUrl: current.digitalFileId }, changes),
    );
    if (fields.slug !== current.slug && isReservedSlug(fields.slug)) throw Invalid({ slug: slugReserved });
    if (fields.coverImageId !== current.coverImageId)
      await requireOwnCover(tx, creatorId, fields.coverImageId);
    const file =
      fields.digitalFileUrl === current.digitalFileId
        ? {}
        : await fileColumns(tx, creatorId, fields.digitalFileUrl);
    const updated = await writing(
      tx
        .update(products)
        .set({ ...columnsOf(fields), ...file, updatedAt: now })
        .where(and(own, unchangedSince(products.revision, revision)))
        .returning({ id: products.id }),
    );
    requireUnchanged(updated);
    return getMyProduct(tx, creatorId, productId);
  });
}

function merged(
  current: ProductFields,
  { inventoryQuantityWas, ...changes }: Omit<ProductChanges, "revision">,
): ProductFields {
  const typeChanges = changes.type !== undefined && changes.type !== current.type;
  // Another type bills and ships in its own way unless told otherwise.
  const next: ProductFields = {
    ...current,
    ...(typeChanges && { billingInterval: "ONE_TIME", yearlyPriceCents: null, requiresShipping: undefined }),
    ...(changes as Partial<ProductFields>),
  };
  if (changes.inventoryQuantity === undefined || inventoryQuantityWas === undefined) return next;
  // The row is locked: sales and holds have either been taken out of `current` or wait for this.
  const moved = current.inventoryQuantity + changes.inventoryQuantity - inventoryQuantityWas;
  const lowest = next.allowBackorder ? moved : Math.min(0, changes.inventoryQuantity);
  return { ...next, inventoryQuantity: Math.max(lowest, moved) };
}

function columnsOf(fields: ReturnType<typeof settleProduct>) {
  return {
    title: fields.title,
    slug: fields.slug,
    description: fields.description,
    type: fields.type,
    priceCents: fields.priceCents,
    originalPriceCents: fields.originalPriceCents,
    currency: fields.currency,
    billingInterval: fields.billingInterval,
    yearlyPriceCents: fields.yearlyPriceCents,
    benefits: fields.benefits,
    active: fields.active,
    featured: fields.featured,
    coverImageId: fields.coverImageId,
    requiresShipping: fields.requiresShipping,
    trackInventory: fields.trackInventory,
    inventoryQuantity: fields.inventoryQuantity,
    allowBackorder: fields.allowBackorder,
    allowOrderBumps: fields.allowOrderBumps,
    maxOrderBumps: fields.maxOrderBumps,
    allowUpsells: fields.allowUpsells,
    maxUpsells: fields.maxUpsells,
    digitalFileType: fields.digitalFileType,
    digitalFileExternalUrl: fields.digitalFileExternalUrl,
    downloadButtonText: fields.downloadButtonText || "Download Here",
    digitalExpirationDays: fields.digitalExpirationDays,
    maxDownloads: fields.maxDownloads,
    deliveryNote: fields.deliveryNote || null,
    questions: fields.questions,
  };
}

/** Behind everything else on the creator's shelf. */
const nextPosition = (creatorId: string) =>
  sql`(select coalesce(max(last.position), 0) + 1 from products last where last.owner_id = ${creatorId})`;

/** Names the field whose constraint a write broke: what was free or there a moment ago is so no more. */
async function writing<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "products_slug_unique") throw Invalid({ slug: slugTaken });
    if (constraint === "products_file_fk") throw Invalid({ digitalFileUrl: fileRequired });
    if (constraint === "products_cover_fk") throw Invalid({ coverImageId: pictureMissing });
    throw error;
  }
}
