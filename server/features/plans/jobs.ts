import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { tellOfTrials } from "./tell-of-trials.ts";

export const planJobs = [
  defineJob({
    name: "tell-of-trials",
    data: z.object({}),
    retries: 0,
    schedule: "*/10 * * * *",
    handle: (services) => tellOfTrials(services),
  }),
];
