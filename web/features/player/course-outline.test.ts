import { expect, test } from "vitest";
import {
  type Course,
  lessonName,
  lessonsOf,
  minutesText,
  neighbours,
  selectedLesson,
} from "./course-outline.ts";

const lesson = (id: string, slug: string) => ({
  id,
  slug,
  title: slug,
  duration: 60,
  freePreview: false,
  position: 0,
});
const course = {
  modules: [
    { id: "m1", title: "One", position: 0, lessons: [lesson("1", "welcome"), lesson("2", "summary")] },
    { id: "m2", title: "Empty", position: 1, lessons: [] },
    { id: "m3", title: "Two", position: 2, lessons: [lesson("3", "summary")] },
  ],
} as unknown as Course;

test("the first lesson of the first module is selected unless the address names one", () => {
  expect(selectedLesson(course, undefined)?.id).toBe("1");
  expect(selectedLesson(course, "summary")?.id).toBe("2");
  expect(selectedLesson(course, "no-such-lesson")).toBeUndefined();
});

test("every lesson has a name of its own, and is found by it", () => {
  for (const each of lessonsOf(course))
    expect(selectedLesson(course, lessonName(course, each))?.id).toBe(each.id);
});

test("previous and next walk across modules and end at the ends", () => {
  const [first, second, third] = lessonsOf(course);
  expect(neighbours(course, first!).previous).toBeUndefined();
  expect(neighbours(course, second!)).toEqual({ previous: first, next: third });
  expect(neighbours(course, third!).next).toBeUndefined();
});

test("durations are whole minutes, rounded down", () => {
  expect(minutesText(0)).toBe("");
  expect(minutesText(59)).toBe("0 min");
  expect(minutesText(254)).toBe("4 min");
});
