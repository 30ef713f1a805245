import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { trialDays } from "#contract/plans/plan-terms.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { teamInvitations } from "#server/database/schema/team.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { isKeptToBeTakenBack } from "./kept-email.ts";
import { candidateHandles, heldHandles, isReserved } from "./handles.ts";

export type UserRow = typeof users.$inferSelect;

const trialEnd = (from: Date) => new Date(from.getTime() + trialDays * 86_400_000);

/**
 * The creator with this address; made, with a free handle, when there is none: with a store and 14 days of Pro, or, where an
 * invitation waits for the address, with neither until they open a store. Throws 409 for an address
 * that an account had until this week: an account of its own would keep it from being taken back.
 */
export async function findOrCreateCreator(
  db: Db,
  clock: Clock,
  email: string,
  given: Partial<Pick<UserRow, "firstName" | "lastName" | "oidcSubject">> = {},
): Promise<UserRow> {
  for (const handle of handlesToTry(email)) {
    // Until it is signed in to nobody takes the account's address back, or it is that account no more.
    const [existing] = await creatorsWith(db, email).for("no key update");
    if (existing) return existing;
    if (await isKeptToBeTakenBack(db, email, clock.now())) throw Conflict(wasChanged, "ADDRESS_WAS_CHANGED");
    if ((await heldHandles(db, null, [handle])).length > 0) continue;
    const now = clock.now();
    const hasStore = !(await isInvited(db, email, now));
    const trialEndsAt = hasStore ? trialEnd(now) : now;
    const [created] = await db
      .insert(users)
      .values({ email, handle, hasStore, trialEndsAt, createdAt: now, updatedAt: now, ...given })
      .onConflictDoNothing()
      .returning();
    if (created) return created;
  }
  throw new Error("no free handle was found");
}

const wasChanged =
  "The account with this address has another one since this week. Sign in with that, or take this one back by the link in the mail that says so.";

/** The creator with this address, if there is one. */
export const creatorsWith = (db: Db, email: string) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));

/** Opens a store, and begins its trial, for somebody who came by an invitation. Answers false, and does nothing, where they have one. */
export async function openOwnStore(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  const now = clock.now();
  const opened = await db
    .update(users)
    .set({ hasStore: true, trialEndsAt: trialEnd(now), updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.hasStore, false)))
    .returning({ id: users.id });
  return opened.length > 0;
}

/** A team's open invitation, or an affiliate's entry that no account is tied to, waits for this address. */
async function isInvited(db: Db, email: string, now: Date): Promise<boolean> {
  const address = email.toLowerCase();
  const toTeam = and(eq(sql`lower(${teamInvitations.email})`, address), gt(teamInvitations.expiresAt, now));
  const asAffiliate = and(
    eq(sql`lower(${affiliates.email})`, address),
    isNull(affiliates.userId),
    eq(affiliates.active, true),
  );
  return (await db.$count(teamInvitations, toTeam)) + (await db.$count(affiliates, asAffiliate)) > 0;
}

/** From the address's local part without its +tag, then with digits that hardly anyone else draws. */
function* handlesToTry(email: string) {
  const local = (email.split("@")[0] ?? "").split("+")[0] ?? "";
  const [stem = "store", ...others] = candidateHandles(local);
  yield* [stem, ...others.slice(0, 3)].filter((handle) => !isReserved(handle));
  for (let tries = 0; tries < 5; tries++) yield `${stem}${randomInt(10_000, 999_999)}`;
}
