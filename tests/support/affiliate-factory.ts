import { randomUUID } from "node:crypto";
import {
  affiliateLinks,
  affiliates,
  commissions,
  payoutBatches,
} from "#server/database/schema/affiliates.ts";
import type { orderItems } from "#server/database/schema/orders.ts";
import type { Services } from "#server/services.ts";

type AffiliateFields = Partial<typeof affiliates.$inferInsert> & { ownerId: string };
type LinkFields = Partial<Pick<typeof affiliateLinks.$inferInsert, "code" | "productId" | "active">>;

/** An active affiliate of this creator, at the rate of 20 %, with one active link for everything. */
export async function makeAffiliate(
  { services: { db } }: { services: Services },
  { link: linkFields = {}, ...fields }: AffiliateFields & { link?: LinkFields },
) {
  const mark = randomUUID().slice(0, 8);
  const [affiliate] = await db
    .insert(affiliates)
    .values({ email: `affiliate-${mark}@example.com`, name: `Affiliate ${mark}`, ...fields })
    .returning();
  if (!affiliate) throw new Error("no affiliate was made");
  const [link] = await db
    .insert(affiliateLinks)
    .values({ code: `CODE-${mark}`, ...linkFields, ownerId: fields.ownerId, affiliateId: affiliate.id })
    .returning();
  if (!link) throw new Error("no affiliate link was made");
  return { ...affiliate, link };
}

/** An open payout run of one commission: $1 for this line. */
export async function makePayout(
  { services: { db, clock } }: { services: Services },
  fields: {
    affiliate: Awaited<ReturnType<typeof makeAffiliate>>;
    orderItem: typeof orderItems.$inferSelect | undefined;
  },
) {
  const { affiliate, orderItem } = fields;
  const { ownerId } = affiliate;
  const [batch] = await db.insert(payoutBatches).values({ ownerId }).returning();
  if (!batch || !orderItem) throw new Error("no payout was made");
  await db.insert(commissions).values({
    ownerId,
    orderId: orderItem.orderId,
    orderItemId: orderItem.id,
    affiliateId: affiliate.id,
    affiliateLinkId: affiliate.link.id,
    amountCents: 100,
    commissionRate: affiliate.commissionRate,
    status: "PAYABLE",
    payoutBatchId: batch.id,
    payableAt: clock.now(),
  });
  return batch;
}
