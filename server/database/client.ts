import { availableParallelism } from "node:os";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { PoolBesideDesks } from "./desk-reads.ts";
import * as schema from "./schema/tables.ts";

export type Schema = typeof schema;

/** The database, or a transaction on it: domain functions take either. */
export type Db = NodePgDatabase<Schema>;

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Connections that reads of creators' desks have of their own, in each process that answers them: four, or fewer where that
 * would keep every core busy with what no sale waits for.
 */
const deskConnections = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Opens a pool of at most `maxConnections`, and one for reads of desks beside it. Statements are cut off after 5 s where
 * nothing else is said (of desks after 3 s), waits for locks after 2 s, and idle transactions after 10 s, so that nothing
 * hangs for ever.
 */
export function openDatabase(
  url: string,
  maxConnections = 10,
  { statementSeconds = 5 }: { statementSeconds?: number } = {},
): Database {
  const session = sessionAt(url);
  const settings = {
    ...session,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  };
  const desks = new pg.Pool({
    ...settings,
    // Who opens twenty pages at once waits longer for the last of them, and is not told to come again.
    connectionTimeoutMillis: 15_000,
    max: deskConnections,
    statement_timeout: 3_000,
    options: `${session.options} ${forDesks}`,
  });
  const pool = new PoolBesideDesks(
    { ...settings, max: maxConnections, statement_timeout: statementSeconds * 1_000 },
    desks,
  );
  for (const each of [pool, desks]) surviveLostConnections(each);
  return {
    db: drizzle({ client: pool, schema }),
    pool,
    close: async () => void (await Promise.all([pool.end(), desks.end()])),
  };
}

/**
 * What an operator set for a server or a database of theirs is not what statements and the driver read: moments would come
 * in another form, and "in 30 days" would be an hour off after a change of the clocks.
 */
const sessionSettings =
  "-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1";

/** The limits that `openDatabase` sets. */
const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

/**
 * What the driver is told to connect with our settings. It prefers what an address says: an operator's own `options` come
 * before ours, so that both hold, and ours where they speak of the same; limits in the address are left out.
 */
export function sessionAt(url: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const options = `${address.searchParams.get("options") ?? ""} ${sessionSettings}`.trim();
  const ours = ["options", ...limits].filter((name) => address.searchParams.has(name));
  for (const name of ours) address.searchParams.delete(name);
  return { connectionString: ours.length === 0 ? url : address.href, options };
}

/**
 * A handler that writes where it should only read is a bug that shows. The sets that a search looks up in have to fit in
 * memory: beyond it PostgreSQL would go through all of a set for each order.
 */
const forDesks = "-c default_transaction_read_only=on -c work_mem=32MB";

/**
 * A connection that dies is replaced at its next use, and a statement under way on it fails by itself. Without a listener
 * it would end the process: the pool's own hears of idle connections only, not of one between two statements.
 */
function surviveLostConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** Drizzle on one connection, inside the transaction that was begun on it. */
export const dbOn = (client: pg.PoolClient): Db => drizzle({ client, schema });

/** The SQLSTATE of a database error, also where Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.code;
  }
  return undefined;
}

/** Whether an error says that the database, or another service, cannot be reached at the moment, rather than no. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(08|57P|533)|^3D000$/.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/.test(String(cause.code)))
      return true;
    if (lostByDriver.test(cause.message)) return true;
  }
  return false;
}

/** How `pg` says it; these have no code. */
const lostByDriver =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** The name of the constraint an error broke, if it broke one. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.constraint;
  }
  return undefined;
}
