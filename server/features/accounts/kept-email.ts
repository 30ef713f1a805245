import { and, eq, gte, isNull, ne, sql } from "drizzle-orm";
import { takeBackDays } from "#contract/accounts/email-change.ts";
import type { Db } from "#server/database/client.ts";
import { emailChanges } from "#server/database/schema/passkeys.ts";

/** How long an address can be taken back. */
export const takeBackMs = takeBackDays * 86_400_000;

/** Whether an address was an account's, another than `ownerId`, until a change that can still be taken back: it is kept for that. */
export async function isKeptToBeTakenBack(
  db: Db,
  email: string,
  now: Date,
  ownerId?: string,
): Promise<boolean> {
  const kept = and(
    eq(sql`lower(${emailChanges.fromEmail})`, email),
    isNull(emailChanges.closedAt),
    ownerId === undefined ? undefined : ne(emailChanges.ownerId, ownerId),
    gte(emailChanges.changedAt, new Date(now.getTime() - takeBackMs)),
  );
  return (await db.$count(emailChanges, kept)) > 0;
}
