import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { handleMailReport } from "./feedback/handle-mail-report.ts";
import { requeueMailReports } from "./feedback/save-mail-report.ts";
import { closeUnansweredPromotions, sendPromotions } from "./promotions/send-promotions.ts";
import { sendMailJob } from "./queue-mail.ts";
import { releaseWaitingMails } from "./release-mails.ts";
import { queueLostMails, releaseMails, sendQueuedMail } from "./send-queued-mail.ts";

const sendMail = defineJob({
  name: sendMailJob,
  data: z.object({ mailId: z.uuid() }),
  handle: (services, { mailId }) => sendQueuedMail(services, mailId),
  resume: releaseMails,
});

const sweepMail = defineJob({
  name: "sweep-mail",
  data: z.object({}),
  schedule: "* * * * *",
  handle: (services) => queueLostMails(services),
});

const releaseMail = defineJob({
  name: "release-waiting-mail",
  data: z.object({}),
  schedule: "* * * * *",
  handle: (services) => releaseWaitingMails(services),
});

const sendPromotionMails = defineJob({
  name: "send-promotions",
  data: z.object({}),
  schedule: "* * * * *",
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
  schedule: "* * * * *",
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
