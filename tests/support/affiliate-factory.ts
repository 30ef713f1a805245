import { randomUUID } from "node:crypto";
import { affiliateLinks, affiliates } from "#server/database/schema/affiliates.ts";
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
