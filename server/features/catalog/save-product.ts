import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { MyProduct, updateProduct as updateContract } from "#contract/catalog/catalog.ts";
import { type MissingForSale, missingText } from "#contract/catalog/missing-for-sale.ts";
import type { RichDocument } from "#contract/document/document.ts";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { shippingRates } from "#server/database/schema/shipping.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { emptyDocument } from "#server/documents/stored-text.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { setRefundPolicy } from "#server/features/accounts/refund-policy.ts";
import { saveTextVideos } from "#server/features/files/text-videos.ts";
import type { Services } from "#server/services.ts";
import { requireRoomForNew } from "./most-products.ts";
import { getMyProduct } from "./my-products.ts";
import { requireRoomForProduct } from "./plan-limit.ts";
import { settleDescription } from "./product-description.ts";
import { fileColumns, pictureMissing, requireOwnCover, requireOwnPictures } from "./product-media.ts";
import { canBegin, missingForSale, refuseMissing, type SaleFacts } from "./missing-for-sale.ts";
import {
  isPartOfBundle,
  listPartIds,
  removeParts,
  requireParts,
  unfitPart,
  writeParts,
} from "./save-parts.ts";
import { requireOwnProducts } from "./products-in-texts.ts";
import { columnsOf } from "./product-columns.ts";
import { type ProductFields, settleProduct } from "./product-rules.ts";
import { isReservedSlug, slugReserved, slugTaken } from "./product-slugs.ts";

type Dependencies = Pick<Services, "db" | "clock" | "config">;
type ProductChanges = z.output<(typeof updateContract)["schema"]["body"]>;

/**
 * Adds a product at the end of the creator's shelf; a course as a draft, since its lessons come after it. Throws 422 for
 * wrong fields, and for one that is to be on sale (`active: true`) and cannot be; 409 when the plan or the store has no room.
 */
export async function createProduct(
  services: Dependencies,
  creatorId: string,
  {
    refundPolicy,
    descriptionDocument,
    active,
    ...others
  }: Omit<ProductFields, "active"> & {
    active?: boolean | undefined;
    refundPolicy?: RefundPolicy | undefined;
    descriptionDocument?: RichDocument | undefined;
  },
): Promise<MyProduct> {
  const { db, clock } = services;
  const given = { ...others, active: active ?? true };
  const fields = settleProduct(given);
  const description = settleDescription({ description: given.description, descriptionDocument });
  if (isReservedSlug(fields.slug)) throw Invalid({ slug: slugReserved });
  const now = clock.now();
  return db.transaction(async (tx) => {
    await requireRoomForNew(tx, creatorId);
    if (description.descriptionDocument)
      await requireOwnProducts(tx, creatorId, description.descriptionDocument, "description");
    const partObstacles = await requireParts(tx, creatorId, { partIds: given.partIds, now });
    const isPublished =
      fields.active &&
      canBegin(
        neededOf(
          fields,
          now,
          missingIn(given, fields, { ...(await factsOfOwner(tx, creatorId)), partObstacles }),
        ),
        active === true,
      );
    if (isPublished) await requireRoomForProduct(services, tx, creatorId);
    if (refundPolicy) await setRefundPolicy(tx, creatorId, refundPolicy);
    await requireOwnCover(tx, creatorId, fields.coverImageId);
    await requireOwnPictures(tx, creatorId, fields.pictures);
    const file = await fileColumns(tx, creatorId, fields.digitalFileUrl);
    const [created] = await writing(
      tx
        .insert(products)
        .values({
          ...columnsOf(fields),
          ...description,
          ...file,
          state: isPublished ? "PUBLISHED" : "DRAFT",
          ownerId: creatorId,
          position: nextPosition(creatorId),
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: products.id }),
    );
    if (!created) throw new Error("the product was not written");
    await writing(writeParts(tx, created.id, fields.partIds));
    if (description.descriptionDocument)
      await saveTextVideos(tx, creatorId, { productId: created.id }, description.descriptionDocument, {
        field: "descriptionDocument",
        now,
      });
    return getMyProduct(tx, creatorId, created.id, now);
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
  { revision, descriptionDocument, ...changes }: ProductChanges,
): Promise<MyProduct> {
  const { db, clock } = services;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const own = and(
      eq(products.id, productId),
      eq(products.ownerId, creatorId),
      ne(products.state, "ARCHIVED"),
    );
    if (changes.active) {
      // Before the product's own row is locked: everyone locks the creator first.
      const [seen] = await tx.select({ state: products.state }).from(products).where(own);
      if (!seen) throw NotFound("Product not found");
      if (seen.state !== "PUBLISHED") await requireRoomForProduct(services, tx, creatorId, productId);
    }
    const [current] = await tx.select().from(products).where(own).for("no key update");
    if (!current) throw NotFound("Product not found");
    const wasPublished = current.state === "PUBLISHED";
    const before: ProductFields = {
      ...current,
      currency: "usd",
      digitalFileUrl: current.digitalFileId,
      active: wasPublished,
      partIds: await listPartIds(tx, productId),
    };
    const given = merged(before, changes);
    const fields = settleProduct(given);
    const partObstacles = await requireParts(tx, creatorId, {
      partIds: given.partIds,
      earlier: before.partIds,
      now,
    });
    const partsChange = fields.partIds.join() !== before.partIds.join();
    if (fields.active) {
      const facts = {
        partObstacles,
        ...(await factsOfOwner(tx, creatorId)),
        hasLessons: await isFilled(tx, productId),
        eventCancelledAt: current.eventCancelledAt,
      };
      // What went on sale without it goes on selling, and what did not open for want of it can be worked on.
      const known =
        wasPublished && !isAnnounced(current, now) && (fields.comingSoon || !current.comingSoon)
          ? missingForSale({ ...before, ...facts }).filter((name) => !partsChange || !isOfParts(name))
          : [];
      const missing = neededOf(fields, now, missingIn(given, fields, facts));
      refuseMissing(missing.filter((name) => !known.includes(name)));
    }
    if (fields.slug !== current.slug && isReservedSlug(fields.slug)) throw Invalid({ slug: slugReserved });
    if (changes.pictures) await requireOwnPictures(tx, creatorId, fields.pictures);
    if (fields.coverImageId !== current.coverImageId)
      await requireOwnCover(tx, creatorId, fields.coverImageId);
    const description = settleDescription({ description: changes.description, descriptionDocument }, current);
    if (descriptionDocument) await requireOwnProducts(tx, creatorId, descriptionDocument, "description");
    const file =
      fields.digitalFileUrl === current.digitalFileId
        ? {}
        : await fileColumns(tx, creatorId, fields.digitalFileUrl);
    if (partsChange) await removeParts(tx, productId);
    const updated = await writing(
      tx
        .update(products)
        .set({
          ...columnsOf(fields),
          ...description,
          ...file,
          state: fields.active ? "PUBLISHED" : "DRAFT",
          // What becomes something else is no event that was called off.
          ...(fields.type !== "EVENT" && { eventCancelledAt: null }),
          updatedAt: now,
        })
        .where(and(own, unchangedSince(products.revision, revision)))
        .returning({ id: products.id }),
    );
    requireUnchanged(updated);
    if (partsChange) await writing(writeParts(tx, productId, fields.partIds));
    if (description.descriptionDocument !== current.descriptionDocument)
      await saveTextVideos(tx, creatorId, { productId }, description.descriptionDocument ?? emptyDocument, {
        field: "descriptionDocument",
        now,
      });
    return getMyProduct(tx, creatorId, productId, now);
  });
}

