import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { markUnanswered, reconcileSends } from "./send/reconcile-sends.ts";

export const engineJobs: readonly Job[] = [
  defineJob({
    name: "reconcile-social-sends",
    schedule: "* * * * *",
    retries: 0,
    data: z.object({}),
    handle: (services) => reconcileSends(services),
    // Nobody else is at work: nobody waits for any of these calls.
    resume: (services) => markUnanswered(services, services.clock.now()),
  }),
];
