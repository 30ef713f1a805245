import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins, forSupport } from "#contract/team/roles.ts";
import { Id, multiLine, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Refund requests"];

/** WITHDRAWN by the buyer; CLOSED by a dispute, or by a refund that was made without it. */
export const RefundRequestStatus = z.enum(["REQUESTED", "GRANTED", "DECLINED", "WITHDRAWN", "CLOSED"]);
export type RefundRequestStatus = z.infer<typeof RefundRequestStatus>;

/** What a buyer asked for, and what became of it. */
export const RefundRequest = z.object({
  id: Id,
  status: RefundRequestStatus,
  /** The buyer's words. */
  message: z.string(),
  /** Asked within the promised days: granted by itself at `answerBy`. Else an answer is expected until then. */
  isPromised: z.boolean(),
  /** Asked within a guarantee: it cannot be declined. */
  isGuaranteed: z.boolean(),
  answerBy: Timestamp,
  /** The creator's words. */
  note: z.string(),
  /** Of what was granted: how its refund stands. */
  refund: z.object({ amountCents: SumCents, status: z.enum(["PENDING", "SUCCEEDED", "FAILED"]) }).nullable(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** How a line of an order stands towards its buyer's money. */
export const LineRefund = z.object({
  /** A request can be made: paid, not given back yet, not disputed, not asked for already, nor three times before, and no plan of this installation. */
  canAsk: z.boolean(),
  /** Until when the seller's promise covers it; null where none was made, or it is over. */
  promisedUntil: Timestamp.nullable(),
  /**
   * How the guarantee of the sale covers it. AT_ONCE: asking is enough. ON_RETURN: the seller refunds a parcel once it is back,
   * and at the latest 14 days after the request. RETRY: a refund was granted and its bank refused it, so a person looks first.
   */
  guarantee: z.enum(["NONE", "AT_ONCE", "ON_RETURN", "RETRY"]),
  /** The newest one. */
  request: RefundRequest.nullable(),
  /** When money last went back. */
  refundedAt: Timestamp.nullable(),
});
export type LineRefund = z.infer<typeof LineRefund>;

export const requestRefund = endpoint({
  method: "POST",
  url: "/api/buyer-orders/:id/refund-requests",
  config: { access: "buyer", limit: { points: 20, seconds: 3600 } },
  schema: {
    tags,
    summary: "Ask for the money of a line; asking again while the first is open answers the first",
    params: z.object({ id: Id }),
    body: z.object({ orderItemId: z.string().max(100), message: multiLine(1_000).default("") }),
    response: { 200: RefundRequest },
  },
});

export const withdrawRefundRequest = endpoint({
  method: "POST",
  url: "/api/buyer-orders/:id/refund-requests/:requestId/withdraw",
  config: { access: "buyer", limit: { points: 20, seconds: 3600 } },
  schema: {
    tags,
    summary: "Take a request back that has not been answered",
    params: z.object({ id: Id, requestId: Id }),
    response: { 200: RefundRequest },
  },
});

export const getMyRefund = endpoint({
  method: "GET",
  url: "/api/products/:id/my-refund",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "What the caller asked back, or got back, of a product they bought; null where that is nothing",
    params: z.object({ id: Id }),
    response: {
      200: z.object({
        refund: z
          .object({
            /** The order's own page. */
            reference: z.string(),
            email: z.string(),
            currency: z.string(),
            totalPriceCents: SumCents,
            refundedCents: SumCents,
            refundedAt: Timestamp.nullable(),
            request: RefundRequest.nullable(),
          })
          .nullable(),
      }),
    },
  },
});

export const OpenRefundRequest = RefundRequest.extend({
  orderId: Id,
  orderItemId: Id,
  title: z.string(),
  currency: z.string(),
  /** What a grant gives back. */
  leftCents: SumCents,
  /** It paid for a membership that goes on. */
  billsOn: z.boolean(),
  customer: z.object({ email: z.string(), name: z.string() }),
});
export type OpenRefundRequest = z.infer<typeof OpenRefundRequest>;

export const listRefundRequests = endpoint({
  method: "GET",
  url: "/api/refund-requests",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary:
      "Requests that wait for the creator's answer, the most urgent first; at most 50, and how many there are",
    response: { 200: z.object({ count: z.int(), requests: z.array(OpenRefundRequest) }) },
  },
});

export const answerRefundRequest = endpoint({
  method: "POST",
  url: "/api/refund-requests/:id",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 60, seconds: 60 },
    recentSignIn: "required when more than 5 orders or 500.00 are refunded within 24 hours",
  },
  schema: {
    tags,
    summary:
      "Grant a request, which refunds all that is left of its line, or decline it with a reason; a guaranteed one cannot be declined",
    params: z.object({ id: Id }),
    body: z.object({
      answer: z.enum(["GRANTED", "DECLINED"]),
      /** What the buyer reads; a decline needs one. */
      note: multiLine(1_000).default(""),
      /** Ends the membership that the line paid for, too; left out: yes. */
      endMembership: z.boolean().optional(),
    }),
    response: { 200: RefundRequest },
  },
});
