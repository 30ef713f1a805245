import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { handleMailReport } from "./feedback/handle-mail-report.ts";
import { requeueMailReports } from "./feedback/save-mail-report.ts";
import {
  closeUnansweredPromotions,
  isAnyPromotionDue,
  sendPromotions,
} from "./promotions/send-promotions.ts";
import { sendMailJob } from "./queue-mail.ts";
import { isAnyMailReleasable, releaseWaitingMails } from "./release-mails.ts";
import { declareAllOverdue } from "./claim-mail.ts";
import { queueLostMails, sendQueuedMail } from "./send-queued-mail.ts";

const sendMail = defineJob({
  name: sendMailJob,
  data: z.object({ mailId: z.uuid() }),
  handle: (services, { mailId }) => sendQueuedMail(services, mailId),
  resume: declareAllOverdue,
});

const sweepMail = defineJob({
  name: "sweep-mail",
  data: z.object({}),
  schedule: "19,49 * * * *",
  due: `exists (select from mail_outbox where state = 'QUEUED' and created_at < $1::timestamptz - interval '2 minutes' and (due_at is null or due_at < $1::timestamptz - interval '2 minutes'))`,
  handle: (services) => queueLostMails(services),
});

const releaseMail = defineJob({
  name: "release-waiting-mail",
  data: z.object({}),
  schedule: "20,50 * * * *",
  due: isAnyMailReleasable,
  handle: (services) => releaseWaitingMails(services),
});

const sendPromotionMails = defineJob({
  name: "send-promotions",
  data: z.object({}),
  schedule: "21,51 * * * *",
  due: isAnyPromotionDue,
  handle: (services, _, stopping) => sendPromotions(services, stopping),
  resume: closeUnansweredPromotions,
});

const handleReport = defineJob({
  name: "handle-mail-report",
  data: z.object({ webhookEventId: z.number() }),
  retries: 20,
  handle: (services, { webhookEventId }) => handleMailReport(services, webhookEventId),
});

const requeueReports = defineJob({
  name: "requeue-mail-reports",
  data: z.object({}),
  retries: 0,
  schedule: "22,52 * * * *",
  due: `exists (select from webhook_events where handled_at is null and provider like 'mail-%' and received_at < $1::timestamptz - interval '1 minute')`,
  handle: (services) => requeueMailReports(services),
});

export const mailJobs: readonly Job[] = [
  sendMail,
  sweepMail,
  releaseMail,
  sendPromotionMails,
  handleReport,
  requeueReports,
];
