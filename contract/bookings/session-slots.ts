import { dayOf, firstMomentsOf, momentOfFieldText } from "#contract/dates.ts";
import type { SessionTimes } from "./session-times.ts";
import { addDays, dayMinutes, remembered, windowReader } from "./session-windows.ts";

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
 * Times whose hours begin on one date in the zone of the offer, by their beginnings: those after midnight belong to the night
 * before. They are so far apart that one never keeps another from being held, except where a session runs on into a day that
 * is open all day. What the clocks leave out is left out, and what they show twice is meant once, the first time.
 */
export const slotsOfDate = (times: SessionTimes, date: string): Slot[] => slotReader(times)(date);

/** The times between two moments that still can be booked `now`, as far as the offer alone says it; by their beginnings. */
export function slotsBetween(times: SessionTimes, from: Date, until: Date, now: Date): Slot[] {
  const { zone, noticeHours, daysAhead } = times;
  const first = Math.max(from.getTime(), now.getTime() + noticeHours * 3_600_000);
  const last = Math.min(until.getTime(), now.getTime() + daysAhead * dayMs);
  if (last <= first) return [];
  const end = dayOf(new Date(last), zone);
  const slotsOf = slotReader(times);
  const slots: Slot[] = [];
  // The night before may still go on.
  for (let date = addDays(dayOf(new Date(first), zone), -1); date <= end; date = addDays(date, 1))
    slots.push(...slotsOf(date));
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

function slotReader(times: SessionTimes): (date: string) => Slot[] {
  const { lengthMinutes, bufferBeforeMinutes: before, bufferAfterMinutes: after, zone } = times;
  const windowsOf = windowReader(times);
  const momentsOf = remembered((date) => firstMomentsOf(date, zone));
  return (date) =>
    windowsOf(date).flatMap(({ first, until, open }) => {
      const slots: Slot[] = [];
      const end = wallAt(date, open);
      // By moments, too: a session loses an hour of its wall clock in the night in which clocks are put forward.
      const closesAt = momentsOf(end.date)(end.time) ?? momentOfFieldText(`${end.date}T${end.time}`, zone);
      for (let minute = first; minute < until && minute + lengthMinutes <= open;) {
        const wall = wallAt(date, minute);
        const startsAt = momentsOf(wall.date)(wall.time);
        const slot = startsAt && slotAt(times, startsAt, `${wall.date}T${wall.time}`);
        if (slot && slot.endsAt <= closesAt) slots.push(slot);
        minute += before + lengthMinutes + after;
      }
      return slots;
    });
}

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

/** What the clocks show so many minutes after midnight of a date; past a day it is a later date. */
const wallAt = (date: string, minute: number) => ({
  date: addDays(date, Math.floor(minute / dayMinutes)),
  time: clock(minute % dayMinutes),
});

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
