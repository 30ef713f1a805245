import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { removeOldCheckouts } from "./remove-old-checkouts.ts";

export const checkoutJobs = [
  defineJob({
    name: "reconcile-payments",
    data: z.object({}),
    retries: 0,
    schedule: "9,39 * * * *",
    due: `exists (select from checkout_sessions where status = 'ACTIVE' and payment_intent_id is not null and next_check_at <= $1)
      or exists (select from checkout_sessions where status = 'ACTIVE' and payment_intent_id is null and expires_at <= $1)
      or exists (select from upsell_offers where decision is null and amount_cents is not null and shown_at <= $1::timestamptz - interval '2 minutes')`,
    handle: (services) => reconcilePayments(services),
  }),
  defineJob({
    name: "remove-old-checkouts",
    data: z.object({}),
    schedule: "11 3 * * *",
    handle: (services, _, stopping) => removeOldCheckouts(services, stopping),
  }),
];
