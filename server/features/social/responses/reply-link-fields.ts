import { sql } from "drizzle-orm";
import { and, eq } from "drizzle-orm";
import type { LinkTarget } from "#contract/social/reply-link.ts";
import type { Db } from "#server/database/client.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { Invalid } from "#server/errors.ts";

type Given = { linkTarget: LinkTarget | null; buttonTitle: string; couponCode: string };

/** Whether a link leads elsewhere than to a product. */
export const leadsElsewhere = (target: LinkTarget | null): boolean => target === "STORE" || target === "LIST";

/**
 * What a reply keeps of its link's fields: nothing that has no link. Throws 422 for a target that needs a product, and at
 * `couponCode` for a coupon that the creator does not have, unless it is the `former` one.
 */
export async function settleReplyLink(
  tx: Db,
  creatorId: string,
  { linkTarget, buttonTitle, couponCode }: Given,
  hasProduct: boolean,
  former: string | undefined,
): Promise<Given> {
  const isElsewhere = leadsElsewhere(linkTarget);
  if (linkTarget !== null && !isElsewhere && !hasProduct)
    throw Invalid({ productId: "Choose the product to link to" });
  if (!isElsewhere && !hasProduct) return { linkTarget: null, buttonTitle: "", couponCode: "" };
  // Joining a list costs nothing.
  const isCarried = couponCode !== "" && linkTarget !== "LIST";
  return {
    linkTarget,
    buttonTitle,
    couponCode: isCarried ? await ownCode(tx, creatorId, couponCode, former) : "",
  };
}

/** As its coupon writes it. */
async function ownCode(tx: Db, creatorId: string, code: string, former: string | undefined): Promise<string> {
  const [coupon] = await tx
    .select({ code: coupons.code })
    .from(coupons)
    .where(and(eq(coupons.ownerId, creatorId), sql`lower(${coupons.code}) = lower(${code})`));
  if (coupon) return coupon.code;
  if (code === former) return code;
  throw Invalid({ couponCode: "You have no coupon with this code" });
}
