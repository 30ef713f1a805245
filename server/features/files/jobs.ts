import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { sweepFiles } from "./sweep-files.ts";

const removeOrphanedFiles = defineJob({
  name: "remove-orphaned-files",
  schedule: "41 * * * *",
  data: z.object({}),
  handle: sweepFiles,
});

export const fileJobs: readonly Job[] = [removeOrphanedFiles];
