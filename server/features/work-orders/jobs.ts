import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { isAnyBriefAwaited, queueBriefReminders } from "./brief-reminders.ts";

export const workOrderJobs: readonly Job[] = [
  defineJob({
    name: "remind-of-briefs",
    data: z.object({}),
    retries: 0,
    schedule: "48 * * * *",
    due: isAnyBriefAwaited,
    handle: (services) => queueBriefReminders(services),
  }),
];
