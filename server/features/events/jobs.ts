import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { queueEventNews, queueDueChanges } from "./queue-event-news.ts";
import { queueDayReminder, queueHourReminder, remindOfEvents } from "./remind-buyers.ts";

export const eventJobs: readonly Job[] = [
  queueEventNews,
  queueDayReminder,
  queueHourReminder,
  defineJob({
    name: "remind-of-events",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => remindOfEvents(services),
  }),
  defineJob({
    name: "queue-due-event-changes",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => queueDueChanges(services),
  }),
];
