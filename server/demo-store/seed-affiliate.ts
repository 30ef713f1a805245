import { affiliateLinks, affiliates } from "#server/database/schema/affiliates.ts";
import type { Services } from "#server/services.ts";
import { DEMO_AFFILIATE } from "./content/demo-affiliate.ts";

/** Who sends buyers to the demo store, with the link that they came by; how often is told by its code's orders. */
export async function seedAffiliate({ db }: Pick<Services, "db">, ownerId: string) {
  const { code, clicks, everyNth, ...person } = DEMO_AFFILIATE;
  const [affiliate] = await db
    .insert(affiliates)
    .values({ ...person, ownerId })
    .returning({ id: affiliates.id });
  if (!affiliate) throw new Error("the demo store's affiliate was not written");
  await db.insert(affiliateLinks).values({ ownerId, affiliateId: affiliate.id, code, clicks });
  return { code, everyNth };
}
