import { availableParallelism } from "node:os";
import {
  createTableRelationsHelpers,
  extractTablesRelationalConfig,
  type ExtractTablesWithRelations,
} from "drizzle-orm";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Pooler } from "./database-access.ts";
import { PoolBesideDesks } from "./desk-reads.ts";
import { yieldToOthers } from "./embedded/backend-priority.ts";
import * as schema from "./schema/tables.ts";
import { defaultStatementSeconds, limitedSessionAt, pooledAt } from "./session-settings.ts";
import { nameSlowStatements, type SlowStatements } from "./slow-statements.ts";
import { sendThroughPooler } from "./through-pooler.ts";
import { keepCallers, type StatementWatcher, watchStatements } from "./watch-statements.ts";

export type Schema = typeof schema;

/** The database, or a transaction on it: domain functions take either. */
export type Db = NodePgDatabase<Schema>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** Connections to the replica, where one is named. */
  replica: pg.Pool | undefined;
  close(): Promise<void>;
};

/**
 * Connections that reads of creators' desks have of their own, in each process that answers them: four, or fewer where that
 * would keep every core busy with what no sale waits for.
 */
export const deskConnections = Math.max(1, Math.min(4, availableParallelism() - 1));

type PoolOptions = {
  statementSeconds?: number;
  /** Connections that nobody has needed for so long are closed; the last one, too. */
  idleSeconds?: number;
  /** Connections for reads of desks. */
  desks?: number | undefined;
  /** What `url` leads through. */
  pooler?: Pooler | undefined;
  /** Undefined where nobody wants to hear of them. */
  slow?: SlowStatements | undefined;
  /** Told of each statement in the name of who sends it; undefined where nobody traces them. */
  traced?: StatementWatcher | undefined;
  /** Where reads of desks may go instead. */
  replicaUrl?: string | undefined;
  /** Whether `url` leads to the embedded server, on this machine. */
  isEmbedded?: boolean;
};

/**
 * Opens a pool of at most `maxConnections`, and one for reads of desks beside it. Statements are cut off after 5 s where
 * nothing else is said (of desks after 3 s), waits for locks after 2 s, and idle transactions after 10 s, so that nothing
 * hangs for ever. Through a pooler the role has these settings, and each transaction those that differ.
 */
export function openDatabase(
  url: string,
  maxConnections = 10,
  {
    statementSeconds = defaultStatementSeconds,
    idleSeconds = 30,
    desks: most = deskConnections,
    pooler,
    slow,
    traced,
    replicaUrl,
    isEmbedded = false,
  }: PoolOptions = {},
): Database {
  const patience = { connectionTimeoutMillis: 5_000, idleTimeoutMillis: idleSeconds * 1_000 };
  // Who opens twenty pages at once waits longer for the last of them, and is not told to come again.
  const ofDesks = { ...patience, connectionTimeoutMillis: 15_000, max: most };
  const desks = new pg.Pool(
    pooler ? { ...ofDesks, ...pooledAt(url) } : { ...ofDesks, ...limitedSessionAt(url, 3, forDesks) },
  );
  // Who waits longer for a connection there has one to the primary.
  const ofReplica = { ...ofDesks, connectionTimeoutMillis: 2_000 };
  const replica =
    replicaUrl === undefined
      ? undefined
      : new pg.Pool({ ...ofReplica, ...limitedSessionAt(replicaUrl, 3, forDesks) });
  const ofAll = { ...patience, max: maxConnections };
  const pool = new PoolBesideDesks(
    pooler ? { ...ofAll, ...pooledAt(url) } : { ...ofAll, ...limitedSessionAt(url, statementSeconds) },
    desks,
    replica,
  );
  const pools = [pool, desks, ...(replica ? [replica] : [])];
  for (const each of pools) surviveLostConnections(each);
  if (isEmbedded) desks.on("connect", yieldToOthers);
  if (pooler) {
    desks.on("connect", (client) => sendThroughPooler(client, pooler, forDesksTransaction));
    const differing =
      statementSeconds === defaultStatementSeconds ? {} : { statement_timeout: `${statementSeconds}s` };
    pool.on("connect", (client) => sendThroughPooler(client, pooler, differing));
  }
  const watchers = [...(slow ? [nameSlowStatements(slow)] : []), ...(traced ? [traced] : [])];
  if (watchers.length > 0) for (const each of pools) watchStatements(each, watchers);
  if (traced) for (const each of pools) keepCallers(each);
  return {
    db: drizzleOn(pool),
    pool,
    replica,
    close: async () => void (await Promise.all([pool.end(), desks.end(), replica?.end()])),
  };
}

/** A pool for what belongs to a connection, such as a lock that outlives a transaction. `url` leads through no pooler. */
export function openSessions(url: string, maxConnections: number, traced?: StatementWatcher): pg.Pool {
  const pool = new pg.Pool({
    ...limitedSessionAt(url, defaultStatementSeconds),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    max: maxConnections,
  });
  surviveLostConnections(pool);
  if (traced) {
    watchStatements(pool, [traced]);
    keepCallers(pool);
  }
  return pool;
}

/**
 * A handler that writes where it should only read is a bug that shows. The sets that a search looks up in have to fit in
 * memory: beyond it PostgreSQL would go through all of a set for each order.
 */
const forDesks = { default_transaction_read_only: "on", work_mem: "32MB" };
/** The same for one transaction. */
const forDesksTransaction = { transaction_read_only: "on", work_mem: "32MB", statement_timeout: "3s" };

/**
 * A connection that dies is replaced at its next use, and a statement under way on it fails by itself. Without a listener
 * it would end the process: the pool's own hears of idle connections only, not of one between two statements.
 */
function surviveLostConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** Drizzle on one connection, inside the transaction that was begun on it. */
export const dbOn = (client: pg.PoolClient): Db => drizzleOn(client);

/**
 * As `drizzle({ client, schema })` does it, which reads all tables anew each time: two milliseconds of the processor in every
 * transaction.
 */
const drizzleOn = (client: pg.Pool | pg.PoolClient): Db =>
  new NodePgDatabase(dialect, new NodePgSession(client, dialect, relations), relations);
const dialect = new PgDialect();
const relations = readRelations();

function readRelations() {
  const { tables, tableNamesMap } = extractTablesRelationalConfig<ExtractTablesWithRelations<Schema>>(
    schema,
    createTableRelationsHelpers,
  );
  return { fullSchema: schema, schema: tables, tableNamesMap };
}

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
