import fc from "fast-check";
import { expect, test } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import { mergeDocuments } from "#web/editor/merge-documents.ts";
import { changeBetween, lessonFields, type LessonFields } from "./lesson-fields.ts";
import { mergeLesson } from "./merge-lesson.ts";

/** A paragraph of each. */
const text = (...words: string[]): RichDocument => ({
  type: "doc",
  content: words.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
});

const base: LessonFields = {
  title: "Welcome",
  slug: "welcome",
  content: text("Hello"),
  video: null,
  poster: null,
  captions: [],
  attachments: [],
  quiz: null,
  assignment: null,
  duration: 0,
  freePreview: false,
  dripDays: 0,
};
const upload = { uploadId: "u1", fileName: "film.mp4", sizeBytes: 10 };

test("changes of different fields are put together without a question", () => {
  const mine = { ...base, content: text("Hello there"), dripDays: 7 };
  const theirs = { ...base, title: "Start here", video: upload };
  expect(mergeLesson(base, mine, theirs)).toEqual({
    fields: { ...base, content: text("Hello there"), dripDays: 7, title: "Start here", video: upload },
    conflicts: [],
  });
});

test("a field that both changed is named, and stays as it is here until it is decided", () => {
  const mine = { ...base, content: text("Mine"), title: "Same" };
  const theirs = { ...base, content: text("Theirs"), title: "Same" };
  expect(mergeLesson(base, mine, theirs)).toEqual({ fields: mine, conflicts: ["content"] });
});

test("the space after a word of a title stays while the next one is typed, and is no change of its own", () => {
  const typing = { ...base, title: "Welcome " };
  expect(mergeLesson(base, typing, { ...base, dripDays: 7 }).fields).toEqual({ ...typing, dripDays: 7 });
  expect(changeBetween(base, typing)).toEqual({});
  expect(mergeLesson(base, typing, { ...base, title: "Hello" }).fields.title).toBe("Hello");
});

test("an upload and a link are two values of one field", () => {
  const mine = { ...base, video: { url: "https://example.com/a.mp4" } };
  const theirs = { ...base, video: upload };
  expect(mergeLesson(base, mine, theirs)).toEqual({ fields: mine, conflicts: ["video"] });
  expect(mergeLesson(base, { ...base, video: { ...upload } }, theirs).conflicts).toEqual([]);
});

const anyFields: fc.Arbitrary<LessonFields> = fc.record({
  title: fc.constantFrom("Welcome", "Start", "Begin"),
  slug: fc.constantFrom("welcome", "start"),
  content: fc.constantFrom(
    text("Hello"),
    text("One", "Two", "Three"),
    text("One", "Two", "Four"),
    text("1", "Two", "Three"),
  ),
  video: fc.constantFrom(null, upload, { ...upload, uploadId: "u2" }, { url: "https://example.com/a.mp4" }),
  poster: fc.constant(null),
  attachments: fc.constantFrom([], [{ uploadId: "a1", name: "a.pdf", sizeBytes: 1 }]),
  captions: fc.constantFrom([], [{ language: "en", file: "WEBVTT" }]),
  quiz: fc.constantFrom(null, { neededPercent: 70, questions: [] }, { questions: [], neededPercent: 80 }),
  assignment: fc.constantFrom(null, { task: text("Draw"), takesFiles: true, needsAnswer: true }),
  duration: fc.constantFrom(0, 60),
  freePreview: fc.boolean(),
  dripDays: fc.constantFrom(0, 7),
});

test("whatever was changed on one side alone survives, and every field that differs on both is named", () => {
  fc.assert(
    fc.property(anyFields, anyFields, anyFields, (from, mine, theirs) => {
      const { fields, conflicts } = mergeLesson(from, mine, theirs);
      for (const field of lessonFields) {
        const touched = (side: LessonFields) => field in fieldNamed(changeBetween(from, side));
        if (field === "content" && mergeDocuments(from.content, mine.content, theirs.content)) continue;
        const isMine = !(field in fieldNamed(changeBetween(mine, fields)));
        const isTheirs = !(field in fieldNamed(changeBetween(theirs, fields)));
        expect(touched(mine) ? isMine : isTheirs).toBe(true);
        const differs = field in fieldNamed(changeBetween(mine, theirs));
        expect(conflicts.includes(field)).toBe(touched(mine) && touched(theirs) && differs);
      }
    }),
  );
});

/** A change under the names of the fields on screen. */
function fieldNamed(change: ReturnType<typeof changeBetween>): Record<string, unknown> {
  const { videoUrl, videoUploadId, posterImageId, ...plain } = change;
  return {
    ...plain,
    ...((videoUrl !== undefined || videoUploadId !== undefined) && { video: true }),
    ...(posterImageId !== undefined && { poster: true }),
  };
}
