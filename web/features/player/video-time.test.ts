import { expect, test } from "vitest";
import { resumeSeconds, secondsLeft } from "./video-time.ts";

test("a video goes on where it was, and begins anew from its first seconds and from its end", () => {
  expect(resumeSeconds(192, 254)).toBe(192);
  expect(resumeSeconds(4, 254)).toBe(0);
  expect(resumeSeconds(5, 254)).toBe(5);
  expect(resumeSeconds(248, 254)).toBe(248);
  expect(resumeSeconds(249, 254)).toBe(0);
  expect(resumeSeconds(3, 20)).toBe(3);
  expect(resumeSeconds(254, 254)).toBe(0);
  expect(resumeSeconds(192, 0)).toBe(192);
});

test("a countdown counts down from its start to nothing", () => {
  expect(secondsLeft(1_000, 1_000, 5)).toBe(5);
  expect(secondsLeft(1_000, 2_001, 5)).toBe(4);
  expect(secondsLeft(1_000, 5_999, 5)).toBe(1);
  expect(secondsLeft(1_000, 6_000, 5)).toBe(0);
  expect(secondsLeft(1_000, 60_000, 5)).toBe(0);
  expect(secondsLeft(1_000, 900, 5)).toBe(5);
});
