import type { Job } from "#server/jobs/job.ts";
import { forgetTag } from "./forget-tag.ts";

export const tagJobs: readonly Job[] = [forgetTag];
