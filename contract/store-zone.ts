/**
 * The zone in which the days, months and periods of sales are counted, and in which every moment is typed and shown: in
 * figures, lists, forms, exports and mails. One for every store, until a creator may choose: then this is where it is asked for.
 */
export const storeZone = "UTC";

/** How the zone is called beside a field in which a moment is typed. */
export const storeZoneName = "UTC";

const isoText = new Intl.DateTimeFormat("sv-SE", {
  timeZone: storeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** A moment as a date-and-time field holds it: 2026-03-09T16:30. */
export const storeTextOf = (moment: Date): string => isoText.format(moment).replace(" ", "T");

/** The day of a moment, such as 2026-03-09. */
export const storeDayOf = (moment: Date): string => storeTextOf(moment).slice(0, 10);

/** The moment that was typed into a date-and-time field; an invalid date for what is none. */
export function momentOfStoreText(text: string): Date {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  const aheadMs = Date.parse(`${storeTextOf(new Date(asUtc))}Z`) - asUtc;
  return new Date(asUtc - aheadMs);
}

/**
 * What a date-and-time field says, as it travels: null where it is blank, and `before` where it still says that, so that a
 * moment which was not touched keeps its seconds.
 */
export function typedMoment(text: string, before: string | null = null): string | null {
  if (text === "") return null;
  return before !== null && storeTextOf(new Date(before)) === text
    ? before
    : momentOfStoreText(text).toISOString();
}

/** "Mar 9, 2026". */
export const dayText = (moment: string | Date): string =>
  inWords(moment, { year: "numeric", month: "short", day: "numeric" });

/** "March 9, 2026". */
export const longDayText = (moment: string | Date): string =>
  inWords(moment, { year: "numeric", month: "long", day: "numeric" });

/** "Mar 9, 2026, 4:30 PM UTC". */
export const momentText = (moment: string | Date): string =>
  inWords(moment, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });

/** "4:30 PM UTC". */
export const timeText = (moment: string | Date): string =>
  inWords(moment, { hour: "numeric", minute: "2-digit", timeZoneName: "short" });

const inWords = (moment: string | Date, shape: Intl.DateTimeFormatOptions): string =>
  new Date(moment).toLocaleString("en-US", { ...shape, timeZone: storeZone });
