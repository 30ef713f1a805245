import { expect, test } from "vitest";
import { availabilityOf, expiryText } from "./download-availability.ts";

const now = new Date("2026-05-01T12:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

test.each([
  [inHours(-1), null, 0, "Expired"],
  [inHours(-1), 3, 3, "Expired"],
  [inHours(1), 3, 3, "Download Limit Reached"],
  [inHours(1), 3, 2, "Available"],
  [inHours(1), null, 99, "Available"],
] as const)(
  "a download that ends %s with limit %s and %s used is %s",
  (expiresAt, maxDownloads, downloadCount, expected) => {
    expect(availabilityOf({ expiresAt, maxDownloads, downloadCount }, now)).toBe(expected);
  },
);

test.each([
  [-0.1, "Expired"],
  [0, "Expired"],
  [0.2, "1 hour remaining"],
  [1.5, "2 hours remaining"],
  [23.5, "24 hours remaining"],
  [24, "1 day remaining"],
  [24.5, "2 days remaining"],
  [720, "30 days remaining"],
])("%s hours before the end the text is %s", (hours, expected) => {
  expect(expiryText(inHours(hours), now)).toBe(expected);
});
