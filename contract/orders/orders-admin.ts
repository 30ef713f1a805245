import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins, forSupport } from "#contract/team/roles.ts";
import { OrderPage, OrderRefund, OrderRow, OrderStatus, QuarantinedPayment } from "./order-page.ts";
import { Cents, Day, Id, IdempotencyKey, multiLine, OutsideUrl, SumCents } from "#contract/values.ts";

const tags = ["Orders"];

const Page = z.coerce.number().int().min(1).max(100_000);

/** Which orders: every condition that is given must hold. */
export const orderFilter = {
  /** Words of the buyer's name or address, a product's title, an order's number or id, or a payment's id. */
  q: z.string().trim().max(200).optional(),
  status: OrderStatus.optional(),
  /** An order that contains this product. */
  product: z.string().max(100).optional(),
  /** The first day, and the last. */
  from: Day.optional(),
  to: Day.optional(),
};

export const listOrders = endpoint({
  method: "GET",
  url: "/api/orders",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's orders, newest first unless sorted; 100 to a page, or fewer",
    querystring: z.object({
      ...orderFilter,
      sort: z
        .enum(["created", "-created", "total", "-total", "status", "-status", "customer", "-customer"])
        .optional(),
      page: Page.default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(100),
    }),
    response: { 200: z.array(OrderRow) },
  },
});

export const getOrderTotals = endpoint({
  method: "GET",
  url: "/api/order-totals",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "How many orders a filter finds, and what the paid ones of them brought, in cents",
    querystring: z.object(orderFilter),
    response: {
      200: z.object({
        orders: z.int(),
        /** Null for who sees no money of the store. */
        paidCents: SumCents.nullable(),
        refundedCents: SumCents.nullable(),
      }),
    },
  },
});

const orderParams = z.object({ id: Id });

export const getOrder = endpoint({
  method: "GET",
  url: "/api/orders/:id",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "Everything about one of the creator's orders",
    params: orderParams,
    response: { 200: OrderPage },
  },
});

export const refundOrder = endpoint({
  method: "POST",
  url: "/api/orders/:id/refunds",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 60, seconds: 60 },
    recentSignIn: "required when more than 5 orders or 500.00 are refunded within 24 hours",
  },
  schema: {
    tags,
    summary:
      "Give money back, per line. PENDING is on its way; the same idempotencyKey again answers the same refunds.",
    params: orderParams,
    body: z.object({
      /** Left out: all that is left of every line. */
      lines: z
        .array(
          z.object({
            orderItemId: z.string().max(100),
            amountCents: Cents.min(1, "Refund at least $0.01"),
            /** Once all of the line is refunded. Left out: for a tracked product that has not been shipped, and for a seat of an event to come that is closed. */
            restock: z.boolean().optional(),
          }),
        )
        .min(1, "Choose what to refund")
        .max(50)
        .optional(),
      reason: multiLine(500).default(""),
      /** Closes what is refunded whole. */
      revokeAccess: z.boolean().default(true),
      /** Ends the membership that the order paid for: it bills nothing more, and closes now. */
      endMembership: z.boolean().default(false),
      idempotencyKey: IdempotencyKey,
    }),
    response: { 200: z.array(OrderRefund) },
  },
});

export const updateOrderLine = endpoint({
  method: "PATCH",
  url: "/api/orders/:id/lines/:lineId",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Close or open what a line gives access to, or say that it was shipped",
    params: z.object({ id: Id, lineId: Id }),
    body: z.object({
      hasAccess: z.boolean().optional(),
      shipped: z.boolean().optional(),
      trackingUrl: OutsideUrl.nullable().optional(),
    }),
    response: { 200: OrderPage },
  },
});

export const addOrderNote = endpoint({
  method: "POST",
  url: "/api/orders/:id/notes",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Write a note on the order's timeline; buyers never see it",
    params: orderParams,
    body: z.object({
      text: multiLine(2_000, "Please enter a note"),
    }),
    response: { 200: OrderPage },
  },
});

export const resendReceipt = endpoint({
  method: "POST",
  url: "/api/orders/:id/receipt",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 20, seconds: 60 },
    recentSignIn: "not needed: emails a receipt to the address that bought",
  },
  schema: {
    tags,
    summary: "Send the buyer their receipt again",
    params: orderParams,
    response: { 200: z.object({ email: z.string() }) },
  },
});

export const listQuarantinedPayments = endpoint({
  method: "GET",
  url: "/api/quarantined-payments",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "Payments that do not fit their checkout and wait for the creator's decision",
    response: { 200: z.array(QuarantinedPayment) },
  },
});

export const resolveQuarantinedPayment = endpoint({
  method: "POST",
  url: "/api/quarantined-payments/:id",
  config: { access: "creator", roles: admins, limit: { points: 30, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Refund such a payment, or mark it as resolved",
    params: z.object({ id: Id }),
    body: z.object({ resolution: z.enum(["REFUNDED", "DISMISSED"]) }),
    response: { 200: QuarantinedPayment },
  },
});
