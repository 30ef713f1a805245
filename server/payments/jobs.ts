import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { deletePayer } from "./delete-payer.ts";
import { handlePaymentEvent, isAnyEventLost, requeuePaymentEvents } from "./handle-payment-event.ts";

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
    schedule: "38 * * * *",
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
    due: isAnyEventLost,
    handle: (services) => requeuePaymentEvents(services),
  }),
];
