import { type Hours, minutesOf, type SessionTimes } from "./session-times.ts";

/** Where sessions can begin, in minutes since midnight of a date: every step from `first` on, before `until`. */
export type Window = {
  first: number;
  until: number;
  /** When a session has to end: later than `until` where the hours of the next date adjoin. */
  open: number;
};

export const dayMinutes = 1_440;

/**
 * Reads the windows that begin on a date. Hours that meet at or after midnight are one night: a session may run from one into
 * the other, and the later hours keep the earlier ones' rhythm. Only a whole day starts afresh at its midnight, so that a
 * creator who is always open has the same times every day. Hours that meet within a day stay apart, since someone divided them.
 */
export function windowReader(times: SessionTimes): (date: string) => Window[] {
  const { lengthMinutes, bufferBeforeMinutes, bufferAfterMinutes, weekly } = times;
  const step = bufferBeforeMinutes + lengthMinutes + bufferAfterMinutes;
  const exceptions = new Map(times.exceptions.map(({ date, hours }) => [date, hours]));
  const spansOf = remembered((date) =>
    (exceptions.get(date) ?? weekly[weekday(date)] ?? []).map(spanOf).toSorted((a, b) => a.from - b.from),
  );
  const windowsOf = remembered((date): Window[] =>
    spansOf(date).map((span) => ({
      first: firstOf(date, span),
      until: spansOf(addDays(date, 1)).some(isWholeDay) ? Math.min(span.until, dayMinutes) : span.until,
      open: openUntil(date, span.until),
    })),
  );

  function firstOf(date: string, span: Span): number {
    const eve = addDays(date, -1);
    const evening = spansOf(eve).at(-1);
    if (!evening || evening.until - dayMinutes < span.from || isWholeDay(span)) return span.from;
    const first = windowsOf(eve).at(-1)?.first ?? evening.from;
    const held = Math.max(0, Math.ceil((evening.until - first) / step));
    return first + held * step - dayMinutes;
  }

  function openUntil(date: string, until: number): number {
    let open = until;
    for (let day = 1; open >= day * dayMinutes && open < until + lengthMinutes; day++) {
      const place = open - day * dayMinutes;
      const next = spansOf(addDays(date, day)).find((span) => span.from <= place && span.until > place);
      if (next) open = day * dayMinutes + next.until;
    }
    return open;
  }

  return windowsOf;
}

/** Whether there is an hour at which a session of this length can be held. */
export function offersAny(times: SessionTimes): boolean {
  const usual = windowReader({ ...times, exceptions: [] });
  const ofDates = windowReader(times);
  const fits = ({ first, until, open }: Window) => first < until && first + times.lengthMinutes <= open;
  return (
    times.weekly.some((_, day) => usual(addDays("2024-01-01", day)).some(fits)) ||
    times.exceptions.some(({ date }) => [addDays(date, -1), date].some((near) => ofDates(near).some(fits)))
  );
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMinutes * 60_000).toISOString().slice(0, 10);

/** Remembers what was made of each key. */
export function remembered<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Hours in minutes since midnight of the date they begin on. */
type Span = { from: number; until: number };

function spanOf({ from, to }: Hours): Span {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return { from: begin, until: end > begin ? end : end + dayMinutes };
}

const isWholeDay = ({ from, until }: Span) => from === 0 && until === dayMinutes;

/** 0 is Monday. */
const weekday = (date: string) => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;
