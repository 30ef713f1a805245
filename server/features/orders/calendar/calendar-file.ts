/** An event of an order's line, for a calendar. */
export type CalendarEntry = {
  orderItemId: string;
  /** Rises with every change of the event: calendars keep the newest they know. */
  revision: number;
  title: string;
  startsAt: Date;
  endsAt: Date;
  place: string | null;
  link: string | null;
  /** It does not take place: the file takes its entry out of a calendar. */
  isCancelled: boolean;
  /** Of a session, which is between two: whom it is with, by address. What many come to is published instead. */
  attendee?: string | undefined;
};

/** Whom a calendar names as the organizer: a name, and an address of ours that nobody reads. */
export type Organizer = { name: string; address: string };

/**
 * An event as a calendar file (RFC 5545 and 5546), by UTC, so that no program needs a zone's table. A line keeps its UID
 * for ever: a file that is opened again moves the entry instead of adding one.
 */
export function calendarFile(entry: CalendarEntry, { name, address }: Organizer, now: Date): string {
  const link = entry.link && new URL(entry.link).href;
  // Some calendars show no URL: where there is no other place, people look for the link there.
  const place = entry.place ?? link;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Openstall//Events//EN",
    `METHOD:${methodOf(entry)}`,
    "BEGIN:VEVENT",
    `UID:${entry.orderItemId}`,
    `SEQUENCE:${entry.revision}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.endsAt)}`,
    `ORGANIZER;CN="${quoted(name)}":mailto:${address}`,
    ...(entry.attendee
      ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${mailTo(entry.attendee)}`]
      : []),
    `SUMMARY:${escaped(entry.title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    // Many calendars show neither the URL nor a link in the place: the notes are where they do.
    ...(link ? [`DESCRIPTION:${escaped(`Join: ${link}`)}`] : []),
    // A URI is no text: nothing in it is escaped, and an address holds no line break.
    ...(link ? [`URL:${link}`] : []),
    ...(entry.isCancelled ? ["STATUS:CANCELLED"] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** What a mail program and a browser are told that a calendar file is. */
export const calendarType = (entry: Pick<CalendarEntry, "isCancelled" | "attendee">): string =>
  `text/calendar; method=${methodOf(entry)}; charset=utf-8`;

const methodOf = ({ isCancelled, attendee }: Pick<CalendarEntry, "isCancelled" | "attendee">) =>
  isCancelled ? "CANCEL" : attendee ? "REQUEST" : "PUBLISH";

/** An address as a URI has it: nothing in it ends the line, or the value. */
const mailTo = (address: string) => encodeURIComponent(address.toWellFormed()).replaceAll("%40", "@");

const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, "");

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, " ");

/** A parameter between quotation marks holds no such mark, and nothing escapes one. */
const quoted = (text: string) => text.toWellFormed().replaceAll(/["\p{Cc}\u2028\u2029]/gu, " ");

/** At most 75 octets a line, never cut within a character. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
