import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import { ApiError } from "#web/api.ts";
import type { EditedLesson } from "./lesson-fields.ts";
import { type LessonCalls, lessonSession } from "./lesson-session.ts";

/** A paragraph of each. */
const text = (...words: string[]): RichDocument => ({
  type: "doc",
  content: (words.length > 0 ? words : [""]).map((text) => ({
    type: "paragraph",
    content: text === "" ? [] : [{ type: "text", text }],
  })),
});

const start: EditedLesson = {
  id: "l1",
  slug: "welcome",
  title: "Welcome",
  content: text(),
  videoUrl: null,
  video: null,
  poster: null,
  captions: [],
  attachments: [],
  quiz: null,
  assignment: null,
  duration: 0,
  freePreview: false,
  dripDays: 0,
  revision: 1,
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const failure = (status: number, body: object = {}) => new ApiError(status, JSON.stringify(body), "");
const changed = failure(409, { code: "LESSON_CHANGED", message: "Changed" });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with one lesson. Other tabs write to it by `edit`. */
function server() {
  let lesson: EditedLesson | undefined = start;
  let failures: Error[] = [];
  const answer = async <T>(make: () => T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const failed = failures.shift();
    if (failed) throw failed;
    return make();
  };
  const write = (change: Partial<EditedLesson>) => {
    if (!lesson) throw failure(404);
    lesson = { ...lesson, ...change, revision: lesson.revision + 1 };
    return lesson;
  };
  const calls = {
    save: vi.fn<LessonCalls["save"]>(({ revision, ...change }) =>
      answer(() => {
        if (lesson && revision !== lesson.revision) throw changed;
        return write(change as Partial<EditedLesson>);
      }),
    ),
    load: vi.fn<LessonCalls["load"]>(() => answer(() => lesson)),
    onSaved: vi.fn<LessonCalls["onSaved"]>(),
  };
  return {
    calls,
    edit: write,
    remove: () => (lesson = undefined),
    fail: (...errors: Error[]) => (failures = errors),
    lesson: () => lesson,
  };
}

test("what is typed is saved once, 800 ms after the typing stops", async () => {
  const there = server();
  const session = lessonSession(start, there.calls);
  for (const title of ["S", "St", "Start"]) {
    session.change({ title });
    await vi.advanceTimersByTimeAsync(700);
  }
  expect(session.current().status.step).toBe("unsaved");
  expect(there.calls.save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(there.calls.save).toHaveBeenCalledExactlyOnceWith({ title: "Start", revision: 1 });
  expect(session.current().status).toMatchObject({ step: "saved", merged: false });
  expect(session.hasUnsaved()).toBe(false);
});

test("one save is under way at a time, and what is typed during it follows", async () => {
  const there = server();
  const session = lessonSession(start, there.calls);
  session.change({ title: "One" });
  const flushed = session.flush();
  session.change({ content: text("Two") });
  expect(session.hasUnsaved()).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  await flushed;
  expect(there.calls.save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(900);
  expect(there.calls.save).toHaveBeenLastCalledWith({ content: text("Two"), revision: 2 });
  expect(there.lesson()).toMatchObject({ title: "One", content: text("Two") });
});

test("what the server wrote in its own way is shown, but never over newer typing", async () => {
  const there = server();
  there.calls.save.mockImplementationOnce(async () =>
    there.edit({ title: "Start", captions: [{ id: "c1", language: "en", sizeBytes: 6, poster: null }] }),
  );
  const session = lessonSession(start, there.calls);
  session.change({ title: " Start ", captions: [{ language: "en", file: "1\n00:00" }] });
  const flushed = session.flush();
  session.change({ content: text("typed meanwhile") });
  await vi.advanceTimersByTimeAsync(0);
  await flushed;
  expect(session.current().fields).toMatchObject({
    title: " Start ",
    captions: [{ id: "c1", language: "en", sizeBytes: 6, poster: null }],
    content: text("typed meanwhile"),
  });
});

test("captions that are added while others are sent are sent after them, and neither is a conflict", async () => {
  const there = server();
  const kept = { id: "c1", language: "en", sizeBytes: 6, poster: null };
  const [english, german] = ["en", "de"].map((language) => ({ language, file: `${language} 1\n00:00` }));
  there.calls.save.mockImplementationOnce(async () => there.edit({ captions: [kept] }));
  const session = lessonSession(start, there.calls);
  session.change({ captions: [english!] });
  const flushed = session.flush();
  session.change({ captions: [english!, german!] });
  await flushed;
  await vi.advanceTimersByTimeAsync(900);
  expect(there.calls.save).toHaveBeenLastCalledWith({
    captions: [{ id: "c1", language: "en", posterImageId: null }, german],
    revision: 2,
  });
  expect(session.current().status.step).not.toBe("conflict");
});

test("a lost connection is tried again until it is back, ever more slowly", async () => {
  const there = server();
  there.fail(new TypeError("Failed to fetch"), failure(503), failure(401));
  const session = lessonSession(start, there.calls);
  session.change({ title: "Start" });
  void session.flush();
  await vi.advanceTimersByTimeAsync(10);
  expect(session.current().status.step).toBe("offline");
  await vi.advanceTimersByTimeAsync(1_010);
  expect(there.calls.save).toHaveBeenCalledTimes(2);
  expect(session.current().status.step).toBe("offline");
  await vi.advanceTimersByTimeAsync(2_010);
  expect(session.current().status.step).toBe("signed-out");
  expect(session.hasUnsaved()).toBe(true);
  await vi.advanceTimersByTimeAsync(4_010);
  expect(session.current().status.step).toBe("saved");
  expect(there.lesson()?.title).toBe("Start");
});

test("what the server refuses is named, keeps nothing else from being saved, and is sent again once changed", async () => {
  const there = server();
  there.fail(failure(422, { message: "Bad", fields: { title: "Title is required" } }));
  const session = lessonSession(start, there.calls);
  session.change({ title: "" });
  void session.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(there.calls.save).toHaveBeenCalledTimes(1);
  expect(session.current().status).toEqual({ step: "refused", message: "Title is required" });
  session.change({ content: text("Text") });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(there.lesson()).toMatchObject({ title: "Welcome", content: text("Text") });
  expect(session.current()).toMatchObject({
    status: { step: "refused" },
    fields: { title: "" },
    errors: { title: "Title is required" },
  });
  expect(session.hasUnsaved()).toBe(true);
  session.change({ title: "Start" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.current().status.step).toBe("saved");
  expect(session.current().errors).toEqual({});
});

test("a file that is refused is let go, and the reason stays", async () => {
  const there = server();
  there.fail(failure(422, { fields: { videoUploadId: "No video", captions: "Line 3: no time" } }));
  const session = lessonSession(start, there.calls);
  session.change({
    captions: [{ language: "en", file: "WEBVTT" }],
    video: { uploadId: "u1", fileName: "a.mov", sizeBytes: 1 },
    content: text("Text"),
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(there.lesson()).toMatchObject({ content: text("Text"), revision: 2 });
  expect(session.current()).toMatchObject({
    fields: { captions: [], video: null },
    errors: { captions: "Line 3: no time", video: "No video" },
  });
  expect(session.hasUnsaved()).toBe(false);
});

test("another tab's change of another field is merged and saved without a question", async () => {
  const there = server();
  const session = lessonSession(start, there.calls);
  session.change({ content: text("Mine") });
  there.edit({ title: "Theirs" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(there.lesson()).toMatchObject({ title: "Theirs", content: text("Mine"), revision: 3 });
  expect(session.current().fields).toMatchObject({ title: "Theirs", content: text("Mine") });
  expect(session.current().status).toMatchObject({ step: "saved", merged: true });
});

test.each([
  ["mine", "Mine"],
  ["theirs", "Theirs"],
] as const)("the same field changed in two tabs waits for a decision: %s", async (whose, kept) => {
  const there = server();
  const session = lessonSession(start, there.calls);
  session.change({ content: text("Mine") });
  there.edit({ content: text("Theirs") });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.current().status).toEqual({ step: "conflict", fields: ["content"] });
  session.change({ title: "Typed meanwhile" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(there.lesson()).toMatchObject({ content: text("Theirs"), title: "Welcome" });
  expect(session.current().fields.content).toEqual(text("Mine"));
  session.decide("content", whose);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(there.lesson()).toMatchObject({ content: text(kept), title: "Typed meanwhile" });
  expect(session.hasUnsaved()).toBe(false);
});

test("a lesson that was deleted elsewhere keeps what was typed and tries no more", async () => {
  const there = server();
  const session = lessonSession(start, there.calls);
  there.remove();
  session.change({ content: text("Mine") });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(there.calls.save).toHaveBeenCalledTimes(1);
  expect(session.current().status.step).toBe("gone");
  expect(session.current().fields.content).toEqual(text("Mine"));
});

test("a newer state is taken where nothing was typed, and waits where something was", () => {
  const session = lessonSession(start, server().calls);
  session.sync({ ...start, title: "Newer", revision: 2 });
  expect(session.current().fields.title).toBe("Newer");
  session.sync({ ...start, title: "Older", revision: 1 });
  expect(session.current().fields.title).toBe("Newer");
  session.change({ content: text("Mine") });
  session.sync({ ...start, title: "Newest", revision: 3 });
  expect(session.current().fields).toMatchObject({ title: "Newer", content: text("Mine") });
});
