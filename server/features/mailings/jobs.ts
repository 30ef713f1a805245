import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { isAnyAutomaticMailDue, queueAutomaticMails } from "./automatic/queue-automatic-mails.ts";
import { isSent } from "./is-sent.ts";
import { startMailings } from "./start-mailings.ts";

export const startMailingsJob = defineJob({
  name: "start-mailings",
  data: z.object({}),
  retries: 0,
  schedule: "13,43 * * * *",
  due: `exists (select from mailings where state = 'SCHEDULED' and send_at <= $1)
    or exists (select from mailings m where ${isSent})`,
  handle: (services, _, stopping) => startMailings(services, stopping),
});

const queueAutomaticMailsJob = defineJob({
  name: "queue-automatic-mails",
  data: z.object({}),
  retries: 0,
  schedule: "18 * * * *",
  due: isAnyAutomaticMailDue,
  handle: (services, _, stopping) => queueAutomaticMails(services, stopping),
});

export const mailingJobs = [startMailingsJob, queueAutomaticMailsJob];
