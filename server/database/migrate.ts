import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { applyRules, type ShopTime } from "./apply-rules.ts";
import { sessionAt } from "./client.ts";
import { howToMakeAnew, readMigrated } from "./migration-journal.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings a database to the newest schema, for a shop that goes by `time`. Safe to call from several processes at once: they take turns.
 * Throws `ConfigError` when the server cannot be reached, refuses us, is older than PostgreSQL 15, or holds a store of before
 * the first migration; and the database's error when a migration fails (nothing of it stays then).
 */
export async function migrateDatabase(databaseUrl: string, time: ShopTime): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    requireVersion(rows[0]?.version ?? 0);
    await client.query("select pg_advisory_lock(hashtext('openstall migrations'))");
    if ((await readMigrated(client)).isOfBeforeTheFirstRelease) throw new ConfigError([`${howToMakeAnew}.`]);
    await migrate(drizzle({ client }), { migrationsFolder });
    await applyRules(client, time);
  } catch (error) {
    throw mayNotCreate(error) ?? error;
  } finally {
    await client.end();
  }
}

/** Refuses servers that lack what the migrations use. `version` as in `server_version_num`: 150018 is 15.18. */
export function requireVersion(version: number): void {
  if (version >= 150_000) return;
  throw new ConfigError([
    `DATABASE_URL names PostgreSQL ${Math.floor(version / 10_000)}. Openstall needs PostgreSQL 15 or later.`,
  ]);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  let where = "the server";
  try {
    const client = new pg.Client({
      ...sessionAt(databaseUrl),
      connectionTimeoutMillis: 10_000,
    });
    where = `${client.host}:${client.port}`;
    // A connection that breaks later is reported by the statement that follows.
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new ConfigError([`DATABASE_URL: ${explain(error as NodeJS.ErrnoException, where)}`], error);
  }
}

function explain({ code, message }: NodeJS.ErrnoException, where: string): string {
  if (code === "28P01" || code === "28000") return `${where} refuses its user or password (${message})`;
  if (code === "3D000") return `${where} has no such database: create it first (${message})`;
  if (code === "ERR_INVALID_URL")
    return "is not an address such as postgres://user:password@host:5432/database";
  return `no PostgreSQL server can be reached at ${where} (${code ?? message})`;
}

function mayNotCreate(error: unknown): ConfigError | undefined {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError) || cause.code !== "42501") return undefined;
  return new ConfigError([
    `DATABASE_URL: its user may not make tables (${cause.message}). Make it the database's owner: ALTER DATABASE … OWNER TO …`,
  ]);
}
