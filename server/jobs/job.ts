import type { z } from "zod";
import type { Db } from "#server/database/client.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import type { Services } from "#server/services.ts";

/** Work done outside a request: at least once, so every handler must bear repetition. */
export type Job<Data extends z.ZodType = z.ZodType> = {
  /** A verb phrase: `send-mail`. */
  name: string;
  data: Data;
  /**
   * `stopping` is aborted when the job's time is nearly over, or the worker stops: what takes long looks at it between two
   * steps, and throws its reason. What is done until then counts.
   */
  handle(services: Services, data: z.output<Data>, stopping?: AbortSignal): Promise<void>;
  /** Tries after the first; with growing delay. Default 5. */
  retries?: number;
  /** How long it may take; then it has failed, and another worker may begin it. Default 25, and 300 for what runs by itself. */
  limitSeconds?: number;
  /** Cron expression (UTC) for jobs that run by themselves. */
  schedule?: string;
  /**
   * SQL: whether there is anything to do (`$1` is the shop's time, `$2` the provider of its payments), for one that need not run
   * otherwise. It costs little where there is nothing, and is never false where there is something. Nor does it stay true for
   * what this job leaves as it is, such as what waits for a day, or for a store that is closed: it would run each minute. Asked
   * once a minute; the `schedule` beside it is then the net for what it missed: every half hour or hour, at a minute that few
   * others have.
   */
  due?: string;
  /**
   * For one that is `due`: it is queued once in so many seconds of the clock at the most. Default 30. Longer for what asks a
   * provider, which may not answer: then it stays due.
   */
  pauseSeconds?: number;
  /**
   * Gives back at once what killed processes had claimed for a while. Called before any work by a worker that starts and
   * finds no other, so that nobody has to wait for those claims to end.
   */
  resume?(services: Services): Promise<void>;
};

export const defineJob = <Data extends z.ZodType>(job: Job<Data>): Job<Data> => job;

/**
 * Queues a job in the caller's transaction: it runs if that commits. Call `wakeListeners(pool, "job_outbox")` after the
 * commit and it starts within milliseconds, else within a second.
 */
export async function enqueue<Data extends z.ZodType>(
  db: Db,
  job: Job<Data>,
  data: z.input<Data>,
  options: { singletonKey?: string; startAfter?: Date } = {},
): Promise<void> {
  await db.insert(jobOutbox).values({
    name: job.name,
    data: data as Record<string, unknown>,
    singletonKey: options.singletonKey ?? null,
    startAfter: options.startAfter ?? null,
  });
}
