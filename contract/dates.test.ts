import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  clockText,
  dayOf,
  dayText,
  fieldTextOf,
  isKnownZone,
  longDayText,
  momentOfFieldText,
  momentText,
  periodText,
  timeText,
  typedMoment,
  zoneText,
} from "./dates.ts";

const here = process.env["TZ"];
afterEach(() => {
  if (here === undefined) delete process.env["TZ"];
  else process.env["TZ"] = here;
});

const zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu"];

describe.each(zones)("on a machine of %s", (machine) => {
  it("what is typed and what is shown are of the zone that is named", () => {
    process.env["TZ"] = machine;
    const lastMinute = new Date("2026-03-09T23:59:30.000Z");
    expect(fieldTextOf(lastMinute, "UTC")).toBe("2026-03-09T23:59");
    expect(dayOf(lastMinute, "UTC")).toBe("2026-03-09");
    expect(momentOfFieldText("2026-03-09T23:59", "UTC").toISOString()).toBe("2026-03-09T23:59:00.000Z");
    expect(dayText(lastMinute, "UTC")).toBe("Mar 9, 2026");
    expect(dayText(lastMinute, "Europe/Zurich")).toBe("Mar 10, 2026");
    expect(longDayText(lastMinute.toISOString(), "UTC")).toBe("March 9, 2026");
    expect(momentText(lastMinute, "UTC")).toBe("Mar 9, 2026, 11:59 PM UTC");
    expect(momentText(lastMinute, "America/New_York")).toBe("Mar 9, 2026, 7:59 PM EDT");
    expect(clockText(lastMinute, "Asia/Kathmandu")).toBe("05:44:30");
    expect(timeText(lastMinute, "UTC")).toBe("11:59 PM UTC");
  });
});

it("a moment that is shown in a field and typed as it stands is the same minute, in any zone and season", () => {
  const minutes = fc.integer({ min: Date.UTC(1990, 0) / 60_000, max: Date.UTC(2050, 0) / 60_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones, "Europe/Zurich", "America/St_Johns"), (minute, zone) => {
      const text = fieldTextOf(new Date(minute * 60_000), zone);
      expect(fieldTextOf(momentOfFieldText(text, zone), zone)).toBe(text);
    }),
  );
});

it("midnights on both sides of the night in which clocks change are those of the zone", () => {
  expect(momentOfFieldText("2026-03-29T00:00", "Europe/Zurich").toISOString()).toBe(
    "2026-03-28T23:00:00.000Z",
  );
  expect(momentOfFieldText("2026-03-30T00:00", "Europe/Zurich").toISOString()).toBe(
    "2026-03-29T22:00:00.000Z",
  );
  expect(momentOfFieldText("2026-10-25T00:00", "Europe/Zurich").toISOString()).toBe(
    "2026-10-24T22:00:00.000Z",
  );
});

it("a moment that nobody touched keeps its seconds", () => {
  const before = "2026-03-09T23:59:30.123Z";
  const shown = fieldTextOf(new Date(before), "Asia/Kathmandu");
  expect(typedMoment(shown, "Asia/Kathmandu", before)).toBe(before);
  expect(typedMoment("2026-03-09T10:00", "Asia/Kathmandu", before)).toBe("2026-03-09T04:15:00.000Z");
  expect(typedMoment("", "Asia/Kathmandu", before)).toBeNull();
});

it("what is no moment is an invalid date", () => {
  expect(momentOfFieldText("soon", "Europe/Zurich").getTime()).toBeNaN();
  expect(momentOfFieldText("", "UTC").getTime()).toBeNaN();
});

it("a zone is called by its place", () => {
  expect(zoneText("America/New_York")).toBe("New York time");
  expect(zoneText("America/Argentina/Buenos_Aires")).toBe("Buenos Aires time");
  expect(zoneText("UTC")).toBe("UTC");
});

it("names of the IANA are zones, and offsets, abbreviations and anything else are not", () => {
  for (const zone of [...zones, "Asia/Calcutta", "Etc/GMT+5"]) expect(isKnownZone(zone)).toBe(true);
  for (const none of ["", "+05:30", "EST5EDT", "utc", "Moon/Tycho", "UTC'; --", "Europe/"]) {
    expect(isKnownZone(none)).toBe(false);
  }
});

it("a time that the clocks leave out is as much later, east and west of Greenwich", () => {
  const typed = (text: string, zone: string) => fieldTextOf(momentOfFieldText(text, zone), zone);
  expect(typed("2026-03-29T02:30", "Europe/Zurich")).toBe("2026-03-29T03:30");
  expect(typed("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T03:30");
  expect(typed("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-04T02:45");
});

it("when something takes place is said by its own clocks, by name and offset, with the second day where there is one", () => {
  const [start, end, next] = ["2026-03-14T18:00:00Z", "2026-03-14T20:30:00Z", "2026-03-15T08:00:00Z"];
  expect(periodText(start, end, "Europe/Berlin")).toBe(
    "Sat, Mar 14, 2026, 7:00 PM – 9:30 PM, Berlin time (UTC+1)",
  );
  expect(periodText(start, next, "Asia/Kathmandu")).toBe(
    "Sat, Mar 14, 2026, 11:45 PM – Sun, Mar 15, 2026, 1:45 PM, Kathmandu time (UTC+5:45)",
  );
  expect(periodText(start, end, "UTC")).toBe("Sat, Mar 14, 2026, 6:00 PM – 8:30 PM, UTC");
});

it("what is asked of a zone again costs nothing, and what is asked of it in ever other letters does not add up", () => {
  const make = vi.spyOn(Intl, "DateTimeFormat");
  const madeFor = (zone: string) => {
    make.mockClear();
    expect(isKnownZone(zone)).toBe(true);
    return make.mock.calls.length;
  };
  const written = (way: number) =>
    Array.from("Europe/Amsterdam")
      .map((letter, place) => (place > 0 && (way >> (place - 1)) & 1 ? letter.toUpperCase() : letter))
      .join("");
  expect(madeFor("Africa/Nairobi") + madeFor("Africa/Nairobi")).toBe(1);
  for (let way = 1; way <= 8_000; way++) isKnownZone(written(way));
  expect(madeFor("Africa/Nairobi")).toBe(1);
  make.mockRestore();
});
