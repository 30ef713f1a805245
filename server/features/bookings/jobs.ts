import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { queueBookingReminders, queueBookingNews } from "./booking-news.ts";

export const bookingJobs: readonly Job[] = [
  defineJob({
    name: "tell-of-bookings",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => queueBookingNews(services),
  }),
  defineJob({
    name: "remind-of-bookings",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => queueBookingReminders(services),
  }),
];
