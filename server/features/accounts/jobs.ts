import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { removeEndedSessions } from "./sessions.ts";
import { removeOldCodes } from "./sign-in-with-code.ts";

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
