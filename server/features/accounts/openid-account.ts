import { and, eq, isNull } from "drizzle-orm";
import { Email } from "#contract/values.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { findOrCreateCreator, type UserRow } from "./new-creator.ts";
import type { Identity } from "./openid.ts";

/** Why an identity opens no account here. */
export type RefusedIdentity = "no-email" | "unverified" | "other-account";

/**
 * The creator of an identity. A new identity is linked to the account with its address, or becomes one, but only when
 * the provider has verified that address: else anyone could claim anyone's.
 */
export async function findIdentityCreator(
  db: Db,
  clock: Clock,
  identity: Identity,
): Promise<UserRow | RefusedIdentity> {
  const { subject, firstName, lastName } = identity;
  const [known] = await db.select().from(users).where(eq(users.oidcSubject, subject)).for("no key update");
  if (known) return known;

  const email = Email.safeParse(identity.email).data;
  if (!email) return "no-email";
  if (!identity.emailVerified) return "unverified";
  const creator = await findOrCreateCreator(db, clock, email, { oidcSubject: subject, firstName, lastName });
  if (creator.oidcSubject === subject) return creator;
  const [linked] = await db
    .update(users)
    .set({ oidcSubject: subject, updatedAt: clock.now() })
    .where(and(eq(users.id, creator.id), isNull(users.oidcSubject)))
    .returning();
  return linked ?? "other-account";
}
