import { and, eq } from "drizzle-orm";
import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { emailWithoutTag } from "#server/database/schema/orders.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
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
  client: pg.PoolClient,
  ownerId: string,
  { code, affiliateId, affiliateEmail, affiliateName, commissionRate }: Wanted,
  now: Date,
): Promise<string> {
  if (affiliateId) {
    const own = and(eq(affiliates.id, affiliateId), eq(affiliates.ownerId, ownerId));
    if ((await dbOn(client).$count(affiliates, own)) === 0)
      throw Invalid({ affiliateId: "This affiliate was not found" });
    return affiliateId;
  }
  if (affiliateEmail) await refuseOwnAddress(client, ownerId, { affiliateEmail });
  const name = affiliateName ?? affiliateEmail?.split("@")[0] ?? code;
  const [affiliate] = await insertOrFind(client, ownerId, affiliateEmail ?? null, name, commissionRate, now);
  if (!affiliate) throw new Error("the affiliate was not written");
  if (affiliate.isNew && affiliateEmail)
    await queueInvitation(dbOn(client), affiliate.id, affiliateEmail, now);
  return affiliate.id;
}

/** What is written on a conflict is what is there already, so that a known affiliate comes back too. */
const insertOrFind = statement("affiliates_insert_or_find")<
  { id: string; isNew: boolean },
  [ownerId: string, email: string | null, name: string, commissionRate: number, now: Date]
>(
  `insert into affiliates (owner_id, email, name, commission_rate, created_at) values ($1, $2, $3, $4, $5)
   on conflict (owner_id, lower(email)) do update set email = affiliates.email
   returning id, coalesce(xmax = 0, false) as "isNew"`,
);

/** Throws 422 at the field for an address of the creator: nobody is their own affiliate. */
export async function refuseOwnAddress(
  client: Queryable,
  ownerId: string,
  field: Record<string, string>,
): Promise<void> {
  for (const [name, email] of Object.entries(field)) {
    const same = await selectSameAddress(client, ownerId, email);
    if (same.length > 0)
      throw Invalid({ [name]: "This is your own address: you cannot be your own affiliate" });
  }
}

const selectSameAddress = statement("affiliates_select_same_address")<
  never,
  [ownerId: string, email: string]
>(
  `select from users, (select $2::text as email) given
    where users.id = $1 and ${emailWithoutTag("users.email")} = ${emailWithoutTag("given.email")}`,
);
