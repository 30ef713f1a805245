import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { forgetClickers } from "./forget-clickers.ts";

export const linkJobs: readonly Job[] = [
  defineJob({
    name: "forget-reply-clickers",
    schedule: "17 4 * * *",
    data: z.object({}),
    handle: (services) => forgetClickers(services),
  }),
];
