import { expect, test } from "vitest";
import type { LessonProgress } from "#web/features/player/course-visit.ts";
import type { Course } from "#web/features/player/course-outline.ts";
import { lessonToGoOn } from "./lesson-to-go-on.ts";

const course = {
  modules: [{ lessons: [{ id: "1" }, { id: "2" }] }, { lessons: [{ id: "3" }, { id: "4" }] }],
} as unknown as Course;
const later = { opensAt: "2026-11-24T12:00:00.000Z" };
const goOn = (lastLessonId: string | null, progress: Record<string, Partial<LessonProgress>> = {}) =>
  lessonToGoOn(course, { lastLessonId, of: (id) => progress[id] as LessonProgress | undefined })?.id;
const done = { completed: true };

test("who has begun goes on with the lesson that they were watching", () => {
  expect(goOn("2", { "1": done })).toBe("2");
  expect(goOn(null)).toBeUndefined();
});

test("a finished lesson is not opened again: the next one that is open and not done is", () => {
  expect(goOn("2", { "2": done })).toBe("3");
  expect(goOn("2", { "2": done, "3": later })).toBe("4");
});

test("after the last lesson the first one that was left out follows, and nothing where all is done", () => {
  expect(goOn("4", { "4": done, "1": done })).toBe("2");
  expect(goOn("4", { "1": done, "2": done, "3": done, "4": done })).toBeUndefined();
});
