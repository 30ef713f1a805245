import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
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

export const mailJobs: readonly Job[] = [sendMail, sweepMail, releaseMail, sendPromotionMails];
