import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { TaskRichText } from "#contract/document/rich-text.ts";
import { Id, longText, Timestamp } from "#contract/values.ts";
import { longestSubmission } from "./assignment-limits.ts";

const tags = ["Courses"];

const asked = {
  takesFiles: z.boolean(),
  /** The lesson is done once its creator has accepted what was handed in; else once it is handed in. */
  needsAnswer: z.boolean(),
};

/** What a creator asks buyers to hand in. While the task is blank they are asked nothing. */
export const AssignmentTask = z.object({ task: z.custom<RichDocument>(), ...asked });
export type AssignmentTask = z.infer<typeof AssignmentTask>;

/** What a creator may set of it. */
export const AssignmentInput = z.object({ task: TaskRichText, ...asked });

/** A file of a submission, by a signed link of 12 hours. */
const SubmittedFile = z.object({ id: Id, name: z.string(), sizeBytes: z.int(), url: z.string() });

/** One piece of work, and what its creator said to it. */
export const Submission = z.object({
  number: z.int(),
  state: z.enum(["SUBMITTED", "RETURNED", "ACCEPTED"]),
  /** Plain, as it was written. */
  text: z.string(),
  files: z.array(SubmittedFile),
  submittedAt: Timestamp,
  /** Plain; may be empty. */
  answer: z.string(),
  answeredAt: Timestamp.nullable(),
});
export type Submission = z.infer<typeof Submission>;

/** An assignment for whoever is to do it. */
export const Assignment = z.object({
  /** Safe HTML; its headings begin at level 4. */
  taskHtml: z.string(),
  takesFiles: z.boolean(),
  needsAnswer: z.boolean(),
  /** Who answers. */
  creatorName: z.string(),
  /** What is being written; null while something waits, once it was accepted, and after 20. */
  draft: z.object({ number: z.int(), text: z.string(), files: z.array(SubmittedFile) }).nullable(),
  /** What was handed in, the oldest first. */
  submissions: z.array(Submission),
});
export type Assignment = z.infer<typeof Assignment>;

const limit = { points: 240, seconds: 60 };
const lesson = z.object({ lessonId: z.string().max(100) });
const numbered = lesson.extend({ number: z.coerce.number().int().min(1).max(1_000) });
const text = longText(longestSubmission);
const response = { 200: Assignment };

export const getAssignment = endpoint({
  method: "GET",
  url: "/api/lessons/:lessonId/assignment",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "A lesson's assignment for its buyer, with what they wrote; 404 where it has none",
    params: lesson,
    response,
  },
});

export const saveAssignmentDraft = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/assignment/drafts/:number",
  config: { access: "buyer", limit: { points: 600, seconds: 60 } },
  schema: {
    tags,
    summary: "Keep what is being written; 409 where this number is no draft (any more)",
    params: numbered,
    body: z.object({
      text,
      /** How long ago it was typed, for what waited for a connection. */
      secondsAgo: z.int().min(0).max(31_536_000).default(0),
    }),
    response: { 200: z.object({ saved: z.boolean() }) },
  },
});

export const submitAssignment = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/assignment/submissions/:number",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Hand in a draft with this text: the same again is the same; 409 where this number is no draft",
    params: numbered,
    body: z.object({ text }),
    response,
  },
});

export const takeBackAssignment = endpoint({
  method: "DELETE",
  url: "/api/lessons/:lessonId/assignment/submissions/:number",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Make what was handed in a draft again; 409 once it was answered",
    params: numbered,
    response,
  },
});

export const uploadAssignmentFile = endpoint({
  method: "POST",
  url: "/api/lessons/:lessonId/assignment/drafts/:number/files",
  config: { access: "buyer", limit: { points: 60, seconds: 3600 } },
  schema: {
    tags,
    summary: "Add a file to a draft (multipart, field `file`, at most 20 MB); 409 past five",
    params: numbered,
    response,
  },
});

export const deleteAssignmentFile = endpoint({
  method: "DELETE",
  url: "/api/lessons/:lessonId/assignment/files/:fileId",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Remove a file from one's own draft; one that is not there is removed already",
    params: lesson.extend({ fileId: Id }),
    response,
  },
});

export const downloadAssignmentFile = endpoint({
  method: "GET",
  url: "/api/assignment-file/:token",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A file that was handed in, behind its signed link; ranges are supported",
    params: z.object({ token: z.string().max(250) }),
  },
});
