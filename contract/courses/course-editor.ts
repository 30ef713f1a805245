import { z } from "zod";
import { ProductPage } from "#contract/catalog/product-page.ts";
import { LessonDetail } from "./courses.ts";
import { AssignmentInput, AssignmentTask } from "./assignment.ts";
import { Quiz } from "./quiz.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { LongRichText } from "#contract/document/rich-text.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { CaptionsFile, CaptionsLanguage } from "#contract/files/captions.ts";
import { Id, oneLine, OutsideUrl, Picture, Revision, Slug, Timestamp } from "#contract/values.ts";

const tags = ["Courses"];

/** A lesson as its creator edits it. */
export const EditedLesson = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  content: z.custom<RichDocument>(),
  /** An outside video. */
  videoUrl: z.string().nullable(),
  /** An own one. */
  video: z.object({ uploadId: Id, fileName: z.string(), sizeBytes: z.int() }).nullable(),
  poster: z.object({ imageId: Id, picture: Picture }).nullable(),
  /** Of the video, an outside one too: the preview shows them. `poster` takes the lesson's place for who reads the language. */
  captions: z.array(
    z.object({
      id: Id,
      language: z.string(),
      sizeBytes: z.int(),
      poster: z.object({ imageId: Id, picture: Picture }).nullable(),
    }),
  ),
  /** Files beside the lesson, in their order. */
  attachments: z.array(z.object({ uploadId: Id, name: z.string(), sizeBytes: z.int() })),
  /** Half-written, too: buyers get it once it is whole. */
  quiz: Quiz.nullable(),
  assignment: AssignmentTask.nullable(),
  /** Seconds. */
  duration: z.int(),
  freePreview: z.boolean(),
  /** Opens so many days after the purchase. */
  dripDays: z.int(),
  /** To be given back with a change. */
  revision: Revision,
  updatedAt: Timestamp,
});
export type EditedLesson = z.infer<typeof EditedLesson>;

export const CourseDraft = z.object({
  product: z.object({
    id: Id,
    title: z.string(),
    slug: z.string(),
    /** The handle of its store. */
    store: z.string(),
    active: z.boolean(),
  }),
  modules: z.array(z.object({ id: Id, title: z.string(), lessons: z.array(EditedLesson) })),
});
export type CourseDraft = z.infer<typeof CourseDraft>;

const title = oneLine(200, "Title is required");
const dripDays = z.int().min(0, "Between 0 and 365 days").max(365, "Between 0 and 365 days");

/** An image of kind `poster`, for who reads the language; null: the lesson's own. Left out it stays. */
const posterImageId = Id.nullable().optional();

/** Those that are there already, by their id, or the text of a WebVTT or SubRip file. */
const CaptionsChange = z.union([
  z.object({ language: CaptionsLanguage, id: Id, posterImageId }),
  z.object({
    language: CaptionsLanguage,
    posterImageId,
    file: CaptionsFile,
  }),
]);

/** Fields left out keep their value. */
export const LessonChange = z.object({
  title: title.optional(),
  slug: Slug.optional(),
  content: LongRichText.optional(),
  videoUrl: OutsideUrl.nullable().optional(),
  /** The `storagePath` of an MP4 that was uploaded; takes the place of `videoUrl`. */
  videoUploadId: Id.nullable().optional(),
  /** An image of kind `poster`. */
  posterImageId: Id.nullable().optional(),
  /** All there are to be, for a video of any kind; the first is shown to whoever prefers none of the others. */
  captions: z.array(CaptionsChange).max(20, "Use captions in at most 20 languages").optional(),
  /** All there are to be: the `storagePath` of uploads, and what each is called. */
  attachments: z
    .array(z.object({ uploadId: Id, name: oneLine(200, "Name each file") }))
    .max(20, "Attach at most 20 files")
    .optional(),
  quiz: Quiz.nullable().optional(),
  assignment: AssignmentInput.nullable().optional(),
  duration: z.int().min(0).max(86_400, "At most 24 hours").optional(),
  freePreview: z.boolean().optional(),
  dripDays: dripDays.optional(),
});
export type LessonChange = z.infer<typeof LessonChange>;

const limit = { points: 240, seconds: 60 };
const course = z.object({ productId: Id });
const inModule = course.extend({ moduleId: Id });
const inLesson = course.extend({ lessonId: Id });
/** Whatever changes the outline answers it whole. */
const draft = { 200: CourseDraft };
/** Buyers who have begun it: their progress goes with what is deleted. Null: some, for who sees no money of the store. */
const learners = { 200: z.object({ learnerCount: z.int().nullable() }) };

export const getCourseDraft = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId",
  config: { access: "creator", roles: forEditors },
  schema: { tags, summary: "One's own course with all its lessons", params: course, response: draft },
});

export const createModule = endpoint({
  method: "POST",
  url: "/api/my-courses/:productId/modules",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Add a module at the end",
    params: course,
    body: z.object({ title }),
    response: draft,
  },
});

export const renameModule = endpoint({
  method: "PATCH",
  url: "/api/my-courses/:productId/modules/:moduleId",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: { tags, summary: "Rename a module", params: inModule, body: z.object({ title }), response: draft },
});

export const deleteModule = endpoint({
  method: "DELETE",
  url: "/api/my-courses/:productId/modules/:moduleId",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: "required" },
  schema: { tags, summary: "Delete a module and its lessons", params: inModule, response: draft },
});

export const countModuleLearners = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/modules/:moduleId/learners",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "How many buyers have begun any lesson of a module",
    params: inModule,
    response: learners,
  },
});

export const createLesson = endpoint({
  method: "POST",
  url: "/api/my-courses/:productId/modules/:moduleId/lessons",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Add a lesson at the end of a module",
    params: inModule,
    body: z.object({ title }),
    response: draft,
  },
});

export const deleteLesson = endpoint({
  method: "DELETE",
  url: "/api/my-courses/:productId/lessons/:lessonId",
  config: {
    access: "creator",
    roles: forEditors,
    limit,
    recentSignIn: "not needed: deletes one lesson at a time, as everyday work on a course",
  },
  schema: { tags, summary: "Delete a lesson", params: inLesson, response: draft },
});

export const countLessonLearners = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/lessons/:lessonId/learners",
  config: { access: "creator", roles: forEditors },
  schema: { tags, summary: "How many buyers have begun a lesson", params: inLesson, response: learners },
});

export const orderCourse = endpoint({
  method: "PUT",
  url: "/api/my-courses/:productId/order",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Put modules and lessons in this order; 409 where they are not the ones there are",
    params: course,
    body: z.object({
      modules: z.array(z.object({ id: Id, lessonIds: z.array(Id).max(1_000) })).max(500),
    }),
    response: draft,
  },
});

export const updateLesson = endpoint({
  method: "PATCH",
  url: "/api/my-courses/:productId/lessons/:lessonId",
  config: { access: "creator", roles: forEditors, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Change a lesson; 409 where it was changed since `revision`",
    params: inLesson,
    body: LessonChange.extend({ revision: Revision }),
    response: { 200: EditedLesson },
  },
});

export const previewCourse = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/preview",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "One's own course as its page shows it, on sale or not",
    params: course,
    response: { 200: ProductPage },
  },
});

export const previewLesson = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/lessons/:lessonId/preview",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "One's own lesson as its buyer sees it",
    params: inLesson,
    response: { 200: LessonDetail },
  },
});
