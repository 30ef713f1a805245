import { and, desc, eq, sql } from "drizzle-orm";
import type { Coupon } from "#contract/coupons/coupons.ts";
import type { Db } from "#server/database/client.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { NotFound } from "#server/errors.ts";

/** The creator's coupons, newest first. */
export function listCoupons(db: Db, creatorId: string): Promise<Coupon[]> {
  return selectCoupons(db, creatorId);
}

/** One of the creator's coupons. Throws 404 for any other id. */
export async function getCoupon(db: Db, creatorId: string, couponId: string): Promise<Coupon> {
  const [coupon] = await selectCoupons(db, creatorId, couponId);
  if (!coupon) throw NotFound("Coupon not found");
  return coupon;
}

async function selectCoupons(db: Db, creatorId: string, couponId?: string): Promise<Coupon[]> {
  const rows = await db
    .select({ coupon: coupons, applicableProducts })
    .from(coupons)
    .where(and(eq(coupons.ownerId, creatorId), couponId === undefined ? undefined : eq(coupons.id, couponId)))
    .orderBy(desc(coupons.createdAt), coupons.id);
  return rows.map(({ coupon, applicableProducts }) => ({ ...coupon, applicableProducts }));
}

/** Null where the coupon is for every product. */
const applicableProducts = sql<string[] | null>`(
  select array_agg(p.product_id::text order by p.product_id) from coupon_products p where p.coupon_id = ${coupons.id})`;
