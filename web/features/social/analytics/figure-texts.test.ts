import { expect, test } from "vitest";
import { axisMoney, dayText, fullDayText, rateText } from "./figure-texts.ts";

test.each([
  [null, "--"],
  [0, "0%"],
  [0.004, "<1%"],
  [0.5, "50%"],
  [0.664, "66%"],
  [0.996, ">99%"],
  [1, "100%"],
])("the rate %s reads %s", (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

test("a day is the same day wherever it is shown", () => {
  expect(dayText("2026-11-21")).toBe("Nov 21");
  expect(fullDayText("2026-11-21")).toBe("Nov 21, 2026");
});

test.each([
  [0, "$0"],
  [4_000, "$40"],
  [150_000, "$1.5K"],
])("%i cents stand on an axis as %s", (cents, text) => {
  expect(axisMoney(cents)).toBe(text);
});
