import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { queueReportDigest } from "./queue-report-digest.ts";

export const operatorJobs = [
  defineJob({
    name: "mail-report-digest",
    schedule: "0 7 * * *",
    data: z.object({}),
    handle: (services) => queueReportDigest(services),
  }),
];
