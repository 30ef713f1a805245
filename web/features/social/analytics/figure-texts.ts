import { commonZone, dayText as textOf } from "#contract/dates.ts";

/** 1234 as "1,234". */
export const countText = (number: number): string => number.toLocaleString("en-US");

/** A share as a whole percentage; '--' where there is nothing to divide. A few of many never read as none or all. */
export function rateText(rate: number | null): string {
  if (rate === null) return "--";
  if (rate > 0 && rate < 0.01) return "<1%";
  if (rate > 0.99 && rate < 1) return ">99%";
  return `${Math.round(rate * 100)}%`;
}

/** A day (YYYY-MM-DD, counted in the creator's zone) as "Nov 21". */
export const dayText = (day: string): string => fullDayText(day).replace(/, \d+$/, "");

/** The same as "Nov 21, 2026". */
export const fullDayText = (day: string): string => textOf(`${day}T00:00Z`, commonZone);

/** Cents on an axis, where there is little room: "$0", "$40", "$1.5K". */
export const axisMoney = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: cents % 100 === 0 || cents >= 10_000 ? 1 : 2,
    minimumFractionDigits: 0,
  });
