/**
 * How moments are shown and typed, always in a zone that is named: a creator's own in whatever they see and in what is
 * counted for them, the browser's in what buyers see. Zones are names of the IANA, such as "Europe/Zurich".
 */

/** The zone of a creator who has never been asked, and of what is counted for the whole installation. */
export const commonZone = "UTC";

/** "Mar 9, 2026". */
export const dayText = (moment: string | Date, zone: string): string => inWords("day", moment, zone);

/** "March 9, 2026". */
export const longDayText = (moment: string | Date, zone: string): string => inWords("longDay", moment, zone);

/** "Mar 9, 2026, 4:30 PM UTC". */
export const momentText = (moment: string | Date, zone: string): string => inWords("moment", moment, zone);

/** "4:30 PM UTC". */
export const timeText = (moment: string | Date, zone: string): string => inWords("time", moment, zone);

/**
 * When something takes place, by the clocks of its zone: "Sat, Mar 14, 2026, 7:00 PM – 9:00 PM, New York time (UTC-4)". The
 * second day stands there where there is one.
 */
export function periodText(startsAt: string | Date, endsAt: string | Date, zone: string): string {
  const [from, to] = [inWords("weekday", startsAt, zone), inWords("weekday", endsAt, zone)];
  const hour = inWords("hour", endsAt, zone);
  const end = from === to ? hour : `${to}, ${hour}`;
  return `${from}, ${inWords("hour", startsAt, zone)} – ${end}, ${placeText(startsAt, zone)}`;
}

/**
 * When something takes place as its reader is told: by their own clocks first, then by those of its zone where these differ.
 * By its zone alone where the reader's is not known.
 */
export function periodTexts(
  startsAt: string | Date,
  endsAt: string | Date,
  zone: string,
  readersZone: string | null,
): string[] {
  if (readersZone === null || readersZone === zone) return [periodText(startsAt, endsAt, zone)];
  const isSameTime = inWords("field", startsAt, zone) === inWords("field", startsAt, readersZone);
  return [readersZone, ...(isSameTime ? [] : [zone])].map((shown) => periodText(startsAt, endsAt, shown));
}

/** When something ends, by the clocks of its zone: "Sat, Mar 14, 2026, 7:00 PM, New York time (UTC-4)". */
export const endText = (endsAt: string | Date, zone: string): string =>
  `${inWords("weekday", endsAt, zone)}, ${inWords("hour", endsAt, zone)}, ${placeText(endsAt, zone)}`;

/** A zone, and how far it is ahead at a moment. */
function placeText(moment: string | Date, zone: string): string {
  if (zone === commonZone) return zone;
  const offset = inWords("offset", moment, zone).split(", ").at(-1)?.replace("GMT", "UTC") ?? "";
  return `${zoneText(zone)} (${offset})`;
}

/** "Sat, Mar 14, 2026". */
export const weekdayText = (moment: string | Date, zone: string): string => inWords("weekday", moment, zone);

/** "Saturday". */
export const weekdayNameText = (moment: string | Date, zone: string): string =>
  inWords("weekdayName", moment, zone);

/** "4:30 PM". */
export const hourText = (moment: string | Date, zone: string): string => inWords("hour", moment, zone);

/** "16:30:05". */
export const clockText = (moment: string | Date, zone: string): string => inWords("clock", moment, zone);

