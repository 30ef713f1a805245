import { expect, test } from "vitest";
import { describeTimeLeft, transferRateMeter } from "./transfer-rate.ts";

test("the speed is that of the last eight seconds, and unknown at first", () => {
  const rateAt = transferRateMeter(10_000);
  expect(rateAt(0, 0)).toBeUndefined();
  expect(rateAt(500, 500)).toBeUndefined();
  expect(rateAt(1_000, 1_000)).toEqual({ bytesPerSecond: 1_000, secondsLeft: 9 });
  expect(rateAt(2_000, 12_000)).toBeUndefined();
  expect(rateAt(4_000, 14_000)).toEqual({ bytesPerSecond: 1_000, secondsLeft: 6 });
});

test("what had been sent before a transfer went on does not count as speed", () => {
  const rateAt = transferRateMeter(1_000_000);
  rateAt(900_000, 0);
  expect(rateAt(901_000, 2_000)).toEqual({ bytesPerSecond: 500, secondsLeft: 198 });
  expect(rateAt(901_000, 12_000)).toBeUndefined();
});

test.each([
  [0.2, "1 s left"],
  [12.4, "12 s left"],
  [59.9, "1 min left"],
  [250, "4 min left"],
  [3_900, "1 h 5 min left"],
])("%d seconds are said as %s", (seconds, text) => {
  expect(describeTimeLeft(seconds)).toBe(text);
});
