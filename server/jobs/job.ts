import type { z } from "zod";
import type { Db } from "#server/database/client.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import type { Services } from "#server/services.ts";

/** Work done outside a request: at least once, so every handler must bear repetition. */
export type Job<Data extends z.ZodType = z.ZodType> = {
  /** A verb phrase: `send-mail`. */
  name: string;
  data: Data;
  handle(services: Services, data: z.output<Data>): Promise<void>;
  /** Tries after the first; with growing delay. Default 5. */
  retries?: number;
  /** Cron expression (UTC) for jobs that run by themselves. */
  schedule?: string;
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
