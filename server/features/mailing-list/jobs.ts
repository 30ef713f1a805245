import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { isAnyOpen, queueOpenings } from "./queue-openings.ts";

export const mailingListJobs: readonly Job[] = [
  defineJob({
    name: "queue-openings",
    data: z.object({}),
    retries: 0,
    schedule: "12,42 * * * *",
    due: isAnyOpen,
    handle: (services) => queueOpenings(services),
  }),
];
