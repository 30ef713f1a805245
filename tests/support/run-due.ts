import { sendingJobs } from "#server/after-restore/after-restore.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import type { Services } from "#server/services.ts";

/** Runs each job that runs by itself once, and all that is queued, without a queue: but for those that send something. */
export async function runJobsThatSendNothing(services: Services): Promise<void> {
  // Whoever runs this audits the books by themselves.
  const isLeftOut = (name: string) => sendingJobs.has(name) || name === "audit-books";
  const jobs = new Map(allJobs.filter(({ name }) => !isLeftOut(name)).map((job) => [job.name, job]));
  for (const { schedule, data, handle } of jobs.values())
    if (schedule) await handle(services, data.parse({}));
  for (;;) {
    const { rows } = await services.pool.query<{ name: string; data: unknown }>(
      "delete from job_outbox where name = any ($1) and (start_after is null or start_after <= $2) returning name, data",
      [[...jobs.keys()], services.clock.now()],
    );
    if (rows.length === 0) return;
    for (const { name, data } of rows) {
      const job = jobs.get(name);
      await job?.handle(services, job.data.parse(data));
    }
  }
}
