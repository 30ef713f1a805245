import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { syncOpenDisputes, syncOpenRefunds } from "./sync-open.ts";
import { finishQuarantineRefunds } from "./quarantined-payments.ts";
import { grantDueRequests } from "./refund-requests/answer-refund-request.ts";
import { sendRefund, sendRefundJob } from "./send-refund.ts";

export const orderJobs: readonly Job[] = [
  defineJob({
    name: sendRefundJob,
    data: z.object({ refundId: z.uuid() }),
    retries: 10,
    handle: (services, { refundId }) => sendRefund(services, refundId),
  }),
  defineJob({
    name: "sync-open-refunds",
    data: z.object({}),
    retries: 0,
    schedule: "*/5 * * * *",
    async handle(services) {
      await syncOpenRefunds(services);
      await finishQuarantineRefunds(services);
    },
  }),
  defineJob({
    name: "grant-due-refund-requests",
    data: z.object({}),
    retries: 0,
    schedule: "*/15 * * * *",
    handle: (services) => grantDueRequests(services),
  }),
  defineJob({
    name: "sync-open-disputes",
    data: z.object({}),
    retries: 0,
    schedule: "23 * * * *",
    handle: (services) => syncOpenDisputes(services),
  }),
];
