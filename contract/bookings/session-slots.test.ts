import { expect, test } from "vitest";
import { dayOf, fieldTextOf, firstMomentOf } from "#contract/dates.ts";
import { findSlot, slotsBetween, slotsOfDate } from "./session-slots.ts";
import { SessionTimes } from "./session-times.ts";
import { offersAny } from "./session-windows.ts";

const daily = (from: string, to: string) => Array.from({ length: 7 }, () => [{ from, to }]);
const offer = (zone: string, fields: Partial<SessionTimes> = {}): SessionTimes => ({
  lengthMinutes: 60,
  zone,
  weekly: daily("00:00", "06:00"),
  exceptions: [],
  noticeHours: 0,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  daysAhead: 60,
  mostPerDay: null,
  changeHours: 24,
  joinLink: null,
  ...fields,
});
const walls = (times: SessionTimes, date: string) =>
  slotsOfDate(times, date).map(({ wallTime }) => wallTime.slice(11));
const utc = (times: SessionTimes, date: string) =>
  slotsOfDate(times, date).map(({ startsAt }) => startsAt.toISOString().slice(0, 16));

test("what the clocks leave out is not offered, and what they show twice is offered once, the first time", () => {
  // Put forward from 02:00 to 03:00.
  expect(walls(offer("Europe/Berlin"), "2026-03-29")).toEqual(["00:00", "01:00", "03:00", "04:00", "05:00"]);
  expect(utc(offer("Europe/Berlin"), "2026-03-29").slice(1, 3)).toEqual([
    "2026-03-29T00:00",
    "2026-03-29T01:00",
  ]);
  // Put back from 03:00 to 02:00: 02:00 is at 00:00 and 01:00 by UTC.
  expect(utc(offer("Europe/Berlin"), "2026-10-25")).toEqual([
    "2026-10-24T22:00",
    "2026-10-24T23:00",
    "2026-10-25T00:00",
    "2026-10-25T02:00",
    "2026-10-25T03:00",
    "2026-10-25T04:00",
  ]);
  expect(walls(offer("America/New_York"), "2026-03-08")).toEqual([
    "00:00",
    "01:00",
    "03:00",
    "04:00",
    "05:00",
  ]);
  expect(utc(offer("America/New_York"), "2026-11-01").slice(0, 3)).toEqual([
    "2026-11-01T04:00",
    "2026-11-01T05:00",
    "2026-11-01T07:00",
  ]);
});

test("half-hour clocks, odd zones and clocks that move at midnight are met", () => {
  const half = { lengthMinutes: 30, weekly: daily("01:00", "03:30") };
  // Lord Howe is put forward by half an hour at 02:00, and back at 02:00.
  expect(walls(offer("Australia/Lord_Howe", half), "2026-10-04")).toEqual([
    "01:00",
    "01:30",
    "02:30",
    "03:00",
  ]);
  expect(utc(offer("Australia/Lord_Howe", half), "2026-04-05")).toEqual([
    "2026-04-04T14:00",
    "2026-04-04T14:30",
    "2026-04-04T15:30",
    "2026-04-04T16:00",
    "2026-04-04T16:30",
  ]);
  expect(utc(offer("Asia/Kathmandu"), "2026-06-01")[0]).toBe("2026-05-31T18:15");
  // Nuuk changes in the last hour of a Saturday.
  const late = { weekly: daily("21:00", "24:00") };
  expect(walls(offer("America/Nuuk", late), "2026-03-28")).toEqual(["21:00", "22:00"]);
  expect(utc(offer("America/Nuuk", late), "2026-10-24")).toEqual([
    "2026-10-24T22:00",
    "2026-10-24T23:00",
    "2026-10-25T00:00",
  ]);
  // Casablanca goes back for Ramadan, at 03:00.
  expect(walls(offer("Africa/Casablanca"), "2026-02-15")).toHaveLength(6);
  expect(new Set(utc(offer("Africa/Casablanca"), "2026-02-15")).size).toBe(6);
});

const halfHours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")).flatMap((hour) => [
  `${hour}:00`,
  `${hour}:30`,
]);

