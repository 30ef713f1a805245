import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import type { DatabaseAccess } from "#server/database/database-access.ts";
import type { ShopTime } from "#server/database/apply-rules.ts";
import { migrateDatabase, requireMigrated } from "#server/database/migrate.ts";
import { probeEngine } from "#server/database/probe-engine.ts";
import { probePooler } from "#server/database/probe-pooler.ts";
import { probeReplica, requireSameDatabase } from "#server/database/probe-same-database.ts";

const timeOf = ({ mode }: Pick<Config, "mode">): ShopTime => (mode === "local" ? "movable" : "machine");
const directVariable = ({ pooler }: DatabaseAccess) => (pooler ? "DATABASE_DIRECT_URL" : "DATABASE_URL");

/** Makes the tables, rules and settings of this version in a database. Answers which migrations ran. Throws as `migrateDatabase`. */
export function bringUpToDate(config: Pick<Config, "mode">, access: DatabaseAccess): Promise<string[]> {
  return migrateDatabase(access.directUrl, timeOf(config), {
    variable: directVariable(access),
    isPooled: access.pooler !== undefined,
    isStrict: config.mode === "live",
  });
}

/**
 * Looks whether a server that somebody else runs does what is relied on, has the tables of this version (which are made here
 * in local mode, where nobody else would make them), and what its pooler keeps. Throws `ConfigError` with what is wrong.
 */
export async function prepareDatabase(
  config: Pick<Config, "mode" | "databaseReadUrl">,
  access: DatabaseAccess,
  log: FastifyBaseLogger,
): Promise<DatabaseAccess> {
  const variable = directVariable(access);
  const { notifies } = await probeEngine(access.directUrl, variable);
  const unread = config.databaseReadUrl && (await probeReplica(config.databaseReadUrl, access.directUrl));
  if (unread) log.warn(unread);
  if (access.listens && !notifies)
    log.warn("the database's notifications do not arrive: what they would tell is looked for once a second");
  if (config.mode === "local") await bringUpToDate(config, access);
  else {
    const ahead = await requireMigrated(access.directUrl, timeOf(config), { variable });
    if (ahead > 0) log.warn({ migrations: ahead }, "the database is of a newer version than this process");
  }
  await requireSameDatabase(access);
  const listens = access.listens && notifies;
  if (!access.pooler) return { ...access, listens };
  const { pooler, missingLimits } = await probePooler(access.url);
  if (missingLimits.length > 0)
    log.warn(
      { settings: missingLimits },
      "the pooler's connections lack limits that their role has: let it make them anew (PgBouncer: RECONNECT)",
    );
  if (!pooler.keepsNames)
    log.info(
      "the pooler keeps no prepared statements (PgBouncer: max_prepared_statements): they are planned each time",
    );
  return { ...access, listens, pooler };
}
