import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { convertPostTexts } from "./convert-post-texts.ts";

export const postJobs = [
  defineJob({
    name: "convert-post-texts",
    data: z.object({}),
    retries: 0,
    schedule: "*/10 * * * *",
    handle: (services) => convertPostTexts(services),
  }),
];
