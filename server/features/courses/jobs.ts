import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { queueSubmissionNews } from "./assignment/queue-submission-news.ts";

export const courseJobs = [
  defineJob({
    name: "queue-submission-news",
    data: z.object({}),
    retries: 0,
    schedule: "17 * * * *",
    handle: (services) => queueSubmissionNews(services),
  }),
];