test("on every day of a year a slot begins on its date, shows its wall time, and none is there twice", () => {
  for (const zone of [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Nuuk",
    "Africa/Casablanca",
    "Pacific/Apia",
  ]) {
    const times = offer(zone, { lengthMinutes: 30, weekly: daily("00:00", "24:00") });
    const seen = new Set<number>();
    for (let day = 0; day < 365; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const slots = slotsOfDate(times, date);
      const moments = halfHours.flatMap((time) => firstMomentOf(`${date}T${time}`, zone) ?? []);
      expect(slots.map(({ startsAt }) => startsAt)).toEqual(moments);
      for (const { startsAt, wallTime } of slots) {
        expect(fieldTextOf(startsAt, zone)).toBe(wallTime);
        expect(dayOf(startsAt, zone)).toBe(date);
        expect(seen.has(startsAt.getTime())).toBe(false);
        seen.add(startsAt.getTime());
      }
    }
  }
});

test("a date with hours of its own has those, a day off none, and what is kept free lies between two", () => {
  const times = offer("UTC", {
    weekly: daily("09:00", "12:00"),
    exceptions: [
      { date: "2026-06-01", hours: [] },
      { date: "2026-06-02", hours: [{ from: "18:00", to: "19:00" }] },
    ],
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 20,
  });
  expect(walls(times, "2026-06-01")).toEqual([]);
  expect(walls(times, "2026-06-02")).toEqual(["18:00"]);
  expect(walls(times, "2026-06-03")).toEqual(["09:00", "10:30"]);
  const [slot] = slotsOfDate(times, "2026-06-03");
  expect(slot?.blockedFrom.toISOString()).toBe("2026-06-03T08:50:00.000Z");
  expect(slot?.blockedUntil.toISOString()).toBe("2026-06-03T10:20:00.000Z");
});

test("the hours of a day may be written in any order: times come by their beginnings", () => {
  const hours = [
    { from: "15:00", to: "17:00" },
    { from: "09:00", to: "11:00" },
  ];
  const times = offer("Europe/Berlin", { weekly: Array.from({ length: 7 }, () => hours) });
  expect(walls(times, "2026-06-01")).toEqual(["09:00", "10:00", "15:00", "16:00"]);
});

test("notice and how far ahead bound what is offered, to the minute", () => {
  const now = new Date("2026-06-01T08:30:00Z");
  const times = offer("UTC", { weekly: daily("09:00", "12:00"), noticeHours: 2, daysAhead: 1 });
  const all = slotsBetween(times, now, new Date("2026-07-01T00:00:00Z"), now);
  expect(all.map(({ wallTime }) => wallTime)).toEqual(["2026-06-01T11:00"]);
  expect(findSlot(times, new Date("2026-06-01T11:00:00Z"), now)).toBeDefined();
  for (const other of [
    "2026-06-01T10:00:00Z",
    "2026-06-01T11:00:01Z",
    "2026-06-02T09:00:00Z",
    "2026-06-01T11:30:00Z",
  ])
    expect(findSlot(times, new Date(other), now)).toBeUndefined();
});

test("whoever is across the date line books the same moments", () => {
  const times = offer("Pacific/Auckland", { weekly: daily("09:00", "10:00") });
  const now = new Date("2026-06-01T00:00:00Z");
  const [first] = slotsBetween(times, now, new Date("2026-06-03T00:00:00Z"), now);
  expect(first?.wallTime).toBe("2026-06-02T09:00");
  expect(fieldTextOf(first?.startsAt ?? now, "Pacific/Honolulu")).toBe("2026-06-01T11:00");
});

