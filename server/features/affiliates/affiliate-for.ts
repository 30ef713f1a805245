import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";
import { Invalid } from "#server/errors.ts";
import { queueInvitation } from "./invite-affiliate.ts";

type Wanted = {
  code: string;
  affiliateId?: string | undefined;
  affiliateEmail?: string | undefined;
  affiliateName?: string | undefined;
  commissionRate: number;
};

/**
 * The affiliate a link is for: by id, by address, or a new one. A new one with an address is invited by mail; without
 * one they are named after the code until the creator says more. Throws 422 for an id that is not the creator's, and
 * for the creator's own address, whose sales would earn nothing.
 */
export async function affiliateFor(
  db: Db,
  ownerId: string,
  { code, affiliateId, affiliateEmail, affiliateName, commissionRate }: Wanted,
  now: Date,
): Promise<string> {
  if (affiliateId) {
    const own = and(eq(affiliates.id, affiliateId), eq(affiliates.ownerId, ownerId));
    if ((await db.$count(affiliates, own)) === 0)
      throw Invalid({ affiliateId: "This affiliate was not found" });
    return affiliateId;
  }
  if (affiliateEmail) await refuseOwnAddress(db, ownerId, { affiliateEmail });
  const name = affiliateName ?? affiliateEmail?.split("@")[0] ?? code;
  const { rows } = await db.execute<{ id: string; isNew: boolean }>(
    // What is written on a conflict is what is there already, so that a known affiliate comes back too.
    sql`insert into affiliates (owner_id, email, name, commission_rate, created_at)
        values (${ownerId}, ${affiliateEmail ?? null}, ${name}, ${commissionRate}, ${now.toISOString()})
        on conflict (owner_id, lower(email)) do update set email = affiliates.email
        returning id, xmax = 0 as "isNew"`,
  );
  const [affiliate] = rows;
  if (!affiliate) throw new Error("the affiliate was not written");
  if (affiliate.isNew && affiliateEmail) await queueInvitation(db, affiliate.id, affiliateEmail, now);
  return affiliate.id;
}

/** Throws 422 at the field for an address of the creator: nobody is their own affiliate. */
export async function refuseOwnAddress(
  db: Db,
  ownerId: string,
  field: Record<string, string>,
): Promise<void> {
  for (const [name, email] of Object.entries(field)) {
    const same = sql`${sql.raw(emailWithoutTag("users.email"))} = ${sql.raw(emailWithoutTag("given.email"))}`;
    const { rows } = await db.execute(
      sql`select 1 from ${users}, (select ${email}::text as email) given where users.id = ${ownerId} and ${same}`,
    );
    if (rows.length > 0)
      throw Invalid({ [name]: "This is your own address: you cannot be your own affiliate" });
  }
}
