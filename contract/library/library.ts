import { z } from "zod";
import { ProductType } from "#contract/catalog/catalog.ts";
import { OpenEvent } from "#contract/catalog/event-fields.ts";
import { Download } from "#contract/downloads/downloads.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Membership } from "#contract/memberships/memberships.ts";
import { RefundRequestStatus } from "#contract/orders/refund-requests.ts";
import { Handle, Id, Picture, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Members"];

/** A course that the buyer's orders open. */
export const LibraryCourse = z.object({
  productId: Id,
  slug: z.string(),
  title: z.string(),
  cover: Picture.nullable(),
  lessonCount: z.int(),
  completedCount: z.int(),
  /** Something of it was watched, completed or marked, on any device, as far as it is proved. */
  isStarted: z.boolean(),
});
export type LibraryCourse = z.infer<typeof LibraryCourse>;

export const LibraryOrder = z.object({
  id: Id,
  number: z.int(),
  /** By which the order's own page knows it: a payment intent's id, or `free_<order id>`. */
  reference: z.string(),
  status: z.enum(["PAID", "REFUNDED"]),
  createdAt: Timestamp,
  totalCents: SumCents,
  refundedCents: SumCents,
  currency: z.string(),
  /** Bought with the address that is proved; else this browser paid for it. */
  isOfAddress: z.boolean(),
  /** A mail server said that the address it was bought with does not exist: its page says more. */
  isReturned: z.boolean(),
  /** What was bought, the main product first. */
  titles: z.array(z.string()),
  /** The newest request for money back of any of its lines, as far as there is something to say of it. */
  refundRequest: RefundRequestStatus.extract(["REQUESTED", "GRANTED", "DECLINED"]).nullable(),
});
export type LibraryOrder = z.infer<typeof LibraryOrder>;

/** How the seller delivers a bought booking, event, service or parcel: in their own words, or when and where it is. */
export const LibraryDelivery = z.object({
  productId: Id,
  title: z.string(),
  type: ProductType,
  note: z.string().nullable(),
  event: OpenEvent.nullable(),
  /** The newest line that opens an event with a date: what stands for it in a calendar. */
  calendar: z.object({ orderId: Id, itemId: Id }).nullable(),
  /** Of a service: the lines that it is done for, the newest ten. */
  work: z.array(z.object({ orderId: Id, itemId: Id })),
});
export type LibraryDelivery = z.infer<typeof LibraryDelivery>;

/** What was bought of one creator, as far as it is proved. */
export const LibraryShelf = z.object({
  creator: z.object({
    handle: z.string(),
    name: z.string(),
    avatar: Picture.nullable(),
    accent: z.string().nullable(),
  }),
  /** A membership of this creator is open now. */
  isMember: z.boolean(),
  memberships: z.array(Membership),
  courses: z.array(LibraryCourse),
  downloads: z.array(Download),
  deliveries: z.array(LibraryDelivery),
  /** The newest ones; `listLibraryOrders` has the others. */
  orders: z.array(LibraryOrder),
  orderCount: z.int(),
});
export type LibraryShelf = z.infer<typeof LibraryShelf>;

export const getLibrary = endpoint({
  method: "GET",
  url: "/api/library",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary:
      "What a proved address has bought, and what this browser paid for, by creator; 401 where neither is proved",
    response: { 200: z.object({ email: z.string().nullable(), shelves: z.array(LibraryShelf) }) },
  },
});

export const listLibraryOrders = endpoint({
  method: "GET",
  url: "/api/library/orders",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "Up to 100 proved orders with one creator, older than the one named; newest first",
    querystring: z.object({ creator: Handle, before: Id }),
    response: { 200: z.array(LibraryOrder) },
  },
});

export const listMemberDownloads = endpoint({
  method: "GET",
  url: "/api/digital-downloads/member",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary:
      "The downloads of a proved address (bearer token or cookie), and of what this browser paid for; 401 where neither is proved",
    response: { 200: z.array(Download) },
  },
});

export const resendOwnReceipt = endpoint({
  method: "POST",
  url: "/api/library/orders/:id/receipt",
  config: { access: "buyer", limit: { points: 10, seconds: 3600 } },
  schema: {
    tags,
    summary:
      "Mail the receipt of one's own order again, to the address it was bought with; once in 5 minutes",
    params: z.object({ id: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
