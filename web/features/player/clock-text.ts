/** Seconds as a player shows them: 75 is "1:15", 3,725 is "1:02:05". */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const padded = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** The seconds of "m:ss", "h:mm:ss" or whole minutes ("12"); 0 for an empty text, undefined for what is no length. */
export function secondsOfClock(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed) * 60;
  const match = /^(?:(\d{1,2}):([0-5]\d)|(\d{1,4})):([0-5]\d)$/.exec(trimmed);
  if (!match) return undefined;
  const [, hours = 0, minutesOfHour, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(seconds);
}
