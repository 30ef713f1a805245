import { dayOf, hourText, zoneText } from "#contract/dates.ts";

type Start = {
  startsAt: Date;
  /** Of what starts. */
  zone: string;
  /** The reader's; null where it is not known. */
  buyerZone: string | null;
};

/** When something starts that is a day or an hour ahead: "in 1 hour", "in 20 minutes", "tomorrow at 9:00 AM". */
export function startWords(kind: "DAY" | "HOUR", { startsAt, zone, buyerZone }: Start, now: Date): string {
  const left = startsAt.getTime() - now.getTime();
  if (kind === "HOUR") {
    const minutes = Math.max(1, Math.round(left / 60_000));
    // The job that reminds looks every few minutes: what is nearly an hour is called one.
    if (minutes >= 55) return "in 1 hour";
    return minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
  }
  const shownZone = buyerZone ?? zone;
  const day = dayOf(startsAt, shownZone) === dayOf(now, shownZone) ? "today" : "tomorrow";
  return `${day} at ${hourText(startsAt, shownZone)}${buyerZone === null ? ` (${zoneText(zone)})` : ""}`;
}

/** The same as the first words of a heading. */
export const startHeading = (words: string): string =>
  words.startsWith("in ") ? `Starts ${words}` : words.replace(/^./, (letter) => letter.toUpperCase());
