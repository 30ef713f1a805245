import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { Conflict } from "#server/errors.ts";
import type { Db } from "./client.ts";

type Kept = { table: PgTable; own: SQL | undefined; most: number; what: string };

/**
 * Throws 409 `STORE_FULL` where a store, with what is about to be added, would have more than `most` of something. Anybody may
 * open a store; lists of these are read whole, and what is written takes room that nobody has paid for. Several at the same
 * moment may exceed it by as many, unless the creator is locked before.
 */
export async function requireFewer(tx: Db, { table, own, most, what }: Kept, adds = 1): Promise<void> {
  if ((await tx.$count(table, own)) + adds <= most) return;
  throw Conflict(`A store has at most ${most.toLocaleString("en")} ${what}.`, "STORE_FULL");
}
