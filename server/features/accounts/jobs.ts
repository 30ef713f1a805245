import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { removeOldCodes } from "#server/one-time-codes/redeem-code.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { removeEndedSessions } from "./sessions.ts";

const cleanAccounts = defineJob({
  name: "clean-accounts",
  schedule: "17 * * * *",
  data: z.object({}),
  async handle(services) {
    await removeEndedSessions(services);
    await removeOldCodes(services);
  },
});

export const accountJobs: readonly Job[] = [mailSignInCode, cleanAccounts];
