import { afterEach, describe, expect, it } from "vitest";
import {
  dayText,
  longDayText,
  momentOfStoreText,
  momentText,
  storeDayOf,
  storeTextOf,
  timeText,
} from "./store-zone.ts";

const here = process.env["TZ"];
afterEach(() => {
  if (here === undefined) delete process.env["TZ"];
  else process.env["TZ"] = here;
});

describe.each(["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu"])(
  "in a browser of %s",
  (zone) => {
    it("what is typed and what is shown are of the store's zone", () => {
      process.env["TZ"] = zone;
      const lastMinute = new Date("2026-03-09T23:59:30.000Z");
      expect(storeTextOf(lastMinute)).toBe("2026-03-09T23:59");
      expect(storeDayOf(lastMinute)).toBe("2026-03-09");
      expect(momentOfStoreText("2026-03-09T23:59").toISOString()).toBe("2026-03-09T23:59:00.000Z");
      expect(dayText(lastMinute)).toBe("Mar 9, 2026");
      expect(longDayText(lastMinute.toISOString())).toBe("March 9, 2026");
      expect(momentText(lastMinute)).toBe("Mar 9, 2026, 11:59 PM UTC");
      expect(timeText(lastMinute)).toBe("11:59 PM UTC");
    });
  },
);

it("what is no moment is an invalid date", () => {
  expect(momentOfStoreText("soon").getTime()).toBeNaN();
  expect(momentOfStoreText("").getTime()).toBeNaN();
});
