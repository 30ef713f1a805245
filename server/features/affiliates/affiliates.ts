import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Affiliate, updateAffiliate as updateContract } from "#contract/affiliates.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { refuseOwnAddress } from "./affiliate-for.ts";

type Changes = z.output<(typeof updateContract)["schema"]["body"]>;

/** The creator's affiliates by name, with what each is owed; all unless `narrower` (of `affiliates a`) says which. */
export async function listAffiliates(
  db: Db,
  ownerId: string,
  narrower: SQL = sql`true`,
): Promise<Affiliate[]> {
  const { rows } = await db.execute<Affiliate>(sql`
    select a.id, a.name, a.email, a.commission_rate::float8 as "commissionRate", a.active,
           a.user_id is not null as "signedIn", count(c.id)::int as "commissionCount", a.revision, ${commissionSums}
      from affiliates a
      left join commissions c on c.affiliate_id = a.id
     where a.owner_id = ${ownerId} and ${narrower}
     group by a.id
     order by lower(a.name), a.id`);
  return rows;
}

/** Sums of commissions (`c`) by what can happen to them next. */
export const commissionSums = sql`
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is null
    and (c.status = 'PENDING' or (c.status = 'PAYABLE' and c.held))), 0)::float8 as "pendingCents",
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is null
    and c.status = 'PAYABLE' and not c.held), 0)::float8 as "payableCents",
  coalesce(sum(c.amount_cents) filter (where c.payout_batch_id is not null and c.status <> 'PAID'), 0)::float8 as "inPayoutCents",
  coalesce(sum(c.amount_cents) filter (where c.status = 'PAID'), 0)::float8 as "paidCents"`;

/** Changes what is given. Throws 404, 422 for an address that another affiliate or the creator has, and 409 as any form. */
export async function updateAffiliate(
  { db }: Pick<Services, "db">,
  ownerId: string,
  affiliateId: string,
  { name, email, commissionRate, active, revision }: Changes,
): Promise<Affiliate> {
  if (email !== undefined) await refuseOwnAddress(db, ownerId, { email });
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
  const [affiliate] = await listAffiliates(db, ownerId, sql`a.id = ${affiliateId}`);
  if (!affiliate) throw NotFound("Affiliate not found");
  requireUnchanged(updated);
  return affiliate;
}
