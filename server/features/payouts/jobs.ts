import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { classifyShares } from "./classify-shares.ts";
import { isAnyShareNew, lookAtShares } from "./look-at-shares.ts";
import { isAnyMovementDue, passOn } from "./pass-on.ts";

/** Looks at what was paid since the last time, and brings every creator's part to them. */
export const passOnPayments = defineJob({
  name: "pass-on-payments",
  data: z.object({}),
  retries: 0,
  schedule: "59 * * * *",
  due: `$2::text <> 'none' and (${isAnyShareNew} or ${isAnyMovementDue})`,
  async handle(services, _, stopping) {
    if (services.payments.provider === "none") return;
    await classifyShares(services, stopping);
    await lookAtShares(services, stopping);
    // What was moved is new of its payments: looked at now, or another run would begin for that alone.
    if (await passOn(services, stopping)) await lookAtShares(services, stopping);
  },
});

export const payoutJobs = [passOnPayments];
