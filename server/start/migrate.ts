import { ConfigError, loadConfig } from "#server/config.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import { requireSameDatabase } from "#server/database/probe-same-database.ts";
import { createQueueTables } from "#server/jobs/queue.ts";
import { bringUpToDate } from "./prepare-database.ts";
import { startDatabase } from "./start-database.ts";
import { createLog } from "./log.ts";

// Usage: npm run migrate, with the environment of the server, while the version before it still runs.
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const embedded = await startDatabase(config, createLog("error"));
  try {
    const access = databaseAccessOf(config, embedded?.url);
    const ran = await bringUpToDate(config, access);
    await requireSameDatabase(access);
    await createQueueTables(access);
    process.stdout.write(
      ran.length === 0
        ? "The database has the tables of this version.\n"
        : `${ran.map((name) => `  ${name}\n`).join("")}The database has the tables of this version now.\n`,
    );
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
