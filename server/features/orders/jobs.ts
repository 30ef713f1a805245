import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { isAnyRefundOpen, syncOpenDisputes, syncOpenRefunds } from "./sync-open.ts";
import { finishQuarantineRefunds, isAnyQuarantineRefundOpen } from "./quarantined-payments.ts";
import { grantDueRequests, isAnyRequestDue } from "./refund-requests/answer-refund-request.ts";
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
    schedule: "27 * * * *",
    due: `${isAnyRefundOpen} or ${isAnyQuarantineRefundOpen}`,
    pauseSeconds: 300,
    async handle(services) {
      await syncOpenRefunds(services);
      await finishQuarantineRefunds(services);
    },
  }),
  defineJob({
    name: "grant-due-refund-requests",
    data: z.object({}),
    retries: 0,
    schedule: "57 * * * *",
    due: isAnyRequestDue,
    pauseSeconds: 300,
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
