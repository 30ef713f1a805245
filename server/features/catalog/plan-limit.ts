import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { Conflict, Unauthorized } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const starterProducts = 1;

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
    .select({ plan: users.plan, trialEndsAt: users.trialEndsAt })
    .from(users)
    .where(eq(users.id, creatorId))
    // Not FOR UPDATE: that would make every checkout in the store wait.
    .for("no key update");
  if (!creator) throw Unauthorized();
  if (creator.plan !== "STARTER" || creator.trialEndsAt > clock.now()) return;
  const others = and(
    eq(products.ownerId, creatorId),
    eq(products.state, "PUBLISHED"),
    productId === undefined ? undefined : ne(products.id, productId),
  );
  if ((await tx.$count(products, others)) < starterProducts) return;
  throw Conflict(
    "The Starter plan has 1 active product. Upgrade to Pro for unlimited products.",
    "PLAN_LIMIT",
  );
}
