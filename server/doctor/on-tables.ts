import { type Config, ConfigError } from "#server/config.ts";
import { type Database, isConnectionLost, openDatabase } from "#server/database/client.ts";
import { connectDirectly } from "#server/database/connect-directly.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import { readMigrated } from "#server/database/migration-journal.ts";
import type { Finding } from "./finding.ts";

/**
 * Runs a check that reads the store's tables. Finds nothing while there is no such database or its tables are not those of this
 * version: the check of the database says that, in words.
 */
export async function onTables(
  config: Config,
  check: (database: Pick<Database, "db" | "pool">) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!config.databaseUrl || !(await hasTables(config))) return [];
  const { db, pool, close } = openDatabase(databaseAccessOf(config).directUrl, 1);
  try {
    return await check({ db, pool });
  } catch (error) {
    if (isConnectionLost(error)) return [];
    throw error;
  } finally {
    await close();
  }
}

async function hasTables(config: Config): Promise<boolean> {
  try {
    const client = await connectDirectly(databaseAccessOf(config).directUrl);
    try {
      const { isOfBeforeTheFirstRelease, pending } = await readMigrated(client);
      return !isOfBeforeTheFirstRelease && pending.length === 0;
    } finally {
      await client.end();
    }
  } catch (error) {
    if (error instanceof ConfigError || isConnectionLost(error)) return false;
    throw error;
  }
}
