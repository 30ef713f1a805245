const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** A past moment in words: "3 hours ago"; "just now" within the last minute. */
export function timeAgo(moment: Date | string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(moment).getTime()) / 1000);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? [];
  if (!unit || !size) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}
