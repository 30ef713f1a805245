import { and, eq, lte } from "drizzle-orm";
import { z } from "zod";
import { resetHours } from "#contract/accounts/recovery-codes.ts";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { emailedCodesOff, signInResets } from "#server/database/schema/recovery-codes.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict } from "#server/errors.ts";
import { defineJob } from "#server/jobs/job.ts";
import { areCodesOff } from "./emailed-codes.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Starts the reset of an account that can't be signed in to: after 72 hours emailed codes are on again. Its owner is told now
 * and then, and can cancel it until then. Throws 409 where emailed codes are on, and where a reset is under way.
 */
export async function startReset(tx: Db, ownerId: string, now: Date): Promise<void> {
  await lockOwner(tx, ownerId);
  if (!(await areCodesOff(tx, ownerId)))
    throw Conflict("Emailed codes are on for this account, so there is nothing to reset.", "CODES_ON");
  const endsAt = new Date(now.getTime() + resetHours * 3_600_000);
  const started = await tx
    .insert(signInResets)
    .values({ ownerId, startedAt: now, endsAt })
    .onConflictDoNothing()
    .returning();
  if (started.length === 0) throw Conflict("A reset is already under way for this account.", "RESETTING");
  await recordEvent(tx, ownerId, "SIGN_IN_RESET_STARTED", undefined, now, { endsAt: endsAt.toISOString() });
}

/** Ends a reset before its time, for an operator. Throws 409 where there is none. */
export async function stopReset(tx: Db, ownerId: string, now: Date): Promise<void> {
  await lockOwner(tx, ownerId);
  const stopped = await tx.delete(signInResets).where(eq(signInResets.ownerId, ownerId)).returning();
  if (stopped.length === 0) throw Conflict("No reset is under way for this account.", "NOT_RESETTING");
  await recordEvent(tx, ownerId, "SIGN_IN_RESET_CANCELED", undefined, now);
}

/** Turns emailed codes on where a reset has waited its 72 hours. Recovery codes go with that; passkeys stay. */
export const finishSignInResets = defineJob({
  name: "finish-sign-in-resets",
  schedule: "11,31,51 * * * *",
  data: z.object({}),
  async handle({ db, pool, clock }) {
    const due = await db
      .select({ ownerId: signInResets.ownerId })
      .from(signInResets)
      .where(lte(signInResets.endsAt, clock.now()));
    for (const { ownerId } of due)
      await db.transaction(async (tx) => {
        await lockOwner(tx, ownerId);
        const now = clock.now();
        // Canceled since it was listed: nothing is reset.
        const [over] = await tx
          .delete(signInResets)
          .where(and(eq(signInResets.ownerId, ownerId), lte(signInResets.endsAt, now)))
          .returning();
        if (!over) return;
        await tx.delete(emailedCodesOff).where(eq(emailedCodesOff.ownerId, ownerId));
        await recordEvent(tx, ownerId, "SIGN_IN_RESET", undefined, now);
      });
    if (due.length > 0) wakeListeners(pool, "job_outbox");
  },
});

const lockOwner = (tx: Db, ownerId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update");
