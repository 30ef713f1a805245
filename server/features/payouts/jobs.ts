import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { classifyShares } from "./classify-shares.ts";
import { passOn } from "./pass-on.ts";

/** Looks at what was paid since the last time, and brings every creator's part to them. */
export const passOnPayments = defineJob({
  name: "pass-on-payments",
  data: z.object({}),
  retries: 0,
  schedule: "* * * * *",
  async handle(services) {
    if (services.payments.provider === "none") return;
    await classifyShares(services);
    await passOn(services);
  },
});

export const payoutJobs = [passOnPayments];
