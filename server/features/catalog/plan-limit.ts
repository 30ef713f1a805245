import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { planAt } from "#server/database/creator-plan.ts";
import { limitsFor } from "#server/database/plan-limits.ts";
import { proOffer } from "#server/database/pro-offer.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { Conflict, Unauthorized } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Call inside the transaction that is about to put one more product on sale: locks the creator's row, so that parallel
 * calls take turns. Throws 409 PLAN_LIMIT when the plan has no room beside the others; the trial has no limit, and neither
 * has an installation without plans.
 */
export async function requireRoomForProduct(
  { config, clock }: Pick<Services, "config" | "clock">,
  tx: Db,
  creatorId: string,
  productId?: string,
): Promise<void> {
  if (!config.plans) return;
  const [creator] = await tx
    .select({ plan: planAt(clock.now()), trialEndsAt: users.trialEndsAt })
    .from(users)
    .where(eq(users.id, creatorId))
    // Not FOR UPDATE: that would make every checkout in the store wait.
    .for("no key update");
  if (!creator) throw Unauthorized();
  const { products: limit } = limitsFor(creator, config, clock.now());
  if (limit === null) return;
  const others = and(
    eq(products.ownerId, creatorId),
    eq(products.state, "PUBLISHED"),
    productId === undefined ? undefined : ne(products.id, productId),
  );
  const used = await tx.$count(products, others);
  if (used < limit) return;
  throw Conflict(
    `The Starter plan has ${limit} active product, and you have ${used}. ${await proOffer(tx)} has no limit.`,
    "PLAN_LIMIT",
  );
}
