import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { markUnanswered, reconcileSends } from "./send/reconcile-sends.ts";

export const engineJobs: readonly Job[] = [
  defineJob({
    name: "reconcile-social-sends",
    schedule: "17,47 * * * *",
    due: `exists (select from social_sends where state = 'SENDING' and claimed_at <= $1::timestamptz - interval '1 minute')
      or exists (select from social_sends where state = 'UNKNOWN' and due_at <= $1 and claimed_at > $1::timestamptz - interval '7 days' and purpose <> 'PUBLIC_REPLY')`,
    retries: 0,
    data: z.object({}),
    handle: (services) => reconcileSends(services),
    // Nobody else is at work: nobody waits for any of these calls.
    resume: (services) => markUnanswered(services, services.clock.now()),
  }),
];
