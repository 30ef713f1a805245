import type { OrderBooking } from "#contract/bookings/bookings.ts";

/** A bought session's time as JSON leaves the database: moments are text. */
export type BookingJson = Pick<OrderBooking, "state" | "offersTimes"> & {
  startsAt: string | null;
  endsAt: string | null;
  changeUntil: string | null;
};

/** SQL: the time of a line of an order as `BookingJson`; null where it is no session that has times here. */
export const bookingJson = (line: string, product: string): string =>
  `(select json_build_object('state', coalesce(booked.state, 'NONE'), 'startsAt', booked.starts_at, 'endsAt', booked.ends_at,
       'changeUntil', case when booked.state = 'BOOKED' then booked.starts_at - make_interval(hours => coalesce((${product}.session_times ->> 'changeHours')::int, 0)) end,
       'offersTimes', ${product}.session_times is not null)
      from (select 1) line left join bookings booked on booked.order_item_id = ${line}
     where ${product}.type = 'BOOKING_LINK' and (${product}.session_times is not null or booked.id is not null))`;

/** The same with its moments. */
export const bookingOf = (json: BookingJson | null): OrderBooking | null =>
  json && {
    ...json,
    startsAt: momentOf(json.startsAt),
    endsAt: momentOf(json.endsAt),
    changeUntil: momentOf(json.changeUntil),
  };

const momentOf = (text: string | null) => (text === null ? null : new Date(text));
