import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, oneLine, StoreOfSlug, Timestamp } from "#contract/values.ts";
import { courseNamed } from "./course-named.ts";

const tags = ["Courses"];

/** What a buyer has done with one lesson. */
export const LessonProgress = z.object({
  lessonId: Id,
  completed: z.boolean(),
  /** Before it can be complete: the quiz to be passed, the assignment to be handed in, or to be accepted. */
  waitsFor: z.enum(["QUIZ", "SUBMISSION", "ANSWER"]).nullable(),
  /** Of the video, however often and in whatever order it was played. */
  watchedSeconds: z.int(),
  /** Where the video stood last. */
  positionSeconds: z.int(),
  bookmarked: z.boolean(),
  /** When it opens; null where it is open. */
  opensAt: Timestamp.nullable(),
});
export type LessonProgress = z.infer<typeof LessonProgress>;

export const CourseProgress = z.object({
  /** Every lesson of the course, in the order of its outline; none without a proof of purchase. */
  lessons: z.array(LessonProgress),
  /** The lesson in which the buyer was last. */
  lastLessonId: Id.nullable(),
  /** Of the certificate, once it was asked for. */
  certificateCode: z.string().nullable(),
});
export type CourseProgress = z.infer<typeof CourseProgress>;

const limit = { points: 240, seconds: 60 };
const lesson = z.object({ lessonId: z.string().max(100) });
const seconds = z.number().min(0).max(86_400);

export const getCourseProgress = endpoint({
  method: "GET",
  url: "/api/courses/:slug/progress",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "How far the buyer has come in a course; nothing without a proof of purchase",
    params: courseNamed,
    querystring: StoreOfSlug,
    response: { 200: CourseProgress },
  },
});

export const recordPlayed = endpoint({
  method: "POST",
  url: "/api/lessons/:lessonId/played",
  // Every 5 s, of a whole class behind one address.
  config: { access: "buyer", limit: { points: 1_200, seconds: 60 } },
  schema: {
    tags,
    summary: "Note which parts of a lesson's video were played, and where it stands",
    params: lesson,
    body: z.object({
      intervals: z
        .array(z.object({ fromSeconds: seconds, toSeconds: seconds }))
        .max(100)
        .refine((intervals) => intervals.every(({ fromSeconds, toSeconds }) => fromSeconds <= toSeconds), {
          message: "An interval ends after it begins",
        }),
      /** Left out where it is not to be changed: what stood there before was never read, say. */
      positionSeconds: seconds.optional(),
      /** How long ago the video stood there, for what waited for a connection. No clock but ours is believed. */
      secondsAgo: z.int().min(0).max(31_536_000).default(0),
    }),
    response: { 200: LessonProgress },
  },
});

export const completeLesson = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/completed",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Mark a lesson complete, or take that back",
    params: lesson,
    body: z.object({ completed: z.boolean() }),
    response: { 200: LessonProgress },
  },
});

export const bookmarkLesson = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/bookmark",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Set a bookmark at a lesson, or take it away",
    params: lesson,
    body: z.object({ bookmarked: z.boolean() }),
    response: { 200: LessonProgress },
  },
});

export const Certificate = z.object({
  code: z.string(),
  /** The learner's, as they wrote it. */
  name: z.string(),
  courseTitle: z.string(),
  /** In the course's address; null when it is no longer on sale. */
  courseSlug: z.string().nullable(),
  /** The handle of its store, in that address; null as `courseSlug`. */
  courseStore: z.string().nullable(),
  creatorName: z.string(),
  lessonCount: z.int(),
  completedAt: Timestamp,
});
export type Certificate = z.infer<typeof Certificate>;

export const issueCertificate = endpoint({
  method: "POST",
  url: "/api/courses/:slug/certificate",
  config: { access: "buyer", limit: { points: 20, seconds: 3600 } },
  schema: {
    tags,
    summary:
      "The certificate of a course whose every lesson is complete; asking again changes the name on it",
    params: courseNamed,
    querystring: StoreOfSlug,
    body: z.object({
      name: oneLine(120, "Your name is required"),
    }),
    response: { 200: Certificate },
  },
});

export const getCertificate = endpoint({
  method: "GET",
  url: "/api/certificates/:code",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary:
      "A certificate by the code in its address, for anyone who checks it; 404 once its order was refunded",
    params: z.object({ code: z.string().max(100) }),
    response: { 200: Certificate },
  },
});
