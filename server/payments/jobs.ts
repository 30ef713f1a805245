import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { deletePayer } from "./delete-payer.ts";
import { handlePaymentEvent, requeuePaymentEvents } from "./handle-payment-event.ts";

export const paymentJobs: readonly Job[] = [
  deletePayer,
  defineJob({
    name: "handle-payment-event",
    data: z.object({ webhookEventId: z.number() }),
    retries: 20,
    handle: (services, { webhookEventId }) => handlePaymentEvent(services, webhookEventId),
  }),
  defineJob({
    name: "register-wallet-domain",
    data: z.object({}),
    schedule: "23 * * * *",
    handle: async ({ payments, config }) => {
      // A laptop's address is nobody's domain.
      if (config.mode === "live") await payments.registerDomain(config.publicUrl.hostname);
    },
  }),
  defineJob({
    name: "requeue-payment-events",
    data: z.object({}),
    retries: 0,
    schedule: "23,53 * * * *",
    due: `exists (select from webhook_events where handled_at is null and provider not like 'mail-%' and received_at < $1::timestamptz - interval '1 minute')`,
    handle: (services) => requeuePaymentEvents(services),
  }),
];
