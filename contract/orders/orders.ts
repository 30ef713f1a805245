import { z } from "zod";
import { OrderBooking } from "#contract/bookings/bookings.ts";
import { WorkState } from "#contract/work-orders/work-orders.ts";
import { OpenEvent } from "#contract/catalog/event-fields.ts";
import { ProductType } from "#contract/catalog/catalog.ts";
import { PrintedAddress } from "#contract/checkout/shipping-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { LineRefund } from "./refund-requests.ts";
import { Cents, Id, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Orders"];

export const OrderedProduct = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  type: ProductType,
  slug: z.string(),
  priceCents: Cents,
  /** How it is delivered online, if it is. */
  digitalFileType: z.enum(["UPLOAD", "LINK"]).nullable(),
  digitalFileName: z.string().nullable(),
  digitalFileSize: z.int().nullable(),
  maxDownloads: z.int().nullable(),
  /** It is a creator's plan of this installation. */
  isPlan: z.boolean(),
});

/** An order as its buyer sees it. */
export const BuyerOrder = z.object({
  order: z.object({
    id: Id,
    /** For people: 1001 and on, of each creator. */
    number: z.int(),
    createdAt: Timestamp,
    status: z.enum(["PENDING", "PAID", "FAILED", "REFUNDED"]),
    totalCents: SumCents,
    /** What has gone back, or is on its way. */
    refundedCents: SumCents,
    /** The buyer's bank has taken the payment back until it decides. */
    disputed: z.boolean(),
    /** The newest one that is open: what the bank holds, and since when. */
    dispute: z.object({ amountCents: SumCents, createdAt: Timestamp }).nullable(),
    currency: z.string(),
    couponCode: z.string().nullable(),
    /** Until when a consumer in the EU may withdraw from something of it; null where they may not any more. */
    withdrawableUntil: Timestamp.nullable(),
    /** Null where nothing is shipped. */
    shippingAddress: PrintedAddress.nullable(),
  }),
  product: OrderedProduct,
  /** Whom to ask: the address is for proven buyers alone, and empty before the order is paid. */
  creator: z.object({
    handle: z.string(),
    name: z.string(),
    email: z.string(),
    /** As it was when the order was paid. */
    refundPolicy: RefundPolicy,
    /** The colour of their store as `#rrggbb`; null where it looks as every new one does. */
    accent: z.string().nullable(),
    /** The path of their picture, of 96 pixels. */
    portrait: z.string().nullable(),
    /** Their plan takes our name off whatever is theirs; where there are no plans it stands nowhere. */
    isWhiteLabel: z.boolean(),
  }),
  customer: z.object({
    id: Id,
    email: z.string(),
    /** A mail server said that the address does not exist: here it can be corrected, or in the browser that paid. Null: no. */
    returned: z.enum(["CORRECTABLE", "ELSEWHERE"]).nullable(),
  }),
  orderItems: z.array(
    z.object({
      id: Id,
      /** A PART is what the main line's bundle consists of, and holds its share of the price; see `wholeLines`. */
      itemType: z.enum(["MAIN", "ORDER_BUMP", "UPSELL", "PART"]),
      product: OrderedProduct,
      /** The buyer may use it now: paid, not taken back, not disputed, of no membership that has ended. */
      isOpen: z.boolean(),
      /** How the seller delivers a booking, event or service; null where there is nothing to say, or it is not open. */
      deliveryNote: z.string().nullable(),
      /** What the seller says to whoever has bought it; null where that is nothing, or it is not open. */
      thanksNote: z.string().nullable(),
      /** When and where an event or a booked session takes place; null for what is none, or is not open. */
      event: OpenEvent.nullable(),
      /** Of a session that has times here; null for what has none, or is not open. */
      booking: OrderBooking.nullable(),
      /** How a service stands; null for what is none, or is not open. `getBoughtWork` has the rest. */
      work: WorkState.nullable(),
      totalPriceCents: SumCents,
      discountCents: SumCents,
      /** What it cost to send it, in the total. */
      shippingCents: SumCents,
      refundedCents: SumCents,
      refund: LineRefund,
      requiresShipping: z.boolean(),
      shippedAt: Timestamp.nullable(),
      trackingUrl: z.string().nullable(),
    }),
  ),
});
export type BuyerOrder = z.infer<typeof BuyerOrder>;

/**
 * `paymentIntentId` is the intent's id, or `free_<order id>` for an order without a payment. `customer_email` only
 * narrows: what opens the order is the browser that paid, the receipt's token or the returned client secret.
 */
export const getOrderByPaymentIntent = endpoint({
  method: "GET",
  url: "/api/order-by-payment-intent/:paymentIntentId",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The order of a payment, for its buyer",
    params: z.object({ paymentIntentId: z.string().max(200) }),
    querystring: z.object({ customer_email: z.string().max(254).optional() }),
    response: { 200: BuyerOrder },
  },
});

/** A PDF, `application/pdf`. */
export const getReceiptPdf = endpoint({
  method: "GET",
  url: "/api/buyer-orders/:id/receipt.pdf",
  config: { access: "buyer", limit: { points: 30, seconds: 600 } },
  schema: {
    tags,
    summary: "The receipt of a paid order as PDF, for its buyer",
    params: z.object({ id: Id }),
  },
});

/** A calendar file, `text/calendar`, with the one event. */
export const getEventCalendar = endpoint({
  method: "GET",
  url: "/api/buyer-orders/:id/items/:itemId/event.ics",
  config: { access: "buyer", limit: { points: 30, seconds: 600 } },
  schema: {
    tags,
    summary: "An event that was bought as a file for calendars, for its buyer",
    params: z.object({ id: Id, itemId: Id }),
  },
});

export const DashboardStats = z.object({
  totalRevenue: SumCents,
  totalOrders: z.int(),
  /** The calendar month so far, and the same days of the month before. */
  revenueThisMonthCents: SumCents,
  revenuePreviousCents: SumCents,
  ordersThisMonth: z.int(),
  ordersPrevious: z.int(),
  activeStudents: z.int(),
  newStudentsThisMonth: z.int(),
  newStudentsPrevious: z.int(),
  /** Null where nobody has rated anything. */
  averageRating: z.number().nullable(),
  reviewCount: z.int(),
  products: z.array(z.object({ id: Id, title: z.string(), isOnSale: z.boolean(), orderCount: z.int() })),
  socialAccountCount: z.int(),
  keywordResponseCount: z.int(),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

export const getDashboardStats = endpoint({
  method: "GET",
  url: "/api/dashboard/stats",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "The creator's figures, all from real rows", response: { 200: DashboardStats } },
});
