import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { measureImages } from "./measure-images.ts";
import { refreshUnpaidAccounts } from "./storage-room.ts";
import { sweepFiles } from "./sweep-files.ts";
import { releaseTextVideos } from "./text-videos.ts";

const removeOrphanedFiles = defineJob({
  name: "remove-orphaned-files",
  schedule: "41 * * * *",
  data: z.object({}),
  async handle(services) {
    await releaseTextVideos(services);
    await sweepFiles(services);
    await measureImages(services);
    await refreshUnpaidAccounts(services);
  },
});

export const fileJobs: readonly Job[] = [removeOrphanedFiles];
