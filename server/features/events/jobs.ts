import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { queueEventNews, queueDueChanges } from "./queue-event-news.ts";
import { isAnyEventAhead, queueDayReminder, queueHourReminder, remindOfEvents } from "./remind-buyers.ts";

export const eventJobs: readonly Job[] = [
  queueEventNews,
  queueDayReminder,
  queueHourReminder,
  defineJob({
    name: "remind-of-events",
    data: z.object({}),
    retries: 0,
    schedule: "10,40 * * * *",
    due: isAnyEventAhead,
    handle: (services) => remindOfEvents(services),
  }),
  defineJob({
    name: "queue-due-event-changes",
    data: z.object({}),
    retries: 0,
    schedule: "11,41 * * * *",
    due: `exists (select from event_changes where told_at is null and due_at <= $1)`,
    handle: (services) => queueDueChanges(services),
  }),
];
