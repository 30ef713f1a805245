import { randomInt } from "node:crypto";
import type pg from "pg";
import { ConfigError } from "#server/config.ts";
import { connectDirectly, connectWith } from "./connect-directly.ts";
import type { DatabaseAccess } from "./database-access.ts";
import { pooledAt } from "./session-settings.ts";

/** What both the start and the doctor say when the two addresses lead to different databases. */
const differentDatabases =
  "DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases. Both must name the same database on the same server, one through the pooler and one past it";

/**
 * Refuses a pooler in front of another database: migrations and jobs would go to one and orders to the other. A lock that is
 * held in one database is free in every other. Call it once the role has its settings: the pooler keeps the connection, with the
 * settings of this moment. Throws `ConfigError`.
 */
export async function requireSameDatabase({ url, directUrl, pooler }: DatabaseAccess): Promise<void> {
  if (!pooler) return;
  const direct = await connectDirectly(directUrl, "DATABASE_DIRECT_URL");
  try {
    const pooled = await connectWith(url, "DATABASE_URL", (address) => ({
      ...pooledAt(address),
      query_timeout: 5_000,
    }));
    try {
      const key = randomInt(2 ** 40);
      await direct.query("select pg_advisory_lock($1::bigint)", [key]);
      const { rows } = await pooled.query<{ free: boolean }>(
        "select pg_try_advisory_xact_lock($1::bigint) as free",
        [key],
      );
      if (rows[0]?.free) throw new ConfigError([differentDatabases]);
    } finally {
      await pooled.end().catch(() => {});
    }
  } finally {
    await direct.end().catch(() => {});
  }
}

/**
 * Refuses a replica of another database, whose orders dashboards would show: throws `ConfigError`. Returns what else keeps
 * dashboards from reading there, in words; they read from the primary then.
 */
export async function probeReplica(readUrl: string, directUrl: string): Promise<string | undefined> {
  let replica: pg.Client;
  try {
    replica = await connectDirectly(readUrl, "DATABASE_READ_URL");
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join(". ");
    throw error;
  }
  try {
    const primary = await connectDirectly(directUrl, "DATABASE_URL");
    try {
      const [one, other] = [await identify(primary), await identify(replica)];
      if (one.database !== other.database || (one.system && other.system && one.system !== other.system))
        throw new ConfigError([
          "DATABASE_READ_URL names a replica of another database. Name a hot standby of the database in DATABASE_URL",
        ]);
      return other.isReplica
        ? undefined
        : "DATABASE_READ_URL names a server that is not a replica. Name a hot standby of the database in DATABASE_URL, or remove the variable";
    } finally {
      await primary.end().catch(() => {});
    }
  } finally {
    await replica.end().catch(() => {});
  }
}

type Identity = { isReplica: boolean; database: string; system: string | undefined };

/** `system` is the same on a primary and its replicas alone; undefined where the server doesn't tell its users. */
async function identify(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Omit<Identity, "system">>(
    `select pg_is_in_recovery() as "isReplica", oid::text || ' ' || datname as database from pg_database where datname = current_database()`,
  );
  const told = await client
    .query<{ system: string }>("select system_identifier::text as system from pg_control_system()")
    .catch(() => undefined);
  if (!rows[0]) throw new Error("the database did not say which one it is");
  return { ...rows[0], system: told?.rows[0]?.system };
}
