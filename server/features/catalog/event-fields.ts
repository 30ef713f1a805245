import { hasBegun } from "./has-content.ts";

/** SQL: what everybody may know of when an event or a session takes place and a service is delivered, of an alias of `products`; not where it is joined online. */
export const eventFields = (product: string, now: string): string =>
  `${product}.event_starts_at as "eventStartsAt", ${product}.event_ends_at as "eventEndsAt", ${product}.event_zone as "eventZone",
     (${product}.session_times ->> 'lengthMinutes')::int as "sessionMinutes", ${product}.session_times ->> 'zone' as "sessionZone",
     (${product}.service_terms ->> 'deliveryDays')::int as "deliveryDays",
     ${product}.event_place as "eventPlace", ${hasBegun(product, now)} as "hasBegun"`;
