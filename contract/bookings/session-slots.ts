import { dayOf, firstMomentsOf } from "#contract/dates.ts";
import { minutesOf, type SessionTimes } from "./session-times.ts";

/** A time at which a session can begin. */
export type Slot = {
  startsAt: Date;
  endsAt: Date;
  /** With what is kept free before and after. */
  blockedFrom: Date;
  blockedUntil: Date;
  /** By the clocks of the zone: 2026-03-09T16:30. */
  wallTime: string;
};

/**
 * The times of one date in the zone of the offer, from the beginning of each of its hours on, so far apart that one never
 * keeps another from being held; by their beginnings. What the clocks leave out on that date is left out, and what they show twice is meant once,
 * the first time.
 */
export function slotsOfDate(times: SessionTimes, date: string): Slot[] {
  const { lengthMinutes, bufferBeforeMinutes: before, bufferAfterMinutes: after, weekly, exceptions } = times;
  const hours = exceptions.find((exception) => exception.date === date)?.hours ?? weekly[weekday(date)] ?? [];
  const momentOf = firstMomentsOf(date, times.zone);
  const sorted = hours.toSorted((a, b) => a.from.localeCompare(b.from));
  return sorted.flatMap(({ from, to }) => {
    const slots: Slot[] = [];
    const last = minutesOf(to) - lengthMinutes;
    for (let minute = minutesOf(from); minute <= last; minute += before + lengthMinutes + after) {
      const time = clock(minute);
      const startsAt = momentOf(time);
      if (startsAt) slots.push(slotAt(times, startsAt, `${date}T${time}`));
    }
    return slots;
  });
}

/** The times between two moments that still can be booked `now`, as far as the offer alone says it; by their beginnings. */
export function slotsBetween(times: SessionTimes, from: Date, until: Date, now: Date): Slot[] {
  const { zone, noticeHours, daysAhead } = times;
  const first = Math.max(from.getTime(), now.getTime() + noticeHours * 3_600_000);
  const last = Math.min(until.getTime(), now.getTime() + daysAhead * dayMs);
  if (last <= first) return [];
  const end = dayOf(new Date(last), zone);
  const slots: Slot[] = [];
  for (let date = dayOf(new Date(first), zone); date <= end; date = nextDate(date))
    slots.push(...slotsOfDate(times, date));
  return slots.filter(({ startsAt }) => {
    const start = startsAt.getTime();
    return start >= first && start > now.getTime() && start < last;
  });
}

/** The time of the offer that begins at this moment; undefined where it has none then. */
export function findSlot(times: SessionTimes, startsAt: Date, now: Date): Slot | undefined {
  const next = new Date(startsAt.getTime() + 1);
  return slotsBetween(times, startsAt, next, now).find(
    (slot) => slot.startsAt.getTime() === startsAt.getTime(),
  );
}

const dayMs = 86_400_000;

function slotAt({ lengthMinutes, ...times }: SessionTimes, startsAt: Date, wallTime: string): Slot {
  const start = startsAt.getTime();
  const end = start + lengthMinutes * 60_000;
  return {
    startsAt,
    endsAt: new Date(end),
    blockedFrom: new Date(start - times.bufferBeforeMinutes * 60_000),
    blockedUntil: new Date(end + times.bufferAfterMinutes * 60_000),
    wallTime,
  };
}

/** 0 is Monday. */
const weekday = (date: string) => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;

const nextDate = (date: string) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + dayMs).toISOString().slice(0, 10);

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
