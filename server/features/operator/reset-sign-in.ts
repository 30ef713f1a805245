import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { startReset, stopReset } from "#server/features/accounts/recovery/sign-in-reset.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";

type Needs = Pick<Services, "pool" | "clock">;

/**
 * Starts the reset of an account whose owner has lost every way to sign in. Throws 404 for what is no creator's account, 409
 * for the operator's own and as `startReset` does.
 */
export async function resetSignIn(
  { pool, clock }: Needs,
  operatorId: string,
  ownerId: string,
  reason: string,
): Promise<void> {
  if (operatorId === ownerId) throw Conflict("You can't reset your own sign-in.", "OWN_ACCOUNT");
  await inTransaction(pool, async (client) => {
    if ((await selectAccount(client, ownerId)).length === 0) throw NotFound();
    const now = clock.now();
    await startReset(dbOn(client), ownerId, now);
    await recordAct(client, operatorId, { kind: "SIGN_IN_RESET_STARTED", ownerId, reason }, now);
  });
  wakeListeners(pool, "job_outbox");
}

/** Stops one before it takes effect. Throws as `resetSignIn` does, and 409 where there is none. */
export async function stopSignInReset(
  { pool, clock }: Needs,
  operatorId: string,
  ownerId: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if ((await selectAccount(client, ownerId)).length === 0) throw NotFound();
    const now = clock.now();
    await stopReset(dbOn(client), ownerId, now);
    await recordAct(client, operatorId, { kind: "SIGN_IN_RESET_CANCELED", ownerId }, now);
  });
  wakeListeners(pool, "job_outbox");
}

const selectAccount = statement("operator_select_account")<{ id: string }, [ownerId: string]>(
  "select id from users where id = $1 and erased_at is null and not is_platform",
);
