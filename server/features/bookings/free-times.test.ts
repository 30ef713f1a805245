import fc from "fast-check";
import { expect, test } from "vitest";
import { slotsBetween } from "#contract/bookings/session-slots.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import type { Queryable } from "#server/database/statement.ts";
import { freeOf } from "./free-times.ts";

const times: SessionTimes = {
  lengthMinutes: 20,
  zone: "Europe/Berlin",
  weekly: Array.from({ length: 7 }, () => [
    { from: "15:00", to: "22:00" },
    { from: "08:00", to: "14:00" },
  ]),
  exceptions: [],
  noticeHours: 0,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  daysAhead: 60,
  mostPerDay: null,
  changeHours: 24,
  joinLink: null,
};
const now = new Date("2026-06-01T00:00:00Z");
const days = 3;
const slots = slotsBetween(times, now, new Date(now.getTime() + days * 86_400_000), now);
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Times that are taken, in minutes from now: also such as overlap, touch, or lie in each other. */
const taken = fc.array(
  fc
    .tuple(fc.integer({ min: -60, max: days * 1_440 }), fc.integer({ min: 1, max: 300 }))
    .map(([begin, length]) => ({ from: minutesLater(begin), until: minutesLater(begin + length) })),
  { maxLength: 40 },
);

test("a time is free where nothing that is taken overlaps it, however those lie to each other", async () => {
  expect(slots.length).toBeGreaterThan(60);
  await fc.assert(
    fc.asyncProperty(taken, async (busy) => {
      const rows = busy.map((one) => ({ ...one, productId: "another", wallTime: "2026-06-01T00:00" }));
      const database = { query: async () => ({ rows }) } as unknown as Queryable;
      const free = await freeOf(database, { productId: "own", ownerId: "me", times }, slots, now, {});
      const expected = slots.filter(
        (slot) => !busy.some(({ from, until }) => from < slot.blockedUntil && slot.blockedFrom < until),
      );
      expect(free).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("the limit of a date of 25 hours counts what is booked in its last hour", async () => {
  const first = slotsBetween(
    { ...times, lengthMinutes: 5, weekly: Array.from({ length: 7 }, () => [{ from: "00:00", to: "00:15" }]) },
    new Date("2026-10-24T12:00:00Z"),
    new Date("2026-10-25T12:00:00Z"),
    new Date("2026-10-24T00:00:00Z"),
  );
  expect(first.map(({ wallTime }) => wallTime)).toEqual(["2026-10-25T00:00"]);
  // The clocks are put back at three, so that this half past eleven is 24 hours and a half after midnight.
  const row = {
    from: new Date("2026-10-25T22:30:00Z"),
    until: new Date("2026-10-25T22:35:00Z"),
    productId: "own",
    wallTime: "2026-10-25T23:30",
  };
  const database = {
    query: async ({ values: [, , from, until] }: { values: [string, Date, Date, Date] }) => ({
      rows: row.from < until && row.until > from ? [row] : [],
    }),
  } as unknown as Queryable;
  const limited = { productId: "own", ownerId: "me", times: { ...times, mostPerDay: 1 } };
  expect(await freeOf(database, limited, first, now, {})).toEqual([]);
});
