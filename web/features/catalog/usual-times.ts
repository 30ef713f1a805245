import type { SessionTimes } from "#contract/bookings/session-times.ts";

/** What a new session offers until its creator says otherwise: an hour, from nine to five on weekdays. */
export const usualTimes = (zone: string): SessionTimes => ({
  lengthMinutes: 60,
  zone,
  weekly: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: "09:00", to: "17:00" }] : [])),
  exceptions: [],
  noticeHours: 24,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 15,
  daysAhead: 60,
  mostPerDay: null,
  changeHours: 24,
  joinLink: null,
});
