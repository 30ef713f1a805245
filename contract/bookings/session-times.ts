import { z } from "zod";
import { OutsideUrl, TimeZone } from "#contract/values.ts";

/** A time of day by the clocks of a zone; an end may be 24:00. */
const begin = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 09:00");
const end = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Use a time such as 17:00");

/** An end that is no later than the start is on the next day. */
const Hours = z.object({ from: begin, to: end }).refine(({ from, to }) => to !== from, {
  path: ["to"],
  message: "Choose an end that differs from the start",
});
export type Hours = z.infer<typeof Hours>;

/** Whether these hours end on the day after they begin. */
export const endsNextDay = ({ from, to }: Hours): boolean => to < from;

/** Whether hours that begin on one day do not overlap; only the last may run past midnight. */
const isApart = (hours: readonly Hours[]): boolean => {
  const sorted = hours.toSorted((a, b) => a.from.localeCompare(b.from));
  return sorted.every((each, index) => {
    const next = sorted[index + 1];
    return next === undefined || (!endsNextDay(each) && next.from >= each.to);
  });
};
const apart = "Hours of one day overlap";

/** How many hours of one day, and how many exceptions there may be. */
export const mostHours = 6;
export const mostExceptions = 120;

/** The times at which a creator holds a session of theirs: by the clocks of a zone, week by week. */
export const SessionTimes = z.object({
  lengthMinutes: z.int().min(5, "Between 5 minutes and 12 hours").max(720, "Between 5 minutes and 12 hours"),
  /** A zone of the IANA: all hours are by its clocks. */
  zone: TimeZone,
  /** Seven days, Monday first: the hours that begin on each. */
  weekly: z
    .array(z.array(Hours).max(mostHours, `At most ${mostHours} a day`).refine(isApart, apart))
    .length(7),
  /** Dates on which other hours begin than in the week; none: a day off. */
  exceptions: z
    .array(
      z.object({
        date: z.iso.date("Choose a date"),
        hours: z.array(Hours).max(mostHours, `At most ${mostHours} a day`).refine(isApart, apart),
      }),
    )
    .max(mostExceptions, `At most ${mostExceptions} dates`)
    .refine(
      (dates) => new Set(dates.map(({ date }) => date)).size === dates.length,
      "A date stands here twice",
    ),
  /** How long before its beginning a session can still be booked. */
  noticeHours: z.int().min(0).max(720),
  /** Kept free before and after each. */
  bufferBeforeMinutes: z.int().min(0).max(240),
  bufferAfterMinutes: z.int().min(0).max(240),
  /** How far ahead it can be booked. */
  daysAhead: z.int().min(1).max(365),
  /** Of one date in the zone; null: as many as fit. */
  mostPerDay: z.int().min(1).max(50).nullable(),
  /** Until how long before its beginning a buyer may move or cancel it. */
  changeHours: z.int().min(0).max(720),
  /** Where it is joined online; for its buyers alone. */
  joinLink: OutsideUrl.nullable(),
});
export type SessionTimes = z.infer<typeof SessionTimes>;

/** "09:30" as minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
