const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A past moment in words: "3 hours ago"; "just now" within the last minute. */
export const timeAgo = (moment: Date | string, now: number = Date.now()): string =>
  inWords((now - new Date(moment).getTime()) / 1000, -1) ?? "just now";

/** A coming moment in words: "in 3 hours"; "in a moment" within the next minute. */
export const timeUntil = (moment: Date | string, now: number = Date.now()): string =>
  inWords((new Date(moment).getTime() - now) / 1000, 1) ?? "in a moment";

function inWords(seconds: number, direction: 1 | -1): string | undefined {
  const found = units.find(([, size]) => seconds >= size);
  return found && words.format(direction * Math.floor(seconds / found[1]), found[0]);
}
