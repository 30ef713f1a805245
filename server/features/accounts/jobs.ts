import type { Job } from "#server/jobs/job.ts";
import { mailEmailChangeCode } from "./change-email.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { finishSignInResets } from "./recovery/sign-in-reset.ts";
import { mailConfirmationCode } from "./recent-sign-in.ts";

export const accountJobs: readonly Job[] = [
  mailSignInCode,
  mailConfirmationCode,
  mailEmailChangeCode,
  finishSignInResets,
];
