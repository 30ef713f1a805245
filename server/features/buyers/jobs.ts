import type { Job } from "#server/jobs/job.ts";
import { forgetCheckouts, forgetLatecomers } from "./forget-customer.ts";
import { mailMemberCode } from "./mail-member-code.ts";

export const buyerJobs: readonly Job[] = [mailMemberCode, forgetCheckouts, forgetLatecomers];
