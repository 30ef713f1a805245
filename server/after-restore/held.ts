import type pg from "pg";

/**
 * Something that may have left already, before the database was set back: it leaves only when a person says so. It is held by
 * `due_at = 'infinity'`, which no query for what is due ever finds.
 */
export type HeldItem = { id: string; about: string; to: string; since: Date };

/** One way out of the shop, whose owner knows how its rows are held. `ids` null: all of them. Each answers how many. */
export type Lane = {
  /** Holds everything that could leave now. */
  hold(pool: pg.Pool, now: Date): Promise<number>;
  list(pool: pg.Pool, limit: number): Promise<HeldItem[]>;
  count(pool: pg.Pool): Promise<number>;
  /** Lets it leave, under the rules that hold at that moment. */
  release(pool: pg.Pool, now: Date, ids: string[] | null): Promise<number>;
  /** It is taken to have left: it is never sent again, and counted as such. */
  drop(pool: pg.Pool, now: Date, ids: string[] | null): Promise<number>;
};

export const heldReason = "It may have been sent before the database was restored";
