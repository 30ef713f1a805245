import { expect, test } from "vitest";
import { hasDueLesson } from "#web/features/courses/progress/learning.ts";
import type { LessonProgress } from "#web/features/player/course-visit.ts";
import type { Course, OutlineLesson } from "#web/features/player/course-outline.ts";
import { dripText, openingOf, opensText } from "#web/features/player/lesson-opening.ts";
import { bookmarkedLessons, completedCount, isFinished } from "./outline-counts.ts";

const lesson = (id: string, freePreview = false) => ({ id, freePreview }) as OutlineLesson;
const course = {
  modules: [{ lessons: [lesson("1"), lesson("2")] }, { lessons: [] }, { lessons: [lesson("3")] }],
} as unknown as Course;

const learning = (...done: Partial<LessonProgress>[]) => ({
  of: (lessonId: string) => done.find((each) => each.lessonId === lessonId) as LessonProgress | undefined,
});

test("what is complete is counted, and lessons of which nothing is known are not", () => {
  const some = learning({ lessonId: "1", completed: true }, { lessonId: "3", completed: false });
  expect(completedCount([lesson("1"), lesson("2"), lesson("3")], some)).toBe(1);
  expect(isFinished(course, some)).toBe(false);
});

test("a course is finished with its last lesson, and an empty one never", () => {
  const all = learning(...["1", "2", "3"].map((lessonId) => ({ lessonId, completed: true })));
  expect(isFinished(course, all)).toBe(true);
  expect(isFinished({ ...course, modules: [] }, all)).toBe(false);
});

test("bookmarks are listed in the order of the outline", () => {
  const marked = learning({ lessonId: "3", bookmarked: true }, { lessonId: "1", bookmarked: true });
  expect(bookmarkedLessons(course, marked).map(({ id }) => id)).toEqual(["1", "3"]);
});

test("a lesson is open to its buyer once its day has come, and to visitors as a free preview", () => {
  const later = { opensAt: "2026-11-24T12:00:00.000Z" } as LessonProgress;
  expect(openingOf(lesson("1"), true, later)).toBe("LATER");
  expect(openingOf(lesson("1"), true, { ...later, opensAt: null })).toBe("OPEN");
  expect(openingOf(lesson("1"), true, undefined)).toBe("OPEN");
  expect(openingOf(lesson("1"), false, undefined)).toBe("LOCKED");
  expect(openingOf(lesson("1", true), false, undefined)).toBe("OPEN");
});

test("a lesson is asked for anew from the moment it opens", () => {
  const lessons = [{ opensAt: null }, { opensAt: "2026-11-24T12:00:00.000Z" }] as LessonProgress[];
  expect(hasDueLesson({ lessons }, new Date("2026-11-24T11:59:59.000Z"))).toBe(false);
  expect(hasDueLesson({ lessons }, new Date("2026-11-24T12:00:00.000Z"))).toBe(true);
  expect(hasDueLesson({ lessons: lessons.slice(0, 1) }, new Date("2027-01-01"))).toBe(false);
});

test("the days until a lesson opens are those that have begun", () => {
  const now = new Date("2026-11-22T12:00:00.000Z");
  expect(opensText("2026-11-24T12:00:00.000Z", now)).toBe("Opens in 2 days");
  expect(opensText("2026-11-24T12:00:01.000Z", now)).toBe("Opens in 3 days");
  expect(opensText("2026-11-22T12:00:01.000Z", now)).toBe("Opens in 1 day");
  expect(dripText(7)).toBe("7 days after purchase");
  expect(dripText(1)).toBe("1 day after purchase");
});
