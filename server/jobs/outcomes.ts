import type { FastifyBaseLogger } from "fastify";
import { isConnectionLost, sqlState } from "#server/database/client.ts";

const pauseMs = 500;
/** How long a caller waits for its own write; after that the write goes on in the background. */
const patienceMs = 10_000;
/** New work is refused beyond this, so that a long outage can't fill the memory. */
const most = 1_000;

/** Results of what this process has handed to the outside world, until the database has them. */
export type Outcomes = {
  /** Whether the result for this key is known here and not written yet. */
  has(key: string): boolean;
  /** Call it before handing anything over. Throws when too many results are waiting to be written. */
  requireRoom(): void;
  /**
   * Writes a result. While the database is away the write is repeated until it answers; the promise then ends after ten
   * seconds and the write goes on. Any other error is thrown. `write` must be idempotent: its commit may have been lost.
   */
  write<T>(key: string, write: () => Promise<T>): Promise<T | undefined>;
  /** Waits until everything is written. Returns how many results are still unwritten after `limitMs`. */
  settle(limitMs: number): Promise<number>;
};

/** One per process. It forgets everything when the process is killed: see `mail_outbox.possible_duplicates`. */
export function openOutcomes(log: Pick<FastifyBaseLogger, "error">): Outcomes {
  const unwritten = new Map<string, Promise<unknown>>();
  return {
    has: (key) => unwritten.has(key),
    requireRoom() {
      if (unwritten.size >= most)
        throw new Error(
          `${most} results are waiting for the database: nothing more is sent until it answers`,
        );
    },
    async write(key, write) {
      // A second result for the same key is written after the first.
      const before = unwritten.get(key);
      const written = (before?.catch(() => {}) ?? Promise.resolve()).then(() => repeat(write));
      unwritten.set(key, written);
      let isWaitedFor = true;
      const forget = () => {
        if (unwritten.get(key) === written) unwritten.delete(key);
      };
      written.then(forget, (error: unknown) => {
        forget();
        if (!isWaitedFor) log.error({ err: error, key }, "a result was not written");
      });
      return within(patienceMs, written).finally(() => (isWaitedFor = false));
    },
    async settle(limitMs) {
      await within(limitMs, Promise.allSettled(unwritten.values()));
      return unwritten.size;
    },
  };
}

async function repeat<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isConnectionLost(error) && !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The server refused for reasons of its own: conflicts, limits, no resources, or it has become a replica. */
const isPassing = (error: unknown): boolean => /^(40|53|55P03|57014|25006)/.test(sqlState(error) ?? "");

/** The result, or undefined when it takes longer. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
