import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether `work` ends before a timer that starts with it, for code that gives up by a timer of its own. Two timers of one
 * process keep their order on a slow machine too; give this one at least four times the seconds of the other.
 */
export async function endsBefore(seconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const timer = sleep(seconds * 1_000, false, { signal: over.signal }).catch(() => false);
  const ended = work.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, timer]).finally(() => over.abort());
}