test("hours that overlap, end as they begin, or are no times are refused by name", () => {
  const wrong = (fields: unknown) => SessionTimes.safeParse({ ...offer("UTC"), ...(fields as object) });
  const week = (hours: unknown) => ({ weekly: [hours, [], [], [], [], [], []] });
  expect(wrong(week([{ from: "09:00", to: "17:00" }])).success).toBe(true);
  for (const hours of [
    [{ from: "17:00", to: "17:00" }],
    [
      { from: "22:00", to: "02:00" },
      { from: "23:00", to: "24:00" },
    ],
    [{ from: "9:00", to: "17:00" }],
    [{ from: "09:00", to: "25:00" }],
    [
      { from: "09:00", to: "12:00" },
      { from: "11:00", to: "14:00" },
    ],
  ])
    expect(wrong(week(hours)).success).toBe(false);
  expect(wrong({ zone: "Mars/Base" }).success).toBe(false);
  expect(wrong({ weekly: [] }).success).toBe(false);
  expect(wrong({ exceptions: [{ date: "2026-02-30", hours: [] }] }).success).toBe(false);
  expect(wrong({ joinLink: "javascript:alert(1)" }).success).toBe(false);
});

test("an offer whose hours are shorter than a session offers nothing", () => {
  expect(offersAny(offer("UTC"))).toBe(true);
  expect(offersAny(offer("UTC", { weekly: daily("09:00", "09:30") }))).toBe(false);
  expect(offersAny(offer("UTC", { weekly: Array.from({ length: 7 }, () => []) }))).toBe(false);
});

const nights = (zone: string, fields: Partial<SessionTimes> = {}) =>
  offer(zone, { weekly: daily("22:00", "02:00"), ...fields });
const week = (days: Record<number, [from: string, to: string][]>) =>
  Array.from({ length: 7 }, (_, day) => (days[day] ?? []).map(([from, to]) => ({ from, to })));
/** Days and hours of all times from a Monday on, at which none has begun yet. */
const weekOf = (times: SessionTimes, monday = "2026-06-01") => {
  const from = new Date(`${monday}T00:00:00Z`);
  const until = new Date(from.getTime() + 7 * 86_400_000);
  return slotsBetween(times, from, until, from).map(({ wallTime }) => wallTime.slice(8));
};

test("hours that end after midnight are accepted, and offered on both days", () => {
  const times = nights("UTC", { weekly: week({ 0: [["22:00", "02:00"]] }) });
  expect(SessionTimes.safeParse(times).success).toBe(true);
  expect(weekOf(times)).toEqual(["01T22:00", "01T23:00", "02T00:00", "02T01:00"]);
  expect(weekOf({ ...times, lengthMinutes: 90 })).toEqual(["01T22:00", "01T23:30"]);
  expect(weekOf({ ...times, lengthMinutes: 300 })).toEqual([]);
  const now = new Date("2026-06-01T12:00:00Z");
  expect(findSlot(times, new Date("2026-06-02T01:00:00Z"), now)?.endsAt).toEqual(
    new Date("2026-06-02T02:00:00Z"),
  );
  expect(findSlot(times, new Date("2026-06-02T02:00:00Z"), now)).toBeUndefined();
  // Whoever looks after midnight still sees the rest of the night.
  const late = new Date("2026-06-02T00:10:00Z");
  expect(slotsBetween(times, late, new Date("2026-06-03T00:00:00Z"), late)).toHaveLength(1);
});

test("hours of two days that meet at midnight are one night, as is the night from Sunday to Monday", () => {
  for (const lengthMinutes of [30, 60, 90, 120, 240]) {
    const fields = { lengthMinutes, bufferAfterMinutes: 15 };
    const whole = nights("UTC", {
      ...fields,
      weekly: week({ 1: [["22:00", "03:00"]], 6: [["22:00", "03:00"]] }),
    });
    const halves = week({
      0: [["00:00", "03:00"]],
      1: [["22:00", "24:00"]],
      2: [["00:00", "03:00"]],
      6: [["22:00", "24:00"]],
    });
    const later = week({
      0: [["02:00", "03:00"]],
      1: [["22:00", "02:00"]],
      2: [["02:00", "03:00"]],
      6: [["22:00", "02:00"]],
    });
    const expected = weekOf(whole, "2026-06-08");
    expect(expected.length).toBeGreaterThan(0);
    expect(weekOf({ ...whole, weekly: halves }, "2026-06-08")).toEqual(expected);
    expect(weekOf({ ...whole, weekly: later }, "2026-06-08")).toEqual(expected);
  }
});

