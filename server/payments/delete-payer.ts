import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";

/**
 * Removes who made a payment at the provider, once nobody here knows them any more. For a day it is tried again: a
 * provider may be away for hours.
 */
export const deletePayer = defineJob({
  name: "delete-payer",
  data: z.object({ paymentIntentId: z.string() }),
  retries: 300,
  handle: ({ payments }, { paymentIntentId }) => payments.deletePayer(paymentIntentId),
});

/** SQL that queues it for every payment that `payments` selects; one job each, so that they fail by themselves. */
export const deletePayersOf = (payments: string): string => `
  insert into job_outbox (name, data)
  select '${deletePayer.name}', jsonb_build_object('paymentIntentId', id) from (${payments}) as made (id) where id is not null`;
