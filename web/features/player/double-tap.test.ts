import { expect, test } from "vitest";
import { readTaps } from "./double-tap.ts";

/** Taps on a picture that is 300 wide; answers what each has jumped in all, and every jump. */
function taps(...places: [x: number, at: number][]) {
  const jumps: number[] = [];
  const tap = readTaps((seconds) => jumps.push(seconds));
  return { told: places.map(([x, at]) => tap(x, 300, at)), jumps };
}

test("two taps on a third jump by ten seconds, and each further one adds ten", () => {
  expect(taps([250, 0], [260, 200], [255, 400])).toEqual({ told: [undefined, 10, 20], jumps: [10, 10] });
  expect(taps([20, 0], [30, 200], [25, 400])).toEqual({ told: [undefined, -10, -20], jumps: [-10, -10] });
});

test("one tap, two that are far apart, and two in the middle jump nowhere", () => {
  expect(taps([250, 0]).jumps).toEqual([]);
  expect(taps([250, 0], [250, 301]).jumps).toEqual([]);
  expect(taps([150, 0], [150, 100]).jumps).toEqual([]);
  expect(taps([20, 0], [280, 100]).jumps).toEqual([]);
});

test("a run that ended begins anew", () => {
  expect(taps([250, 0], [250, 200], [250, 900], [250, 1_000]).told).toEqual([undefined, 10, undefined, 10]);
});
