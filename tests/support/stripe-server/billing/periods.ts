import type { Recurring } from "./objects.ts";

/**
 * When the period ends that begins at `start`, in Unix seconds. Months keep the day of the anchor: begun on the 31st,
 * a month ends on the last day of shorter ones, and on the 31st again afterwards.
 */
export function periodEnd(
  start: number,
  anchor: number,
  { interval, interval_count: count }: Recurring,
): number {
  const day = 24 * 60 * 60;
  if (interval === "day") return start + count * day;
  if (interval === "week") return start + count * 7 * day;
  const from = new Date(start * 1000);
  const anchorDay = new Date(anchor * 1000).getUTCDate();
  const months = interval === "year" ? 12 * count : count;
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchorDay, lastDay));
  return Math.floor(end.getTime() / 1000);
}
