import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { classifyShares } from "./classify-shares.ts";
import { lookAtShares } from "./look-at-shares.ts";
import { passOn } from "./pass-on.ts";

/** Looks at what was paid since the last time, and brings every creator's part to them. */
export const passOnPayments = defineJob({
  name: "pass-on-payments",
  data: z.object({}),
  retries: 0,
  schedule: "* * * * *",
  async handle(services, _, stopping) {
    if (services.payments.provider === "none") return;
    await classifyShares(services, stopping);
    await lookAtShares(services, stopping);
    await passOn(services, stopping);
  },
});

export const payoutJobs = [passOnPayments];
