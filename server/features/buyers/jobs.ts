import type { Job } from "#server/jobs/job.ts";
import { eraseCheckouts, eraseLateRows } from "./erase-customer.ts";
import { mailCorrectionCode } from "./mail-correction-code.ts";
import { mailMemberCode } from "./mail-member-code.ts";

export const buyerJobs: readonly Job[] = [mailMemberCode, mailCorrectionCode, eraseCheckouts, eraseLateRows];
