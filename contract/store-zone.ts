/**
 * The zone in which the days, months and periods of sales are counted and shown, in figures, lists, exports and mails. One
 * for every store, until a creator may choose: then this is where it is asked for.
 */
export const storeZone = "UTC";

const isoDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: storeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day of a moment, such as 2026-03-09. */
export const storeDayOf = (moment: Date): string => isoDay.format(moment);
