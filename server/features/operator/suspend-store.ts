import { inTransaction } from "#server/database/in-transaction.ts";
import type { ClosedWith } from "#server/database/schema/account-deletions.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { closeStore, openStore } from "#server/features/leaving/deletion/close-store.ts";
import { setProductStates } from "#server/features/catalog/set-product-states.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";

/**
 * Suspends a store: what it is made of is switched off in the same transaction, and triggers refuse to switch anything on.
 * Who had pressed pay before completes, and that money waits with the rest. Throws 404 for what is no creator's account, 409
 * for one's own and for one that is suspended.
 */
export async function suspendStore(
  { pool, clock, storefronts }: Pick<Services, "pool" | "clock" | "storefronts">,
  operatorId: string,
  ownerId: string,
  reason: string,
): Promise<void> {
  if (operatorId === ownerId) throw Conflict("You cannot suspend your own store.", "OWN_STORE");
  const handle = await inTransaction(pool, async (client) => {
    const [creator] = await lockStore(client, ownerId);
    if (!creator) throw NotFound();
    const now = clock.now();
    // First: from here on whoever puts something on sale waits, and is refused.
    const [suspended] = await insertSuspension(client, ownerId, reason, now);
    if (!suspended) throw Conflict(`@${creator.handle} is suspended already.`, "SUSPENDED");
    await saveClosedWith(client, ownerId, JSON.stringify(await closeStore(client, ownerId, now)));
    await recordAct(client, operatorId, { kind: "STORE_SUSPENDED", ownerId, reason }, now);
    await queueHolding(client);
    return creator.handle;
  });
  // Also before the notification arrives.
  storefronts.invalidate(handle);
  wakeListeners(pool, "job_outbox");
}

/** Reinstates a store as it was. Throws 404 for what is no creator's account, 409 where it is not suspended. */
export async function reinstateStore(services: Services, operatorId: string, ownerId: string): Promise<void> {
  const { pool, clock, storefronts } = services;
  const { handle, changed } = await inTransaction(pool, async (client) => {
    const [creator] = await lockStore(client, ownerId);
    if (!creator) throw NotFound();
    const [ended] = await deleteSuspension(client, ownerId);
    if (!ended) throw Conflict(`@${creator.handle} is not suspended.`, "NOT_SUSPENDED");
    const now = clock.now();
    const changed = await openStore(client, ownerId, ended, now);
    await recordAct(client, operatorId, { kind: "STORE_REINSTATED", ownerId }, now);
    await queueHolding(client);
    return { handle: creator.handle, changed };
  });
  storefronts.invalidate(handle);
  wakeListeners(pool, "job_outbox");
  // What lacks something, or has no room in the plan, stays a draft.
  await setProductStates(
    services,
    ownerId,
    changed.map((id) => ({ id, state: "PUBLISHED" })),
  );
}

/** Whoever suspends, reinstates, asks for a deletion or puts something on sale takes turns. */
const lockStore = statement("operator_lock_store")<{ handle: string }, [ownerId: string]>(
  "select handle from users where id = $1 and erased_at is null and not is_platform for no key update",
);

const insertSuspension = statement("operator_insert_suspension")<
  { ownerId: string },
  [ownerId: string, reason: string, now: Date]
>(
  `insert into store_suspensions (owner_id, reason, closed_with, created_at)
   values ($1, $2, '{"productIds": [], "socialAccountIds": [], "mailings": []}', $3)
   on conflict do nothing returning owner_id as "ownerId"`,
);

const saveClosedWith = statement("operator_save_closed_with")<never, [ownerId: string, closedWith: string]>(
  "update store_suspensions set closed_with = $2::jsonb where owner_id = $1",
);

const deleteSuspension = statement("operator_delete_suspension")<
  { closedAt: Date; closedWith: ClosedWith },
  [ownerId: string]
>(
  `delete from store_suspensions where owner_id = $1 returning created_at as "closedAt", closed_with as "closedWith"`,
);

/** Memberships are held, or taken up again, at once rather than with the next run. */
const queueHolding = statement("operator_queue_holding")<never, []>(
  "insert into job_outbox (name, data) values ('hold-memberships', '{}')",
);
