import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { queueEventNews, queueDueChanges } from "./queue-event-news.ts";

export const eventJobs: readonly Job[] = [
  queueEventNews,
  defineJob({
    name: "queue-due-event-changes",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => queueDueChanges(services),
  }),
];
