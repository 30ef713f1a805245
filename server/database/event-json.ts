import type { OpenEvent } from "#contract/catalog/event-fields.ts";

/** An event with the way into it, as JSON leaves the database: moments are text. */
export type EventJson = Omit<OpenEvent, "eventStartsAt" | "eventEndsAt"> & {
  eventStartsAt: string | null;
  eventEndsAt: string | null;
};

export type PublicEventJson = Pick<EventJson, "eventStartsAt" | "eventEndsAt" | "eventZone" | "eventPlace">;

/** SQL: an alias of `products` as `EventJson`; null for what is no event. Its link is there where `isOpen` holds, and it is not cancelled. */
export const eventJson = (product: string, isOpen: string): string =>
  `case when ${product}.type = 'EVENT' then json_build_object('eventStartsAt', ${product}.event_starts_at, 'eventEndsAt', ${product}.event_ends_at,
     'eventZone', ${product}.event_zone, 'eventPlace', ${product}.event_place, 'isCancelled', ${product}.event_cancelled_at is not null,
     'eventLink', case when ${product}.event_cancelled_at is null and ${isOpen} then ${product}.event_link end) end`;

/** SQL: when and where an event takes place, for everybody, as `PublicEventJson`; null for what is no event. */
export const publicEventJson = (product: string): string =>
  `case when ${product}.type = 'EVENT' then json_build_object('eventStartsAt', ${product}.event_starts_at, 'eventEndsAt', ${product}.event_ends_at,
     'eventZone', ${product}.event_zone, 'eventPlace', ${product}.event_place) end`;

/** SQL: when a line of an order takes place: the event that it is for, or the time that is booked for it, as `EventJson`. */
export const timeOfLineJson = (line: string, product: string, isOpen: string): string =>
  `coalesce(${eventJson(product, isOpen)}, case when ${product}.type = 'BOOKING_LINK' then (
     select json_build_object('eventStartsAt', booked.starts_at, 'eventEndsAt', booked.ends_at, 'eventZone', booked.zone, 'eventPlace', null,
              'isCancelled', false, 'eventLink', case when ${isOpen} then ${product}.session_times ->> 'joinLink' end)
       from bookings booked where booked.order_item_id = ${line} and booked.state = 'BOOKED') end)`;

/** The same with its moments. */
export const eventOf = <Json extends PublicEventJson>(json: Json | null) =>
  json && { ...json, eventStartsAt: momentOf(json.eventStartsAt), eventEndsAt: momentOf(json.eventEndsAt) };

const momentOf = (text: string | null) => (text === null ? null : new Date(text));
