import { and, eq, exists, inArray, isNotNull, not, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Coupon, CouponInput, updateCoupon as updateContract } from "#contract/coupons/coupons.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { abandonedCarts } from "#server/database/schema/carts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { couponProducts, couponRedemptions, coupons } from "#server/database/schema/coupons.ts";
import { HttpError, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getCoupon } from "./list-coupons.ts";
import { momentsOf } from "./coupon-days.ts";
import { settleCoupon } from "./coupon-rules.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;
type NewCoupon = z.output<typeof CouponInput>;
type CouponChanges = z.output<(typeof updateContract)["schema"]["body"]>;

const mostCoupons = 2_000;

/** Adds a coupon. Throws 422 for wrong fields, 409 where the creator has its code already, and past 2,000 beside those that carts made. */
export async function createCoupon(
  { db, pool, clock }: Dependencies,
  creatorId: string,
  given: NewCoupon,
): Promise<Coupon> {
  const now = clock.now();
  const { validFrom = now, validUntil } = await momentsOf(pool, creatorId, given);
  const { applicableProducts, ...fields } = settleCoupon({
    ...given,
    validFrom,
    validUntil: validUntil ?? null,
  });
  return db.transaction(async (tx) => {
    // A cart's mails make a code of their own each, and of carts nobody chooses the number.
    const isOfCart = exists(
      tx
        .select({ id: abandonedCarts.id })
        .from(abandonedCarts)
        .where(
          and(
            eq(abandonedCarts.ownerId, creatorId),
            isNotNull(abandonedCarts.codeMadeAt),
            eq(abandonedCarts.madeCode, coupons.code),
          ),
        ),
    );
    await requireFewer(tx, {
      table: coupons,
      own: and(eq(coupons.ownerId, creatorId), not(isOfCart)),
      most: mostCoupons,
      what: "coupons. Delete one first",
    });
    const [created] = await writing(
      tx
        .insert(coupons)
        .values({ ...fields, ownerId: creatorId, createdAt: now, updatedAt: now })
        .returning({ id: coupons.id }),
    );
    if (!created) throw new Error("the coupon was not written");
    await limitToProducts(tx, creatorId, created.id, applicableProducts);
    return getCoupon(tx, creatorId, created.id);
  });
}

/**
 * Changes the fields that are present. Throws as `createCoupon` does, 404 for a coupon that is not theirs, and 409 for one
 * that was changed since the revision that is named.
 */
export async function updateCoupon(
  { db, pool, clock }: Dependencies,
  creatorId: string,
  couponId: string,
  changes: CouponChanges,
): Promise<Coupon> {
  const moments = await momentsOf(pool, creatorId, changes);
  return db.transaction(async (tx) => {
    const own = and(eq(coupons.id, couponId), eq(coupons.ownerId, creatorId));
    // Whoever holds or uses the coupon waits, so that the limit is compared with what is true when it changes.
    const [current] = await tx.select().from(coupons).where(own).for("no key update");
    if (!current) throw NotFound("Coupon not found");
    const { applicableProducts, revision, ...rest } = changes;
    const { applicableProducts: _, ...fields } = settleCoupon({
      ...current,
      ...(definedOf({ ...rest, ...moments }) as Partial<typeof current>),
      applicableProducts: null,
    });
    if (fields.usageLimit !== null && fields.usageLimit !== current.usageLimit)
      await requireRoomForUses(tx, current, fields.usageLimit);
    const updated = await writing(
      tx
        .update(coupons)
        .set({ ...fields, updatedAt: clock.now() })
        .where(and(own, unchangedSince(coupons.revision, revision)))
        .returning({ id: coupons.id }),
    );
    requireUnchanged(updated);
    if (applicableProducts !== undefined) {
      await tx.delete(couponProducts).where(eq(couponProducts.couponId, couponId));
      await limitToProducts(tx, creatorId, couponId, applicableProducts);
    }
    return getCoupon(tx, creatorId, couponId);
  });
}

const definedOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A use that is held may yet be paid for, so the limit cannot fall below it. */
async function requireRoomForUses(
  tx: Db,
  { id, usageCount }: { id: string; usageCount: number },
  usageLimit: number,
): Promise<void> {
  const held = await tx.$count(
    couponRedemptions,
    and(eq(couponRedemptions.couponId, id), eq(couponRedemptions.state, "HELD")),
  );
  const taken = usageCount + held;
  if (usageLimit < taken)
    throw Invalid({
      usageLimit: `At least ${taken.toLocaleString("en-US")}: so often it has been used or is being paid with`,
    });
}

async function limitToProducts(
  tx: Db,
  creatorId: string,
  couponId: string,
  productIds: string[] | null,
): Promise<void> {
  const wanted = [...new Set(productIds)];
  if (wanted.length === 0) return;
  const own = await tx
    .insert(couponProducts)
    .select(
      tx
        .select({
          couponId: sql<string>`${couponId}::uuid`.as("coupon_id"),
          productId: products.id,
          ownerId: products.ownerId,
        })
        .from(products)
        .where(and(eq(products.ownerId, creatorId), inArray(products.id, wanted))),
    )
    .returning({ productId: couponProducts.productId });
  if (own.length < wanted.length) throw Invalid({ applicableProducts: "Choose from your own products" });
}

/** Says that a code is taken, and where. */
async function writing<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (brokenConstraint(error) !== "coupons_code_unique") throw error;
    const message = "You already have a coupon with this code";
    throw new HttpError(409, "CODE_TAKEN", message, { fields: { code: message } });
  }
}
