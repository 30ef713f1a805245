import type { Job } from "#server/jobs/job.ts";

/** One line for each part's jobs. */
export const socialJobs: readonly Job[] = [];
