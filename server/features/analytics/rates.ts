/** A part of a whole in percent, with one decimal; null where the whole is nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

/** How a number differs from the one before, in percent of it; null where there was nothing. */
export const changeOf = (now: number, before: number | undefined): number | null =>
  before === undefined || before <= 0 ? null : percentOf(now - before, before);

/** How a rate differs from the one before, in points. */
export const differenceOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : Math.round((now - before) * 10) / 10;

/** A sum for each of a number, in whole cents; null where there is none. */
export const averageOf = (cents: number, number: number): number | null =>
  number === 0 ? null : Math.round(cents / number);
