import type { Job } from "#server/jobs/job.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";

export const accountJobs: readonly Job[] = [mailSignInCode];
