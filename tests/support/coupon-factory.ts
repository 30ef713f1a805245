import { randomUUID } from "node:crypto";
import { checkoutSessions } from "#server/database/schema/checkout.ts";
import { couponProducts, coupons } from "#server/database/schema/coupons.ts";
import type { Services } from "#server/services.ts";
import { makeCreator, makeProduct } from "./factories.ts";

type Where = { services: Services };

/** An active coupon of $5 without limits, of a new creator unless `ownerId` is given. `productIds`: what it is for. */
export async function makeCoupon(
  where: Where,
  { productIds = [], ...fields }: Partial<typeof coupons.$inferInsert> & { productIds?: string[] } = {},
) {
  const ownerId = fields.ownerId ?? (await makeCreator(where)).id;
  const [coupon] = await where.services.db
    .insert(coupons)
    .values({
      code: `CODE${randomUUID().slice(0, 8).toUpperCase()}`,
      validFrom: new Date(where.services.clock.now().getTime() - 86_400_000),
      ...fields,
      ownerId,
    })
    .returning();
  if (!coupon) throw new Error("no coupon was made");
  if (productIds.length > 0) {
    await where.services.db
      .insert(couponProducts)
      .values(productIds.map((productId) => ({ couponId: coupon.id, productId, ownerId })));
  }
  return coupon;
}

/** An open checkout in a browser of its own; of a new product unless `productId` and `ownerId` are given. */
export async function makeCheckout(
  where: Where,
  fields: Partial<typeof checkoutSessions.$inferInsert> & { ownerId?: string; productId?: string } = {},
) {
  const product =
    fields.productId && fields.ownerId
      ? { id: fields.productId, ownerId: fields.ownerId }
      : await makeProduct(where, fields.ownerId ? { ownerId: fields.ownerId } : {});
  const [session] = await where.services.db
    .insert(checkoutSessions)
    .values({
      browserHash: randomUUID(),
      email: `buyer-${randomUUID().slice(0, 8)}@example.com`,
      expiresAt: new Date(where.services.clock.now().getTime() + 86_400_000),
      ...fields,
      ownerId: product.ownerId,
      productId: product.id,
    })
    .returning();
  if (!session) throw new Error("no checkout was made");
  return session;
}
