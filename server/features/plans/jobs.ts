import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { notifyOfTrials } from "./notify-of-trials.ts";

export const planJobs = [
  defineJob({
    name: "notify-of-trials",
    data: z.object({}),
    retries: 0,
    schedule: "6-59/10 * * * *",
    handle: (services) => notifyOfTrials(services),
  }),
];