test("a session may last longer than what is left of its day where the next day is open", () => {
  const always = offer("UTC", { lengthMinutes: 420, weekly: daily("00:00", "24:00") });
  expect(walls(always, "2026-06-02")).toEqual(["00:00", "07:00", "14:00", "21:00"]);
  const weekend = offer("UTC", {
    lengthMinutes: 720,
    weekly: week({ 4: [["18:00", "24:00"]], 5: [["00:00", "06:00"]] }),
  });
  expect(weekOf(weekend)).toEqual(["05T18:00"]);
  expect(offersAny(weekend)).toBe(true);
  // A day off closes the night's second half, and an added date opens one.
  expect(weekOf({ ...weekend, exceptions: [{ date: "2026-06-06", hours: [] }] })).toEqual([]);
  const added = { ...weekend, weekly: week({ 4: [["18:00", "24:00"]] }) };
  expect(offersAny(added)).toBe(false);
  const exceptions = [{ date: "2026-06-06", hours: [{ from: "00:00", to: "06:00" }] }];
  expect(offersAny({ ...added, exceptions })).toBe(true);
  expect(weekOf({ ...added, exceptions })).toEqual(["05T18:00"]);
});

test("a date's own hours replace those that begin on it, and leave the night before", () => {
  const times = nights("UTC", { exceptions: [{ date: "2026-06-03", hours: [] }] });
  expect(weekOf(times).slice(3, 11)).toEqual([
    "02T00:00",
    "02T01:00",
    "02T22:00",
    "02T23:00",
    "03T00:00",
    "03T01:00",
    "04T22:00",
    "04T23:00",
  ]);
});

test("a night in which clocks change keeps to its end, and offers no hour twice", () => {
  const berlin = nights("Europe/Berlin", { weekly: daily("22:00", "04:00") });
  expect(walls(berlin, "2026-03-28")).toEqual(["22:00", "23:00", "00:00", "01:00", "03:00"]);
  expect(utc(berlin, "2026-10-24")).toEqual([
    "2026-10-24T20:00",
    "2026-10-24T21:00",
    "2026-10-24T22:00",
    "2026-10-24T23:00",
    "2026-10-25T00:00",
    "2026-10-25T02:00",
  ]);
  // Six hours by the clock are five when they are put forward.
  const long = { ...berlin, lengthMinutes: 360 };
  expect(walls(long, "2026-03-27")).toEqual(["22:00"]);
  expect(walls(long, "2026-03-28")).toEqual([]);
  // Nuuk's clocks jump from 22:00 to 23:00 on a Saturday.
  const nuuk = nights("America/Nuuk", { weekly: daily("21:00", "01:00") });
  expect(walls(nuuk, "2026-03-28")).toEqual(["21:00", "22:00", "00:00"]);
});

test("on every day of a year no time of a night is there twice, and each is in order and ends in its hours", () => {
  for (const zone of ["Europe/Berlin", "America/Nuuk"]) {
    const times = nights(zone, {
      lengthMinutes: 45,
      daysAhead: 365,
      weekly: week({
        0: [["22:00", "24:00"]],
        1: [
          ["00:00", "04:00"],
          ["21:00", "06:00"],
        ],
        2: [
          ["05:00", "08:00"],
          ["23:00", "24:00"],
        ],
        3: [["00:00", "24:00"]],
        4: [
          ["00:00", "03:00"],
          ["20:30", "02:15"],
        ],
      }),
    });
    const now = new Date("2026-01-01T00:00:00Z");
    const starts = slotsBetween(times, now, new Date("2027-01-01T00:00:00Z"), now);
    expect(starts.length).toBeGreaterThan(1_500);
    for (const [place, { startsAt, wallTime }] of starts.entries()) {
      expect(fieldTextOf(startsAt, zone)).toBe(wallTime);
      expect(startsAt.getTime()).toBeGreaterThan(starts[place - 1]?.startsAt.getTime() ?? 0);
      if (place % 20 === 0) expect(findSlot(times, startsAt, now)?.wallTime).toBe(wallTime);
    }
  }
});
