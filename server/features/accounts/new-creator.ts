import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { trialDays } from "#contract/plans/plan-terms.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { Conflict } from "#server/errors.ts";
import { isKeptToBeTakenBack } from "./kept-email.ts";
import { candidateHandles, heldHandles, isReserved } from "./handles.ts";

export type UserRow = typeof users.$inferSelect;

const trialMs = trialDays * 86_400_000;

/**
 * The creator with this address; made, with a free handle and 14 days of Pro, when there is none. Throws 409 for an address
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
    const trialEndsAt = new Date(now.getTime() + trialMs);
    const [created] = await db
      .insert(users)
      .values({ email, handle, trialEndsAt, createdAt: now, updatedAt: now, ...given })
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

/** From the address's local part without its +tag, then with digits that hardly anyone else draws. */
function* handlesToTry(email: string) {
  const local = (email.split("@")[0] ?? "").split("+")[0] ?? "";
  const [stem = "store", ...others] = candidateHandles(local);
  yield* [stem, ...others.slice(0, 3)].filter((handle) => !isReserved(handle));
  for (let tries = 0; tries < 5; tries++) yield `${stem}${randomInt(10_000, 999_999)}`;
}
