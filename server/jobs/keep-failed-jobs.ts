import { z } from "zod";
import { defineJob } from "./job.ts";

/** SQL: whether a job of `pgboss.job` is one that something caused, rather than the hour. */
export const isQueued = "not exists (select from pgboss.schedule s where s.name = job.name)";

/**
 * The queue's library forgets what failed for good a day later. What somebody waits for is kept, until it is tried again or
 * given up (`npm run failures`); what runs by itself does the same at its next run.
 */
export const keepFailedJobs = defineJob({
  name: "keep-failed-jobs",
  schedule: "7 * * * *",
  data: z.object({}),
  async handle({ pool }) {
    const { rows } = await pool.query<{ there: boolean }>(
      "select to_regclass('pgboss.job') is not null as there",
    );
    if (!rows[0]?.there) return;
    await pool.query(
      `update pgboss.job set deletion_seconds = 0 where state = 'failed' and deletion_seconds > 0 and ${isQueued}`,
    );
  },
});
