import { abandonedCarts } from "#server/database/schema/carts.ts";
import type { TestApp } from "./test-app.ts";

/** A cart of a product, left two hours ago. */
export async function makeCart(
  { services, clock }: TestApp,
  product: { id: string; ownerId: string; priceCents: number; currency: string },
  values: Partial<typeof abandonedCarts.$inferInsert> = {},
): Promise<typeof abandonedCarts.$inferSelect> {
  const now = clock.now().getTime();
  const [cart] = await services.db
    .insert(abandonedCarts)
    .values({
      ownerId: product.ownerId,
      productId: product.id,
      email: "left@example.com",
      priceCents: product.priceCents,
      currency: product.currency,
      leftAt: new Date(now - 7_200_000),
      abandonedAt: new Date(now - 3_600_000),
      expiresAt: new Date(now + 29 * 86_400_000),
      ...values,
    })
    .returning();
  if (!cart) throw new Error("the cart was not written");
  return cart;
}
