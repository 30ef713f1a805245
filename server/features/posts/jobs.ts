import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { convertPostTexts } from "./convert-post-texts.ts";

export const postJobs = [
  defineJob({
    name: "convert-post-texts",
    data: z.object({}),
    retries: 0,
    schedule: "7 * * * *",
    due: "exists (select from posts where content_document is null and content <> '')",
    pauseSeconds: 600,
    handle: (services) => convertPostTexts(services),
  }),
];