/** How a zone is called beside a field in which a moment is typed: "UTC", "New York time". */
export const zoneText = (zone: string): string =>
  zone === commonZone ? zone : `${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;

/** A moment as a date-and-time field holds it: 2026-03-09T16:30. */
export const fieldTextOf = (moment: Date, zone: string): string =>
  inWords("field", moment, zone).replace(" ", "T");

/** The day of a moment, such as 2026-03-09. */
export const dayOf = (moment: Date, zone: string): string => fieldTextOf(moment, zone).slice(0, 10);

/**
 * The moment that was typed into a date-and-time field; an invalid date for what is none. A time that the clocks leave out
 * when they are put forward is as much later: 02:30 is 03:30 of that day.
 */
export function momentOfFieldText(text: string, zone: string): Date {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  // How far the zone is ahead is known of a moment only: of a near one first, then of the one that this leads to.
  const near = asUtc - aheadMs(asUtc, zone);
  const moment = asUtc - aheadMs(near, zone);
  return new Date(Math.max(moment, asUtc - aheadMs(moment, zone)));
}

/**
 * The first moment at which the clocks of a zone show what a date-and-time field says; undefined where they never do, as
 * when they are put forward over it.
 */
export function firstMomentOf(text: string, zone: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  const offsets = [aheadMs(asUtc - 86_400_000, zone), aheadMs(asUtc + 86_400_000, zone)];
  const moments = offsets.map((ahead) => asUtc - ahead).toSorted((a, b) => a - b);
  // Where no clock is changed near it, there is nothing to find out.
  if (moments[0] === moments[1]) return new Date(asUtc - (offsets[0] ?? 0));
  const first = moments.find((moment) => fieldTextOf(new Date(moment), zone) === text);
  return first === undefined ? undefined : new Date(first);
}

/**
 * `firstMomentOf` for many times of one date, by the zone's clocks, such as 16:30. Where no clock is changed near the date, that
 * is found out once for all of them.
 */
export function firstMomentsOf(date: string, zone: string): (time: string) => Date | undefined {
  const midnight = Date.parse(`${date}T00:00Z`);
  const ahead = aheadMs(midnight - 86_400_000, zone);
  return ahead === aheadMs(midnight + 2 * 86_400_000, zone)
    ? (time) => new Date(Date.parse(`${date}T${time}Z`) - ahead)
    : (time) => firstMomentOf(`${date}T${time}`, zone);
}

const aheadMs = (moment: number, zone: string) =>
  Date.parse(`${fieldTextOf(new Date(moment), zone)}Z`) - Math.floor(moment / 60_000) * 60_000;

/**
 * What a date-and-time field says, as it travels: null where it is blank, and `before` where it still says that, so that a
 * moment which was not touched keeps its seconds.
 */
export function typedMoment(text: string, zone: string, before: string | null = null): string | null {
  if (text === "") return null;
  return before !== null && fieldTextOf(new Date(before), zone) === text
    ? before
    : momentOfFieldText(text, zone).toISOString();
}

/** Whether dates can be shown in a zone of this name here: which ones are known differs between programs. */
export function isKnownZone(zone: string): boolean {
  try {
    return /^(UTC|[A-Z]\w+(\/[\w+-]+)+)$/.test(zone) && formatterOf("field", zone) !== undefined;
  } catch {
    return false;
  }
}

/** The zone that a browser says it is in; null for none, one that is not known here, and UTC, which hides where it is. */
export const knownZone = (zone: string | undefined): string | null =>
  zone !== undefined && zone !== commonZone && isKnownZone(zone) ? zone : null;

const day = { year: "numeric", month: "short", day: "numeric" } as const;
const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
const twoDigits = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
const shapes = {
  day,
  longDay: { ...day, month: "long" },
  moment: { ...day, ...time },
  time,
  weekday: { ...day, weekday: "short" },
  weekdayName: { weekday: "long" },
  hour: { hour: "numeric", minute: "2-digit" },
  offset: { ...day, timeZoneName: "shortOffset" },
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  field: { year: "numeric", ...twoDigits },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Those that write as computers do. */
const languages: Partial<Record<keyof typeof shapes, string>> = { clock: "en-GB", field: "sv-SE" };

/** Each takes some 25 kB, and a zone's name may be written in thousands of ways: those made last are kept. */
const mostFormatters = 1_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(shape: keyof typeof shapes, zone: string): Intl.DateTimeFormat {
  const key = `${shape} ${zone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(languages[shape] ?? "en-US", { ...shapes[shape], timeZone: zone });
  formatters.set(key, made);
  for (const oldest of formatters.keys()) {
    if (formatters.size <= mostFormatters) break;
    formatters.delete(oldest);
  }
  return made;
}

const inWords = (shape: keyof typeof shapes, moment: string | Date, zone: string): string =>
  formatterOf(shape, zone).format(new Date(moment));
