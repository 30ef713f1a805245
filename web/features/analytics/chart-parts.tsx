import { spanText } from "./words.ts";

/** Of an axis. */
export const axis = {
  stroke: "var(--muted-foreground)",
  fontSize: 12,
  tickLine: false,
  axisLine: false,
} as const;
/** Of the box beside the pointer. */
export const box = {
  contentStyle: {
    background: "var(--popover)",
    border: "1px solid var(--border)",
    borderRadius: 12,
    color: "var(--popover-foreground)",
    fontSize: 13,
  },
  isAnimationActive: false,
} as const;
/** Of every chart. */
export const frame = { margin: { top: 8, right: 8, bottom: 0, left: 0 }, accessibilityLayer: false } as const;
/** Known before the browser has measured. */
export const size = { width: "100%", height: 240, initialDimension: { width: 520, height: 240 } } as const;

/** A part of a time, from its first day to its last. */
export type Step = { date: string; until: string };
/** The heading of the box of a step. */
export const titleOf = (rows: readonly Step[], isSoFar: boolean) => (date: unknown) => {
  const row = rows.find((row) => row.date === String(date));
  if (!row) return String(date);
  return `${spanText(row.date, row.until)}${isSoFar && row === rows.at(-1) ? " so far" : ""}`;
};

/** In the page's own colour: the line's would be too faint for text. */
export const legendText = (name: string) => <span className="text-foreground">{name}</span>;
