import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { followOpenDisputes, followOpenRefunds } from "./follow-open.ts";
import { finishQuarantineRefunds } from "./quarantined-payments.ts";
import { sendRefund, sendRefundJob } from "./send-refund.ts";

export const orderJobs: readonly Job[] = [
  defineJob({
    name: sendRefundJob,
    data: z.object({ refundId: z.uuid() }),
    retries: 10,
    handle: (services, { refundId }) => sendRefund(services, refundId),
  }),
  defineJob({
    name: "follow-open-refunds",
    data: z.object({}),
    retries: 0,
    schedule: "*/5 * * * *",
    async handle(services) {
      await followOpenRefunds(services);
      await finishQuarantineRefunds(services);
    },
  }),
  defineJob({
    name: "follow-open-disputes",
    data: z.object({}),
    retries: 0,
    schedule: "23 * * * *",
    handle: (services) => followOpenDisputes(services),
  }),
];
