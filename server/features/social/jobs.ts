import type { Job } from "#server/jobs/job.ts";
import { socialAccountJobs } from "./accounts/account-jobs.ts";
import { conversationJobs } from "./conversations/conversation-jobs.ts";
import { engineJobs } from "./engine/engine-jobs.ts";
import { linkJobs } from "./links/link-jobs.ts";

/** One line for each part's jobs. */
export const socialJobs: readonly Job[] = [
  ...socialAccountJobs,
  ...conversationJobs,
  ...engineJobs,
  ...linkJobs,
];
