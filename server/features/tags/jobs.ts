import type { Job } from "#server/jobs/job.ts";
import { expireTag } from "./expire-tag.ts";

export const tagJobs: readonly Job[] = [expireTag];
