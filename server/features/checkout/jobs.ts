import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { removeOldCheckouts } from "./remove-old-checkouts.ts";

export const checkoutJobs = [
  defineJob({
    name: "reconcile-payments",
    data: z.object({}),
    retries: 0,
    schedule: "* * * * *",
    handle: (services) => reconcilePayments(services),
  }),
  defineJob({
    name: "remove-old-checkouts",
    data: z.object({}),
    schedule: "11 3 * * *",
    handle: (services, _, stopping) => removeOldCheckouts(services, stopping),
  }),
];
