import { z } from "zod";
import { isKnownZone } from "#contract/dates.ts";
import { bareEmail } from "./email-address.ts";
import { signsOut } from "./inner-link.ts";

/** The most that one price can be, and that one payment can carry: $999,999.99. */
export const highestCents = 99_999_999;

/** A price, in integer cents. What is added up from prices is `SumCents`. */
export const Cents = z.int().min(0).max(highestCents);

/** What a cart, an order, a bill or many of them come to: more than one price can be. */
export const SumCents = z.int().min(0);

/** A sum that may be owed the other way: a commission that was taken back. */
export const SignedCents = z.int();

/** The calendar of databases begins with the year 1. */
const isOfKnownYear = (text: string) => !text.startsWith("0000");
const unknownYear = "Use a year from 1 to 9999";

/** A day as an address holds it: 2026-03-09, in the store's zone. */
export const Day = z.iso.date({ abort: true }).refine(isOfKnownYear, unknownYear);

/** A moment: ISO text on the wire, `Date` in server code. */
export const Timestamp = z.codec(
  z.iso.datetime({ abort: true }).refine(isOfKnownYear, unknownYear),
  z.date(),
  {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  },
);

/** Either: a `Date`, or the text of a day, whose moments depend on the zone that it is meant in. */
export const MomentOrDay = z.union([Timestamp, Day], {
  error: ({ input }) =>
    typeof input === "string" && !isOfKnownYear(input) ? unknownYear : "Enter a date like 2026-12-01",
});

export const Id = z.uuid();

/** How often somebody has changed a row. A change that names the one it began with is 409 where there is a newer one. */
export const Revision = z.int().min(1).max(2_147_483_647);

const wrongEmail = "Please enter a valid email address";

/**
 * An address as typed or pasted, made bare by `bareEmail`: one @, at most 254 characters. Before the @ it is ASCII, since
 * many mail servers take nothing else (RFC 6531); a domain of other letters is kept as "xn--…".
 */
export const Email = z
  .string()
  .max(1_000, { abort: true, error: wrongEmail })
  .overwrite(bareEmail)
  .max(254, { abort: true, error: wrongEmail })
  .refine(([...address]) => !address.slice(0, address.lastIndexOf("@")).some((one) => one > "\x7f"), {
    abort: true,
    error: "Please use an address that has only the letters a to z before the @",
  })
  .regex(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z0-9-]{2,}$/, wrongEmail);

const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlBesideLineEnds = /[^\P{Cc}\t\n\r]/u;

/**
 * For `max` of a text that is looked at further: without `abort`, zod runs the checks behind it on whatever length was
 * sent, as it does those behind a pattern that failed.
 */
export const atMost = (max: number, error = `Use at most ${max.toLocaleString("en-US")} characters`) => ({
  abort: true,
  error,
});

/**
 * A text of one line, trimmed, of at most `max` characters: names, titles, codes. Control characters and line ends are
 * refused here, since they break the rows of tables, the headers of mails and the names on screens that it ends in.
 * `required` is what to say when it is empty; without it, it may be.
 */
export const oneLine = (max: number, required?: string) =>
  z
    .string()
    .trim()
    .min(required === undefined ? 0 : 1, required)
    .max(max, atMost(max))
    .refine((text) => !controlCharacter.test(text), "Use one line, without tabs or control characters");

/** A text of any number of lines, as typed. Of control characters only tabs and line ends are text. */
export const longText = (max: number) =>
  z
    .string()
    .max(max, atMost(max))
    .refine((text) => !controlBesideLineEnds.test(text), "Remove the control characters");

/** A text of several lines, trimmed, of at most `max` characters; `required` as of `oneLine`. */
export const multiLine = (max: number, required?: string) =>
  z
    .string()
    .trim()
    .min(required === undefined ? 0 : 1, required)
    .pipe(longText(max));

/** The place after which the next page of a list begins, the newest first: microseconds since 1970, and an id. */
export const PlaceCursor = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "This page does not exist");

/** Names one attempt of the caller's: the same again is answered with what came of the first. */
export const IdempotencyKey = z
  .string()
  .regex(/^[!-~]{8,100}$/, "Use 8 to 100 letters, digits or signs, without spaces");

export const Handle = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_]{3,30}$/, "Use 3 to 30 letters, digits or underscores");

export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "Slug is required")
  .max(80, atMost(80))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters, digits and single dashes");

/** Of an address that names a product by its slug: the handle of its store. Without it the oldest product of that slug is meant. */
export const StoreOfSlug = z.object({ store: z.string().max(100).optional() });

/** A time zone by its IANA name. The longest has 32 characters. */
export const TimeZone = z.string().max(64, atMost(64, "Choose a zone")).refine(isKnownZone, "Choose a zone");

/** An outside address a creator links to: https, no password in it. Spaces are encoded, as in the name of a file. */
export const OutsideUrl = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: "Please enter an address that starts with https://",
  })
  .max(2_000, atMost(2_000))
  .refine((url) => !/^[a-z]+:\/\/[^/]*@/i.test(url), "Please enter an address without a user name")
  .refine((url) => !signsOut(url), "This address would sign people out. Please enter another one.")
  .overwrite((url) =>
    url
      .trim()
      .replaceAll(/[\t\r\n]/g, "")
      .replaceAll(/\p{Z}/gu, "%20"),
  );

/** What every failed call answers. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** A picture for `<picture>`: `avif` and `webp` are srcset texts ("/images/…/400.avif 400w, …"), `src` is the JPEG. */
export const Picture = z.object({
  src: z.string(),
  avif: z.string(),
  webp: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});
export type Picture = z.infer<typeof Picture>;
