import { expect, test } from "vitest";
import { lessonFacts } from "./lesson-parts.ts";

test("a lesson is named by what it begins with and how long that is, and then by what is to be done", () => {
  expect(lessonFacts(["VIDEO"], "4 min")).toEqual(["Video", "4 min"]);
  expect(lessonFacts(["VIDEO", "TEXT", "QUIZ", "ASSIGNMENT"], "4 min")).toEqual([
    "Video",
    "4 min",
    "Quiz",
    "Assignment",
  ]);
  expect(lessonFacts(["TEXT", "QUIZ"], "")).toEqual(["Text", "Quiz"]);
  expect(lessonFacts([], "4 min")).toEqual(["4 min"]);
  expect(lessonFacts([], "")).toEqual([]);
});
