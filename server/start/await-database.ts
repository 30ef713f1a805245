import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "#server/config.ts";
import { isConnectionLost } from "#server/database/client.ts";

type Patience = {
  log: { warn(about: object, words: string): void };
  patienceMs?: number;
  pauseMs?: number;
};

/**
 * Does one step of the start, which may be begun again. While the database cannot be reached (it replays what a kill
 * interrupted, or the machine is busy) it says what it waits for, and tries again for a minute. Throws `ConfigError` then,
 * and at once whatever else goes wrong.
 */
export async function awaitDatabase<T>(
  what: string,
  step: () => Promise<T>,
  { log, patienceMs = 60_000, pauseMs = 1_000 }: Patience,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      const waitedSeconds = Math.round((performance.now() - begun) / 1000);
      if (performance.now() - begun + pauseMs > patienceMs)
        throw new ConfigError(
          [`PostgreSQL did not answer in ${Math.round(patienceMs / 1000)} seconds, while ${what}`],
          error,
        );
      log.warn({ err: error, waitedSeconds }, `waiting for PostgreSQL: ${what}`);
      await sleep(pauseMs);
    }
  }
}
