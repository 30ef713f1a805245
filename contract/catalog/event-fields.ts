import { z } from "zod";
import { oneLine, OutsideUrl, Timestamp, TimeZone } from "#contract/values.ts";

/** When an event begins and ends, in a zone of the IANA, and where people meet: everybody may know. */
export const publicEventFields = {
  eventStartsAt: Timestamp.nullable(),
  eventEndsAt: Timestamp.nullable(),
  eventZone: z.string().nullable(),
  eventPlace: z.string().nullable(),
};

/** An event as its buyer sees it, with where it is joined online. */
export const OpenEvent = z.object({
  ...publicEventFields,
  eventLink: z.string().nullable(),
  /** Its creator has called it off. */
  isCancelled: z.boolean(),
});
export type OpenEvent = z.infer<typeof OpenEvent>;

/** What a creator sets of an event; on sale it has all three of beginning, end and zone. */
export const eventInputFields = {
  eventStartsAt: Timestamp.nullable().default(null),
  eventEndsAt: Timestamp.nullable().default(null),
  eventZone: TimeZone.nullable().default(null),
  eventPlace: oneLine(200).nullable().default(null),
  /** Where it is joined online; for its buyers alone. */
  eventLink: OutsideUrl.nullable().default(null),
};
