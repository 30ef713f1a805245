import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Affiliate, updateAffiliate as updateContract } from "#contract/affiliates/affiliates.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { refuseOwnAddress } from "./affiliate-for.ts";

type Changes = z.output<(typeof updateContract)["schema"]["body"]>;

/** Sums of commissions (`c`) by what can happen to them next. */
export const commissionSums = `
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is null
    and (c.status = 'PENDING' or (c.status = 'PAYABLE' and c.held))), 0)::float8 as "pendingCents",
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is null
    and c.status = 'PAYABLE' and not c.held), 0)::float8 as "payableCents",
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is not null and c.status <> 'PAID'), 0)::float8 as "inPayoutCents",
  coalesce(sum(c.amount_cents) filter (where c.status = 'PAID'), 0)::float8 as "paidCents"`;

/** SQL of the creator's ($1) affiliates by name, with what each is owed; `narrower` (of `affiliates a`) says which. */
const affiliatesWhere = (narrower: string): string => `
  select a.id, a.name, a.email, a.commission_rate::float8 as "commissionRate", a.active,
         a.user_id is not null as "signedIn", count(c.id)::int as "commissionCount", a.revision, ${commissionSums}
    from affiliates a
    left join commissions c on c.affiliate_id = a.id
   where a.owner_id = $1 and ${narrower}
   group by a.id
   order by lower(a.name), a.id`;

/** The creator's affiliates by name, with what each is owed. */
export const listAffiliates = statement("affiliates_list")<Affiliate, [ownerId: string]>(
  affiliatesWhere("true"),
);

const selectAffiliate = statement("affiliates_select")<Affiliate, [ownerId: string, affiliateId: string]>(
  affiliatesWhere("a.id = $2"),
);

/** Changes what is given. Throws 404, 422 for an address that another affiliate or the creator has, and 409 as any form. */
export async function updateAffiliate(
  { db, pool }: Pick<Services, "db" | "pool">,
  ownerId: string,
  affiliateId: string,
  { name, email, commissionRate, active, revision }: Changes,
): Promise<Affiliate> {
  if (email !== undefined) await refuseOwnAddress(pool, ownerId, { email });
  const own = and(eq(affiliates.id, affiliateId), eq(affiliates.ownerId, ownerId));
  let updated: unknown[];
  try {
    updated = await db
      .update(affiliates)
      .set({
        name: name ?? sql`${affiliates.name}`,
        ...(email !== undefined && {
          email,
          // Whoever has the new address is the affiliate from now on.
          userId: sql`case when lower(${affiliates.email}) = lower(${email}) then ${affiliates.userId} end`,
        }),
        ...(commissionRate !== undefined && { commissionRate: String(commissionRate) }),
        ...(active !== undefined && { active }),
      })
      .where(and(own, unchangedSince(affiliates.revision, revision)))
      .returning({ id: affiliates.id });
  } catch (error) {
    if (brokenConstraint(error) === "affiliates_email_unique")
      throw Invalid({ email: "Another of your affiliates has this address" });
    throw error;
  }
  const [affiliate] = await selectAffiliate(pool, ownerId, affiliateId);
  if (!affiliate) throw NotFound("Affiliate not found");
  requireUnchanged(updated);
  return affiliate;
}
