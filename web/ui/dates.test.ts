import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { timeAgo, timeUntil, useZone, ZoneContext } from "./dates.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T12:00:30Z", "just now"],
  ["2026-03-10T11:59:10Z", "just now"],
  ["2026-03-10T11:59:00Z", "1 minute ago"],
  ["2026-03-10T09:30:00Z", "2 hours ago"],
  ["2026-03-09T11:00:00Z", "yesterday"],
  ["2026-02-28T12:00:00Z", "10 days ago"],
])("%s is %s", (moment, words) => {
  expect(timeAgo(moment, now)).toBe(words);
});

test.each([
  ["2026-03-10T11:00:00Z", "in a moment"],
  ["2026-03-10T12:00:30Z", "in a moment"],
  ["2026-03-10T14:30:00Z", "in 2 hours"],
  ["2026-03-11T13:00:00Z", "tomorrow"],
  ["2026-05-09T12:00:00Z", "in 60 days"],
])("%s is %s", (moment, words) => {
  expect(timeUntil(moment, now)).toBe(words);
});

test("the server renders in the common zone, and a creator's own where it is given", () => {
  const Shown = () => useZone();
  expect(renderToString(createElement(Shown))).toBe("UTC");
  const given = createElement(ZoneContext, { value: "Asia/Kathmandu" }, createElement(Shown));
  expect(renderToString(given)).toBe("Asia/Kathmandu");
});
