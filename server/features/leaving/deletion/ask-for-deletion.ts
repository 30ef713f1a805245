import { deletionDays } from "#contract/leaving/account-deletion.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, Unauthorized } from "#server/errors.ts";
import { setProductStates } from "#server/features/catalog/set-product-states.ts";
import type { Services } from "#server/services.ts";
import {
  deleteDeletion,
  insertDeletion,
  lockOwner,
  saveClosedWith,
  selectDeletion,
} from "./deletion-rows.ts";
import { closeStore, openStore } from "./close-store.ts";
import { listObligations } from "./obligations.ts";

const dayMs = 86_400_000;

/** What is open in the account, and when it is deleted. */
export async function getAccountDeletion({ pool, clock }: Services, ownerId: string) {
  const [obligations, [deletion]] = await Promise.all([
    listObligations(pool, ownerId, clock.now()),
    selectDeletion(pool, ownerId),
  ]);
  return { obligations, deletion: deletion ?? null };
}

/**
 * Closes the store, and has the account deleted in seven days. Asking again changes nothing. Throws 422 for another handle
 * than the account's, 409 with what is owed while that is anything.
 */
export async function askForDeletion(
  { pool, clock }: Services,
  ownerId: string,
  typedHandle: string,
  browser: ActingBrowser,
): Promise<{ askedAt: Date; dueAt: Date }> {
  const asked = await inTransaction(pool, async (client) => {
    const [creator] = await lockOwner(client, ownerId);
    if (!creator) throw Unauthorized();
    if (typedHandle.trim().replace(/^@/, "").toLowerCase() !== creator.handle)
      throw Invalid({ handle: `Type ${creator.handle}, the handle of this account` });
    const [already] = await selectDeletion(client, ownerId);
    if (already) return already;
    const now = clock.now();
    // A payment that is being made ends by itself long before the seven days are over.
    const owed = (await listObligations(client, ownerId, now)).filter(
      ({ blocks, kind }) => blocks && kind !== "OPEN_PAYMENTS",
    );
    if (owed.length > 0)
      throw Conflict("Something is still owed. Settle it first, then delete your account.", "STILL_OWED", {
        obligations: owed,
      });
    await sayActingBrowser(dbOn(client), browser, now);
    const dueAt = new Date(now.getTime() + deletionDays * dayMs);
    // First: from here on whoever puts something on sale waits, and is refused.
    await insertDeletion(client, ownerId, now, dueAt);
    await saveClosedWith(client, ownerId, JSON.stringify(await closeStore(client, ownerId, now)));
    return { askedAt: now, dueAt };
  });
  wakeListeners(pool, "job_outbox");
  return asked;
}

/**
 * Takes the deletion back, and opens the store as it was. Where none was asked for nothing changes. Throws 409 once the
 * account is being deleted.
 */
export async function keepAccount(
  services: Services,
  ownerId: string,
  browser: ActingBrowser,
): Promise<void> {
  const { pool, clock } = services;
  const changed = await inTransaction(pool, async (client) => {
    await lockOwner(client, ownerId);
    const [deletion] = await selectDeletion(client, ownerId);
    if (!deletion) return [];
    if (deletion.state !== "ASKED")
      throw Conflict(
        "Your account is being deleted at this moment. It is too late to keep it.",
        "BEING_DELETED",
      );
    const now = clock.now();
    await sayActingBrowser(dbOn(client), browser, now);
    await deleteDeletion(client, ownerId);
    return openStore(client, ownerId, { ...deletion, closedAt: deletion.askedAt }, now);
  });
  wakeListeners(pool, "job_outbox");
  // The account is kept whatever becomes of them: what lacks something, or has no room in the plan, stays a draft.
  await setProductStates(
    services,
    ownerId,
    changed.map((id) => ({ id, state: "PUBLISHED" })),
  );
}
