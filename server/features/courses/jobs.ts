import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { convertLessonTexts } from "./convert-lesson-texts.ts";
import { convertTasks } from "./convert-tasks.ts";
import { releasePictures } from "./editor/save-pictures.ts";
import { queueSubmissionNews } from "./assignment/queue-submission-news.ts";

export const courseJobs = [
  defineJob({
    name: "queue-submission-news",
    data: z.object({}),
    retries: 0,
    schedule: "49 * * * *",
    handle: (services) => queueSubmissionNews(services),
  }),
  defineJob({
    name: "release-lesson-pictures",
    data: z.object({}),
    retries: 0,
    schedule: "53 * * * *",
    handle: (services) => releasePictures(services),
  }),
  defineJob({
    name: "convert-lesson-texts",
    data: z.object({}),
    retries: 0,
    schedule: "37 * * * *",
    due: "exists (select from lessons where content_document is null and content <> '')",
    pauseSeconds: 600,
    handle: (services) => convertLessonTexts(services),
  }),
  defineJob({
    name: "convert-assignment-tasks",
    data: z.object({}),
    retries: 0,
    schedule: "26 * * * *",
    due: "exists (select from lessons where jsonb_typeof(assignment -> 'task') = 'string')",
    pauseSeconds: 600,
    handle: (services) => convertTasks(services),
  }),
];
