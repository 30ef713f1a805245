import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { clearOldClicks } from "./clicks.ts";
import { matureCommissions } from "./mature-commissions.ts";

export const affiliateJobs: readonly Job[] = [
  defineJob({
    name: "mature-commissions",
    schedule: "41 * * * *",
    data: z.object({}),
    handle: (services) => matureCommissions(services),
  }),
  defineJob({
    name: "clear-affiliate-clicks",
    schedule: "13 4 * * *",
    data: z.object({}),
    handle: (services) => clearOldClicks(services),
  }),
];
