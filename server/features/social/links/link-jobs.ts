import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { anonymizeClicks } from "./anonymize-clicks.ts";

export const linkJobs: readonly Job[] = [
  defineJob({
    name: "forget-reply-clickers",
    schedule: "17 4 * * *",
    data: z.object({}),
    handle: (services) => anonymizeClicks(services),
  }),
];
