import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { requireWholeRestore } from "#server/backups/restore-mark.ts";
import { type Config, ConfigError } from "#server/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";

const lookEveryMs = 1_000;

/**
 * Starts the embedded PostgreSQL, or joins the one that runs in the data folder, and starts it again should it be killed;
 * undefined where DATABASE_URL names a server. Throws `ConfigError` where a restore was interrupted.
 */
export function startDatabase(config: Config, log: FastifyBaseLogger): Promise<EmbeddedPostgres> | undefined {
  requireWholeRestore(config.dataDir);
  if (config.databaseUrl) return undefined;
  const start = () =>
    startEmbeddedPostgres({
      dataDir: join(config.dataDir, "postgres"),
      log: (line) => log.debug({ line }, "postgres"),
    });
  const starting = start().then(
    (database) => keepRunning(database, start, log),
    (error: Error) => {
      // Its messages are written for operators.
      throw new ConfigError([error.message]);
    },
  );
  // Whoever awaits it hears of a failure; until then it is not an unhandled one.
  starting.catch(() => {});
  return starting;
}

/** A server that was killed comes back on its port, where everybody who was connected to it looks for it. */
function keepRunning(
  first: EmbeddedPostgres,
  start: () => Promise<EmbeddedPostgres>,
  log: FastifyBaseLogger,
): EmbeddedPostgres {
  let current = first;
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    log.error("PostgreSQL was killed: starting it again");
    const next = await start();
    await current.stop();
    current = next;
    if (next.port !== first.port) log.error({ port: next.port }, "PostgreSQL came back on another port");
  };
  const timer = setInterval(() => {
    if (restarting || isAlive(current.pid)) return;
    restarting = restart()
      .catch((error: unknown) => log.error({ err: error }, "PostgreSQL does not start again"))
      .finally(() => (restarting = undefined));
  }, lookEveryMs);
  timer.unref();
  return {
    ...first,
    async stop() {
      clearInterval(timer);
      await restarting;
      await current.stop();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
