import { expect, test } from "vitest";
import { beginsRightToLeft, directionOf, isolated } from "./isolated.ts";

test.each(["מדריך צילום!", "كتاب 2", "Photoshop בעברית", "ދިވެހި", "𞤀𞤁"])(
  "keeps %j apart from the sentence around it",
  (typed) => {
    expect(isolated(typed)).toBe(`\u2068${typed}\u2069`);
  },
);

test.each(["Guide", "Größe 2", "हिन्दी", "指南", "👩‍👩‍👧‍👦", "100%", ""])("leaves %j as it is", (typed) => {
  expect(isolated(typed)).toBe(typed);
});

test.each([
  ["1. מדריך Photoshop", true],
  ["- כותרת", true],
  ["Photoshop בעברית", false],
  ["123", false],
])("%j begins with a right-to-left letter: %s", (text, expected) => {
  expect(beginsRightToLeft(text)).toBe(expected);
});

test.each([
  [`${isolated("دليل")}: answer this email.`, "ltr"],
  [`${isolated("دليل")} متاح الآن`, "rtl"],
  [isolated("دليل"), "auto"],
  ["Guide: answer this email.", "auto"],
  ["دليل", "auto"],
])("the direction of %s is %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
