import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isSameOrder,
  moveLesson,
  moveModule,
  type OutlineOrder,
  placeOf,
  stepLesson,
} from "./outline-order.ts";

const order: OutlineOrder = [
  { id: "m1", lessonIds: ["a", "b"] },
  { id: "m2", lessonIds: [] },
  { id: "m3", lessonIds: ["c"] },
];
const lessons = (moved: OutlineOrder) => moved.map(({ lessonIds }) => lessonIds.join(""));

test("a lesson moves within its module and into another", () => {
  expect(lessons(moveLesson(order, "a", { moduleId: "m1", index: 2 }))).toEqual(["ba", "", "c"]);
  expect(lessons(moveLesson(order, "b", { moduleId: "m1", index: 0 }))).toEqual(["ba", "", "c"]);
  expect(lessons(moveLesson(order, "a", { moduleId: "m3", index: 1 }))).toEqual(["b", "", "ca"]);
  expect(lessons(moveLesson(order, "c", { moduleId: "m2", index: 0 }))).toEqual(["ab", "c", ""]);
});

test("a module takes its lessons with it", () => {
  expect(moveModule(order, "m3", 0).map(({ id }) => id)).toEqual(["m3", "m1", "m2"]);
  expect(lessons(moveModule(order, "m1", 2))).toEqual(["", "c", "ab"]);
});

test("step by step a lesson walks through the whole outline and stops at its ends", () => {
  const walk = (step: -1 | 1, from: string) => {
    const seen: string[][] = [];
    for (let at: OutlineOrder = order, next = stepLesson(at, from, step); !isSameOrder(at, next);) {
      seen.push(lessons(next));
      [at, next] = [next, stepLesson(next, from, step)];
    }
    return seen;
  };
  expect(walk(1, "a")).toEqual([
    ["ba", "", "c"],
    ["b", "a", "c"],
    ["b", "", "ac"],
    ["b", "", "ca"],
  ]);
  expect(walk(-1, "c")).toEqual([
    ["ab", "c", ""],
    ["abc", "", ""],
    ["acb", "", ""],
    ["cab", "", ""],
  ]);
});

test("what does not exist moves nothing", () => {
  expect(stepLesson(order, "x", 1)).toBe(order);
  expect(moveLesson(order, "a", { moduleId: "x", index: 0 })).toBe(order);
  expect(moveModule(order, "x", 0)).toBe(order);
});

test("no move loses or doubles a lesson", () => {
  const moves = fc.array(
    fc.record({
      lesson: fc.constantFrom("a", "b", "c"),
      module: fc.constantFrom("m1", "m2", "m3"),
      index: fc.integer({ min: 0, max: 4 }),
      step: fc.constantFrom(undefined, -1 as const, 1 as const),
    }),
  );
  fc.assert(
    fc.property(moves, (list) => {
      let now = order;
      for (const { lesson, module, index, step } of list) {
        now = step
          ? stepLesson(now, lesson, step)
          : moveModule(moveLesson(now, lesson, { moduleId: module, index }), module, index);
        expect(now.flatMap(({ lessonIds }) => lessonIds).sort()).toEqual(["a", "b", "c"]);
        expect(now.map(({ id }) => id).sort()).toEqual(["m1", "m2", "m3"]);
        expect(placeOf(now, lesson)).toBeDefined();
      }
    }),
  );
});
