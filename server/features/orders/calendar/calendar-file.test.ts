import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

const entry = {
  orderItemId: "6f2b3a1e-0000-4000-8000-000000000001",
  revision: 3,
  title: String.raw`Light; lens, and a \ back` + "\nslash",
  startsAt: new Date("2026-03-14T18:00:00Z"),
  endsAt: new Date("2026-03-14T20:30:00Z"),
  place: "Mitte 1, Berlin",
  link: "https://meet.example.com/a?b=1;c,2",
  isCancelled: false,
};
const organizer = { name: 'Robin "R" Vale', address: "no-reply@shop.example" };
const now = new Date("2026-03-01T12:00:00Z");

const read = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const [event, ...others] = calendar.getAllSubcomponents("vevent");
  expect(others).toEqual([]);
  const get = (name: string) => event?.getFirstPropertyValue(name)?.toString();
  return { method: calendar.getFirstPropertyValue("method"), event, get };
};

test("an event is by UTC, with an identity that stays, and its text is escaped", () => {
  expect(calendarFile(entry, organizer, now).replaceAll("\r\n ", "").split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Openstall//Events//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:6f2b3a1e-0000-4000-8000-000000000001",
    "SEQUENCE:3",
    "DTSTAMP:20260301T120000Z",
    "DTSTART:20260314T180000Z",
    "DTEND:20260314T203000Z",
    'ORGANIZER;CN="Robin  R  Vale":mailto:no-reply@shop.example',
    String.raw`SUMMARY:Light\; lens\, and a \\ back\nslash`,
    String.raw`LOCATION:Mitte 1\, Berlin`,
    String.raw`DESCRIPTION:Join: https://meet.example.com/a?b=1\;c\,2`,
    "URL:https://meet.example.com/a?b=1;c,2",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("no line is longer than 75 octets, and none is cut within a character", () => {
  const title = "Später 🦊日本 ".repeat(30).trim();
  const file = calendarFile({ ...entry, title }, organizer, now);
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}\r\n`);
});

test("an event without a place has its link there, and one with neither has none", () => {
  const online = read(calendarFile({ ...entry, place: null }, organizer, now));
  expect(online.get("location")).toBe("https://meet.example.com/a?b=1;c,2");
  const neither = read(calendarFile({ ...entry, place: null, link: null }, organizer, now));
  expect(neither.event?.hasProperty("location")).toBe(false);
  expect(neither.event?.hasProperty("url")).toBe(false);
});

test("one that is cancelled takes its entry out, by the same identity", () => {
  const { method, get } = read(calendarFile({ ...entry, revision: 4, isCancelled: true }, organizer, now));
  expect([method, get("status"), get("uid"), get("sequence")]).toEqual([
    "CANCEL",
    "CANCELLED",
    entry.orderItemId,
    "4",
  ]);
});

test("whatever people write, a calendar reads one event with just these words", () => {
  const words = fc
    .oneof(
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.constantFrom("\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:x", '":mailto:evil@example.com', "a\\nb\\;"),
    )
    .filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(words, words, words, (title, place, name) => {
      const { get, method, event } = read(
        calendarFile({ ...entry, title, place }, { ...organizer, name }, now),
      );
      const plain = (text: string) =>
        text
          .toWellFormed()
          .replaceAll(/\r\n|[\r\u2028\u2029]/g, "\n")
          .replaceAll(/(?!\n)\p{Cc}/gu, " ");
      expect(method).toBe("PUBLISH");
      expect(get("summary")).toBe(plain(title));
      expect(get("location")).toBe(plain(place));
      expect(get("organizer")).toBe("mailto:no-reply@shop.example");
      expect(event?.getAllProperties()).toHaveLength(10);
      expect(get("dtstart")).toBe("2026-03-14T18:00:00Z");
    }),
    { numRuns: 2_000 },
  );
});
