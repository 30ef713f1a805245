import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
import { Id, oneLine, Timestamp } from "#contract/values.ts";

const tags = ["Sessions"];
const from = z.object({
  /** Times from then on, of 35 days; left out: from now on. */
  from: Timestamp.optional(),
});

/** The times that can be booked, a piece of the calendar at a time. */
export const FreeTimes = z.object({
  /** Whose clocks the seller goes by. */
  zone: z.string(),
  lengthMinutes: z.int(),
  /** The beginnings, in order. */
  starts: z.array(Timestamp),
  /** Where to ask on; null where nothing later can be booked. */
  next: Timestamp.nullable(),
});
export type FreeTimes = z.infer<typeof FreeTimes>;

/** A bought session as its buyer sees it. */
export const OrderBooking = z.object({
  state: z.enum(["NONE", "BOOKED", "CANCELLED"]),
  startsAt: Timestamp.nullable(),
  endsAt: Timestamp.nullable(),
  /** Until when the buyer may move or cancel it; null where nothing is booked. */
  changeUntil: Timestamp.nullable(),
  /** Times are offered here, to choose or to move to. */
  offersTimes: z.boolean(),
});
export type OrderBooking = z.infer<typeof OrderBooking>;

const Changed = z.object({ startsAt: Timestamp, endsAt: Timestamp });

export const listSessionTimes = endpoint({
  method: "GET",
  url: "/api/products/:id/session-times",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The free times of a session that is on sale, with the one that this browser's checkout holds",
    params: z.object({ id: Id }),
    querystring: from,
    response: { 200: FreeTimes },
  },
});

const line = z.object({ id: Id, itemId: Id });

export const listTimesForLine = endpoint({
  method: "GET",
  url: "/api/buyer-orders/:id/items/:itemId/session-times",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The free times of a session that was bought, for its buyer",
    params: line,
    querystring: from,
    response: { 200: FreeTimes },
  },
});

export const bookSession = endpoint({
  method: "PUT",
  url: "/api/buyer-orders/:id/items/:itemId/session",
  config: { access: "buyer", limit: { points: 20, seconds: 3_600 } },
  schema: {
    tags,
    summary: "Choose the time of a session that was bought, or move it to another one",
    params: line,
    body: z.object({
      startsAt: Timestamp,
      /** Of the browser, as IANA names it: emails give the time by it. One that is not known here counts as none. */
      timeZone: oneLine(60).optional(),
    }),
    response: { 200: Changed },
  },
});

export const cancelSession = endpoint({
  method: "DELETE",
  url: "/api/buyer-orders/:id/items/:itemId/session",
  config: { access: "buyer", limit: { points: 20, seconds: 3_600 } },
  schema: {
    tags,
    summary: "Give the time of a session back, and ask for the money where something can be asked back",
    params: line,
    response: { 200: z.object({ refundRequested: z.boolean() }) },
  },
});

/** A booked session as its creator sees it. */
export const Booking = z.object({
  id: Id,
  orderId: Id,
  /** The order's number. */
  number: z.int().nullable(),
  productTitle: z.string(),
  name: z.string(),
  email: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  isCancelled: z.boolean(),
  /** It still can be moved: times are offered here. */
  canMove: z.boolean(),
});
export type Booking = z.infer<typeof Booking>;

export const listBookings = endpoint({
  method: "GET",
  url: "/api/bookings",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's sessions: those to come, the next first, or those that are over, the last first",
    querystring: z.object({
      when: z.enum(["COMING", "PAST"]).default("COMING"),
      /** Words of a buyer's name or address, a product's title, or an order's number. */
      q: z.string().max(200).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(25),
    }),
    response: {
      200: z.object({
        bookings: z.array(Booking),
        /** Of those that were searched for. */
        total: z.int(),
      }),
    },
  },
});

const booking = z.object({ id: Id });

export const listTimesForBooking = endpoint({
  method: "GET",
  url: "/api/bookings/:id/session-times",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The free times that a creator can move a session to, without notice",
    params: booking,
    querystring: from,
    response: { 200: FreeTimes },
  },
});

export const moveBooking = endpoint({
  method: "PUT",
  url: "/api/bookings/:id",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 120, seconds: 3_600 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Move a session to another free time; its buyer is told",
    params: booking,
    body: z.object({ startsAt: Timestamp }),
    response: { 200: Changed },
  },
});

export const cancelBooking = endpoint({
  method: "DELETE",
  url: "/api/bookings/:id",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 120, seconds: 3_600 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Cancel a session; its buyer is told. Money goes back by a refund of its order",
    params: booking,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
