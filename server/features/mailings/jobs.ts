import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";

export const startMailingsJob = defineJob({
  name: "start-mailings",
  data: z.object({}),
  retries: 0,
  schedule: "* * * * *",
  handle: async (services, _, stopping) =>
    (await import("./start-mailings.ts")).startMailings(services, stopping),
});

export const mailingJobs = [startMailingsJob];
