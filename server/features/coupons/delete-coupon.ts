import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { NotFound } from "#server/errors.ts";

/**
 * Takes a coupon away for good. Orders keep its code and what it took off; a payment under way that holds it completes
 * at the price it shows. Throws 404 for a coupon that is not theirs.
 */
export async function deleteCoupon(db: Db, creatorId: string, couponId: string): Promise<{ success: true }> {
  const deleted = await db
    .delete(coupons)
    .where(and(eq(coupons.id, couponId), eq(coupons.ownerId, creatorId)))
    .returning({ id: coupons.id });
  if (deleted.length === 0) throw NotFound("Coupon not found");
  return { success: true };
}
