import fc from "fast-check";
import { expect, test } from "vitest";
import { clockText, secondsOfClock } from "./clock-text.ts";

test.each([
  [0, "0:00"],
  [75, "1:15"],
  [600, "10:00"],
  [3_725, "1:02:05"],
])("%d seconds are %s", (seconds, text) => expect(clockText(seconds)).toBe(text));

test("a length is read back as it was shown", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
      expect(secondsOfClock(clockText(seconds))).toBe(seconds);
    }),
  );
});

test.each([
  ["", 0],
  [" 12 ", 720],
  ["90:00", 5_400],
  ["1:5", undefined],
  ["1:60", undefined],
  ["-1:00", undefined],
  ["twelve", undefined],
])("“%s” is %s seconds", (text, seconds) => expect(secondsOfClock(text)).toBe(seconds));
