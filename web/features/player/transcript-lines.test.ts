import { expect, test } from "vitest";
import { lineAt, linesWith, transcriptLines } from "./transcript-lines.ts";

const captions =
  "WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello,\nworld\n\n00:00:04.250 --> 00:00:05.000\na &lt; b &amp; c\n\n01:00:00.000 --> 01:00:02.000\nCafé\n";
const lines = transcriptLines(captions);

test("captions as the server writes them become lines with their seconds", () => {
  expect(lines).toEqual([
    { seconds: 1, text: "Hello, world" },
    { seconds: 4.25, text: "a < b & c" },
    { seconds: 3600, text: "Café" },
  ]);
  expect(transcriptLines("WEBVTT")).toEqual([]);
  expect(transcriptLines("WEBVTT\n\nno times\n\n")).toEqual([]);
});

test("the line of a second is the last that has begun", () => {
  expect([undefined, 0.9, 1, 4.2, 4.25, 4000].map((second) => lineAt(lines, second))).toEqual([
    -1, -1, 0, 0, 1, 2,
  ]);
  expect(lineAt([], 5)).toBe(-1);
});

test("lines are found by words, whatever their capitals and accents", () => {
  expect(linesWith(lines, "CAFE")).toEqual([2]);
  expect(linesWith(lines, " < B ")).toEqual([1]);
  expect(linesWith(lines, "")).toEqual([0, 1, 2]);
  expect(linesWith(lines, "nothing")).toEqual([]);
});
