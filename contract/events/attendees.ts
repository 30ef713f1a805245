import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Events"];

/** Who bought an event and may go there. */
export const Attendee = z.object({
  /** The order's line. */
  lineId: Id,
  orderId: Id,
  /** The order's number. */
  number: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  tickets: z.int(),
  /** When they came; null while they have not. */
  checkedInAt: Timestamp.nullable(),
});
export type Attendee = z.infer<typeof Attendee>;

export const listAttendees = endpoint({
  method: "GET",
  url: "/api/products/:id/attendees",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "Who bought an event and may go there, by name, and how many of them came",
    params: z.object({ id: Id }),
    querystring: z.object({
      /** Words of a buyer's name or address, or an order's number. */
      q: z.string().max(200).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(25),
    }),
    response: {
      200: z.object({
        productTitle: z.string(),
        attendees: z.array(Attendee),
        /** Of those that were searched for. */
        total: z.int(),
        tickets: z.int(),
        checkedIn: z.int(),
        /** How many can come in all; null where as many as like are sold. */
        capacity: z.int().nullable(),
      }),
    },
  },
});

export const checkInAttendee = endpoint({
  method: "PUT",
  url: "/api/products/:id/attendees/:lineId",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 600, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Note that somebody came to an event, or take that back; the first who says so counts",
    params: z.object({ id: Id, lineId: Id }),
    body: z.object({ isHere: z.boolean() }),
    response: {
      200: z.object({
        checkedInAt: Timestamp.nullable(),
        /** It stood so before: somebody else at the door was faster. */
        wasSo: z.boolean(),
      }),
    },
  },
});

export const exportAttendees = endpoint({
  method: "GET",
  url: "/api/exports/attendees.csv",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 20, seconds: 60 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: "Who bought an event and may go there, as CSV",
    querystring: z.object({ productId: Id }),
  },
});
