/** Shown where there is nothing to compare or to average. */
export const nothing = "—";

export type Growth = { text: string; direction: "up" | "down" | "flat" };

/**
 * How a month so far compares with the same days of the month before, in whole percent. Undefined where those days had
 * nothing: there is no growth from zero.
 */
export function growthOf(current: number, previous: number): Growth | undefined {
  if (previous <= 0) return undefined;
  const percent = Math.round(((current - previous) / previous) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  return {
    text: `${sign}${Math.abs(percent).toLocaleString("en-US")}%`,
    direction: percent > 0 ? "up" : percent < 0 ? "down" : "flat",
  };
}
