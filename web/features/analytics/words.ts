import { commonZone, dayText as textOf } from "#contract/dates.ts";
import type { CountedRange } from "#contract/analytics/period.ts";
import type { Channel } from "#contract/analytics/visits.ts";
import { formatMoney } from "#web/ui/money.ts";

/** Shown where there is nothing to divide by or to compare with. */
export const nothing = "—";

/** 1234 as "1,234". */
export const countText = (number: number): string => number.toLocaleString("en-US");

export const percentText = (rate: number | null): string =>
  rate === null ? nothing : `${rate.toLocaleString("en-US")}%`;

export const moneyText = (cents: number | null, currency = "usd"): string =>
  cents === null ? nothing : formatMoney(cents, currency);

/** A day (YYYY-MM-DD) as "Nov 21, 2026". */
export const fullDayText = (day: string): string => textOf(`${day}T00:00Z`, commonZone);

/** The same as "Nov 21". */
export const dayText = (day: string): string => fullDayText(day).replace(/, \d+$/, "");

/** A month (YYYY-MM) as "Nov 2026". */
export const monthText = (month: string): string => fullDayText(`${month}-01`).replace(/ 1,/, "");

/** Days as "Nov 21 – Nov 27, 2026". */
export const spanText = (first: string, last: string): string => {
  if (first === last) return fullDayText(first);
  return `${first.slice(0, 4) === last.slice(0, 4) ? dayText(first) : fullDayText(first)} – ${fullDayText(last)}`;
};

/** What is compared with what, under the filters. */
export function rangeText(range: CountedRange): string {
  const days = `${spanText(range.startDate, range.endDate)}${range.isSoFar ? " so far" : ""}`;
  return range.previousStartDate && range.previousEndDate
    ? `${days}, compared with ${spanText(range.previousStartDate, range.previousEndDate)}${range.isSoFar ? " until the same time of day" : ""}`
    : days;
}

export type ChangeWords = { text: string; direction: "up" | "down" | "flat" };

/** "+12.5%", "−3 points"; undefined where there is nothing to compare with. */
export function changeWords(change: number | null, unit: "%" | " points"): ChangeWords | undefined {
  if (change === null) return undefined;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  return {
    text: `${sign}${Math.abs(change).toLocaleString("en-US")}${unit}`,
    direction: change > 0 ? "up" : change < 0 ? "down" : "flat",
  };
}

/** Cents on an axis, where there is little room: "$0", "$40", "$1.5K". */
export const axisMoney = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });

const channels: Record<Channel, string> = {
  DIRECT: "Direct",
  SOCIAL: "Social",
  SEARCH: "Search",
  AI: "AI assistant",
  VIDEO: "Video and audio",
  EMAIL: "Mail",
  MESSAGE: "Message",
  AFFILIATE: "Affiliate",
  LINK: "Link",
  CAMPAIGN: "Campaign",
};

/** How somebody came; empty where it is not told apart. */
export const channelText = (channel: Channel | null): string => (channel === null ? "" : channels[channel]);
