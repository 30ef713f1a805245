import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { clearOldClicks } from "./clicks.ts";
import { matureCommissions } from "./mature-commissions.ts";
import { isAnyTransferDue, sendTransfers } from "./send-transfers.ts";

/** Pays affiliates by the provider, and asks again where no answer came. */
export const sendPayoutTransfers = defineJob({
  name: "send-payout-transfers",
  schedule: "1,31 * * * *",
  due: isAnyTransferDue,
  retries: 0,
  data: z.object({}),
  handle: (services, _, stopping) => sendTransfers(services, stopping),
});

export const affiliateJobs: readonly Job[] = [
  defineJob({
    name: "mature-commissions",
    schedule: "43 * * * *",
    data: z.object({}),
    handle: (services, _, stopping) => matureCommissions(services, stopping),
  }),
  sendPayoutTransfers,
  defineJob({
    name: "clear-affiliate-clicks",
    schedule: "13 4 * * *",
    data: z.object({}),
    handle: (services) => clearOldClicks(services),
  }),
];