/** The choice between file and link is taken as it was made, with nothing behind it, too. */
const missingIn = (given: ProductFields, settled: ProductFields, facts: OtherFacts): MissingForSale[] =>
  missingForSale({ ...settled, digitalFileType: given.digitalFileType, ...facts });

/** What decides about it and is none of its fields; a new product has no lesson. */
type OtherFacts = Pick<SaleFacts, "hasLessons" | "eventCancelledAt" | "shipsSomewhere" | "partObstacles">;

const factsOfOwner = async (tx: Db, creatorId: string): Promise<Omit<OtherFacts, "partObstacles">> => ({
  hasLessons: false,
  eventCancelledAt: null,
  shipsSomewhere: (await tx.$count(shippingRates, eq(shippingRates.ownerId, creatorId))) > 0,
});

const isOfParts = (name: MissingForSale): boolean => name === "parts" || name === "part";

type Announcement = Pick<ProductFields, "comingSoon" | "opensAt">;

/** It is not to be sold yet: its day has not come, or is not known. */
const isAnnounced = ({ comingSoon, opensAt }: Announcement, now: Date): boolean =>
  comingSoon && (opensAt === null || opensAt > now);

/** What is announced needs nothing yet but to take place. */
const neededOf = (
  fields: Announcement,
  now: Date,
  missing: readonly MissingForSale[],
): readonly MissingForSale[] =>
  isAnnounced(fields, now) ? missing.filter((name) => name === "event") : missing;

const isFilled = async (tx: Db, productId: string): Promise<boolean> =>
  (await tx.$count(
    lessons,
    inArray(
      lessons.moduleId,
      tx.select({ id: courseModules.id }).from(courseModules).where(eq(courseModules.productId, productId)),
    ),
  )) > 0;

function merged(
  current: ProductFields,
  { inventoryQuantityWas, ...changes }: Omit<ProductChanges, "revision" | "descriptionDocument">,
): ProductFields {
  const typeChanges = changes.type !== undefined && changes.type !== current.type;
  // Another type bills and ships in its own way unless told otherwise.
  const next: ProductFields = {
    ...current,
    ...(typeChanges && {
      billingInterval: "ONE_TIME",
      yearlyPriceCents: null,
      ...(changes.type === "MEMBERSHIP" && { suggestedPriceCents: null }),
      trialDays: 0,
      requiresShipping: undefined,
    }),
    ...(changes as Partial<ProductFields>),
  };
  if (changes.inventoryQuantity === undefined || inventoryQuantityWas === undefined) return next;
  // The row is locked: sales and holds have either been taken out of `current` or wait for this.
  const moved = current.inventoryQuantity + changes.inventoryQuantity - inventoryQuantityWas;
  const lowest = next.allowBackorder ? moved : Math.min(0, changes.inventoryQuantity);
  return { ...next, inventoryQuantity: Math.max(lowest, moved) };
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
    if (constraint === "products_ship_somewhere") throw Invalid({ requiresShipping: missingText.shipping });
    if (constraint === "products_file_fk") throw Invalid({ digitalFileUrl: missingText.file });
    if (constraint === "bundle_parts_part_fk") throw Invalid({ partIds: unfitPart });
    if (constraint === "bundle_parts_kind") throw Invalid({ type: isPartOfBundle });
    if (constraint === "products_cover_fk") throw Invalid({ coverImageId: pictureMissing });
    throw error;
  }
}
