import { expect, test } from "vitest";
import { startHeading, startWords } from "./start-words.ts";

const startsAt = new Date("2026-12-01T14:00:00Z");
const zone = "Europe/Lisbon";
const at = (kind: "DAY" | "HOUR", buyerZone: string | null, hoursBefore: number) =>
  startWords(kind, { startsAt, zone, buyerZone }, new Date(startsAt.getTime() - hoursBefore * 3_600_000));

test.each([
  ["America/New_York", 23.9, "tomorrow at 9:00 AM"],
  ["Asia/Tokyo", 23.9, "tomorrow at 11:00 PM"],
  // Shortly after their midnight, 23 hours ahead is still the same day.
  ["Asia/Tokyo", 22.5, "today at 11:00 PM"],
  [null, 23.9, "tomorrow at 2:00 PM (Lisbon time)"],
])("says the day and hour by the clocks of %s", (buyerZone, hoursBefore, words) => {
  expect(at("DAY", buyerZone, hoursBefore)).toBe(words);
});

test.each([
  [60, "in 1 hour"],
  [56, "in 1 hour"],
  [20, "in 20 minutes"],
  [1, "in 1 minute"],
  [0.2, "in 1 minute"],
])("says what is left of the last hour with %s minutes to go", (minutes, words) => {
  expect(at("HOUR", "America/New_York", minutes / 60)).toBe(words);
});

test("begins a heading with the same words", () => {
  expect(["in 1 hour", "tomorrow at 9:00 AM"].map(startHeading)).toEqual([
    "Starts in 1 hour",
    "Tomorrow at 9:00 AM",
  ]);
});
