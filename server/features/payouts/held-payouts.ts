import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Whether money to creators and affiliates waits: the database was set back to an earlier moment, and nobody has said yet that
 * the books have all the transfers that were made since.
 */
export async function arePayoutsHeld(pool: Queryable): Promise<boolean> {
  return (await selectHolding(pool)).length > 0;
}

/** Writes down that the database was set back, and keeps money where it is from now on. */
export async function holdPayouts(pool: Queryable, restoredTo: Date, now: Date): Promise<void> {
  await insertRestore(pool, restoredTo, now);
}

/** Lets money go on its way again. Says whether it had been held. */
export async function releasePayouts(pool: Queryable, now: Date): Promise<boolean> {
  return (await releaseAll(pool, now)).length > 0;
}

/** SQL: the moments that the database was set back to and that nobody has said that of. */
const holding = "restores where payouts_released_at is null";

/** SQL: whether money waits, as `arePayoutsHeld` says it. */
export const isHolding = `exists (select from ${holding})`;

const selectHolding = statement("payouts_select_holding")<never, []>(`select from ${holding} limit 1`);

const insertRestore = statement("payouts_hold")<never, [restoredTo: Date, now: Date]>(
  "insert into restores (restored_to, created_at) values ($1, $2)",
);

const releaseAll = statement("payouts_release")<{ id: string }, [now: Date]>(
  "update restores set payouts_released_at = $1 where payouts_released_at is null returning id",
);
