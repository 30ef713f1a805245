import type { Job } from "#server/jobs/job.ts";
import { mailEmailChangeCode } from "./change-email.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { mailConfirmationCode } from "./recent-sign-in.ts";

export const accountJobs: readonly Job[] = [mailSignInCode, mailConfirmationCode, mailEmailChangeCode];
