import { z } from "zod";
import { defineJob, enqueue, type Job } from "#server/jobs/job.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { traceFetch, traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { everyStore, tagOfStore } from "./cache-tags.ts";

/** Cloudflare takes so many at once. */
const mostTags = 30;
/**
 * What changes in a burst is one request. By then every process has forgotten what it kept, so that none fills the CDN with
 * it again.
 */
const gatherMs = 1_000;
const answerMs = 10_000;

/** Has the CDN drop its copies of what has these tags. Repeated where it does not take that. */
export const purgeCdn = defineJob({
  name: "purge-cdn",
  data: z.object({ tags: z.array(z.string()).min(1).max(mostTags) }),
  retries: 8,
  async handle({ config, tracer }, { tags }) {
    const purge = config.cdn?.purge;
    if (!purge) return;
    const answer = await traceFetch(tracer, "cdn purge", () =>
      fetch(purge.url, {
        method: "POST",
        headers: { authorization: `Bearer ${purge.token}`, "content-type": "application/json" },
        body: JSON.stringify({ tags }),
        redirect: "error",
        signal: AbortSignal.timeout(answerMs),
      }),
    );
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the CDN answers ${answer.status} to a purge`);
  },
});

export const cdnJobs: readonly Job[] = [purgeCdn];

/**
 * Queues a purge of every storefront that changes, as the worker hears of it, and of all where it may have missed something:
 * at its start, and after a lost connection.
 */
export function watchChangedStores({
  config,
  db,
  pool,
  notifications,
  log,
  tracer,
}: Pick<Services, "config" | "db" | "pool" | "notifications" | "log" | "tracer">): { stop(): Promise<void> } {
  if (!config.cdn?.purge) return { stop: async () => {} };
  const changed = new Set<string>([everyStore]);
  let timer: NodeJS.Timeout | undefined;
  let queueing: Promise<void> = Promise.resolve();

  async function queue(): Promise<void> {
    timer = undefined;
    const tags = changed.has(everyStore) ? [everyStore] : [...changed];
    changed.clear();
    try {
      await traceRound(tracer, "queue-purges", () =>
        db.transaction(async (tx) => {
          for (let first = 0; first < tags.length; first += mostTags)
            await enqueue(tx, purgeCdn, { tags: tags.slice(first, first + mostTags) });
        }),
      );
      wakeListeners(pool, "job_outbox");
    } catch (error) {
      log.error({ err: error }, "queueing a purge of the CDN");
      for (const tag of tags) changed.add(tag);
      gather();
    }
  }
  let isStopped = false;
  function gather(): void {
    if (!isStopped) timer ??= setTimeout(() => void (queueing = queue()), gatherMs);
  }
  void notifications.listen("storefront_changed", (handle) => {
    changed.add(handle === "" ? everyStore : tagOfStore(handle));
    gather();
  });
  gather();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await queueing;
      // What was gathered is queued, not lost.
      if (timer !== undefined && changed.size > 0) await queue();
    },
  };
}
