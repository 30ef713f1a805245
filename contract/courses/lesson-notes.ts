import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, multiLine, StoreOfSlug, Timestamp } from "#contract/values.ts";
import { courseNamed } from "./course-named.ts";

const tags = ["Courses"];

/** What one note may hold. */
export const longestNote = 4_000;

/** What a buyer wrote to themselves about a lesson. */
export const LessonNote = z.object({
  id: Id,
  lessonId: Id,
  /** Of the video; null for a note on the lesson as a whole. */
  seconds: z.int().nullable(),
  text: z.string(),
  updatedAt: Timestamp,
});
export type LessonNote = z.infer<typeof LessonNote>;

const limit = { points: 240, seconds: 60 };
const note = z.object({ lessonId: z.string().max(100), noteId: Id });

export const listNotes = endpoint({
  method: "GET",
  url: "/api/courses/:slug/notes",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary:
      "The buyer's own notes on a course, in the order of its outline; null without a proof of purchase",
    params: courseNamed,
    querystring: StoreOfSlug,
    response: { 200: z.object({ notes: z.array(LessonNote).nullable() }) },
  },
});

export const saveNote = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/notes/:noteId",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Save a note under an id of the browser's own making; 409 past 500 notes on a course",
    params: note,
    body: z.object({
      seconds: z.int().min(0).max(86_400).nullable(),
      text: multiLine(longestNote, "Write something first"),
    }),
    response: { 200: LessonNote },
  },
});

export const deleteNote = endpoint({
  method: "DELETE",
  url: "/api/lessons/:lessonId/notes/:noteId",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Delete a note; one that is not there is deleted already",
    params: note,
    response: { 200: z.object({ deleted: z.boolean() }) },
  },
});
