import type { OpenEvent } from "#contract/catalog/event-fields.ts";

/** An event with the way into it, as JSON leaves the database: moments are text. */
export type EventJson = Omit<OpenEvent, "eventStartsAt" | "eventEndsAt"> & {
  eventStartsAt: string | null;
  eventEndsAt: string | null;
};

/** SQL: an alias of `products` as `EventJson`; null for what is no event. Its link is there where `isOpen` holds, and it is not cancelled. */
export const eventJson = (product: string, isOpen: string): string =>
  `case when ${product}.type = 'EVENT' then json_build_object('eventStartsAt', ${product}.event_starts_at, 'eventEndsAt', ${product}.event_ends_at,
     'eventZone', ${product}.event_zone, 'eventPlace', ${product}.event_place, 'isCancelled', ${product}.event_cancelled_at is not null,
     'eventLink', case when ${product}.event_cancelled_at is null and ${isOpen} then ${product}.event_link end) end`;

/** The same with its moments. */
export const eventOf = (json: EventJson | null): OpenEvent | null =>
  json && { ...json, eventStartsAt: momentOf(json.eventStartsAt), eventEndsAt: momentOf(json.eventEndsAt) };

const momentOf = (text: string | null) => (text === null ? null : new Date(text));
