import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { isAnyReminderDue, queueBookingReminders, queueBookingNews } from "./booking-news.ts";

export const bookingJobs: readonly Job[] = [
  defineJob({
    name: "tell-of-bookings",
    data: z.object({}),
    retries: 0,
    schedule: "4,34 * * * *",
    due: `exists (select from bookings where told_revision < revision and state in ('BOOKED', 'CANCELLED') and updated_at <= $1)`,
    handle: (services) => queueBookingNews(services),
  }),
  defineJob({
    name: "remind-of-bookings",
    data: z.object({}),
    retries: 0,
    schedule: "5,35 * * * *",
    due: isAnyReminderDue,
    handle: (services) => queueBookingReminders(services),
  }),
];
