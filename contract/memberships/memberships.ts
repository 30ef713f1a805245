import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Cents, Id, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Members"];

const planFields = {
  billingInterval: z.enum(["MONTH", "YEAR"]),
  priceCents: Cents,
  /** Of the plan; null where only the interval is another. */
  title: z.string().nullable(),
};

/** A membership as its proven buyer sees it. */
export const Membership = z.object({
  id: Id,
  /** The order that began it. */
  orderId: Id,
  product: z.object({ id: Id, title: z.string(), benefits: z.array(z.string()) }),
  /** It pays for a creator's plan of this installation. */
  isPlan: z.boolean(),
  creatorName: z.string(),
  /** Its seller has left: it ends with what is paid, and cannot be kept or joined again. */
  isSellerGone: z.boolean(),
  /** Its store is suspended: nothing is charged, and it can be cancelled and not taken up, until that is over. */
  isSellerSuspended: z.boolean(),
  state: z.enum([
    "ACTIVE",
    /** Ends with the paid period. */
    "ENDING",
    /** Bills nothing until `pausedUntil`. */
    "PAUSED",
    /** A renewal failed. */
    "PAST_DUE",
    "ENDED",
  ]),
  /** Of each period. */
  priceCents: Cents,
  currency: z.string(),
  billingInterval: z.enum(["MONTH", "YEAR"]),
  /**
   * The other interval, where it can move there now, and what a period of it costs; of a plan of this installation the other
   * plan, with its `title`. `isLater`: it begins with the next payment.
   */
  otherPlan: z.object({ ...planFields, isLater: z.boolean() }).nullable(),
  /** What is charged from that moment on, where that is something else; until then it can be taken back. */
  nextPlan: z.object({ ...planFields, startsAt: Timestamp }).nullable(),
  /** Another price of the same interval that its member was told of, and the first payment that it is for. */
  newPrice: z.object({ priceCents: Cents, startsAt: Timestamp }).nullable(),
  /** It is in its free trial until then: nothing has been paid, and cancelling before costs nothing. */
  trialEndsAt: Timestamp.nullable(),
  /** Null where nothing will be charged by itself. */
  nextPaymentAt: Timestamp.nullable(),
  pausedUntil: Timestamp.nullable(),
  /** The member's area is open; until then at least, where an end is known and nothing else has closed it. */
  isOpen: z.boolean(),
  openUntil: Timestamp.nullable(),
  /** It rests, and what was paid for is over: going on charges the next period now. */
  resumesAtOnce: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** The renewal that could not be charged. */
  failedPayment: z.object({ amountCents: SumCents, message: z.string().nullable() }).nullable(),
});
export type Membership = z.infer<typeof Membership>;

/** What a try to charge an open renewal came to; `message` is for the buyer. */
const Charged = z.object({ membership: Membership, isPaid: z.boolean(), message: z.string().nullable() });

const limit = { points: 30, seconds: 60 };
const params = z.object({ id: Id });
/** An order of this membership, which the request proves as it does an order: browser, verified address or receipt. */
const proven = { orderId: Id };

export const listMemberships = endpoint({
  method: "GET",
  url: "/api/memberships",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The memberships of a proven order; none for any other",
    querystring: z.object(proven),
    response: { 200: z.array(Membership) },
  },
});

export const cancelMembership = endpoint({
  method: "POST",
  url: "/api/memberships/:id/cancel",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "End a membership with its paid period; at once where a renewal has failed",
    params,
    body: z.object(proven),
    response: { 200: Membership },
  },
});

export const keepMembership = endpoint({
  method: "POST",
  url: "/api/memberships/:id/keep",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Take a cancellation back before the period ends",
    params,
    body: z.object(proven),
    response: { 200: Membership },
  },
});

export const pauseMembership = endpoint({
  method: "POST",
  url: "/api/memberships/:id/pause",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Rest for 1 or 3 months after the paid period",
    params,
    body: z.object({ ...proven, months: z.union([z.literal(1), z.literal(3)]) }),
    response: { 200: Membership },
  },
});

export const resumeMembership = endpoint({
  method: "POST",
  url: "/api/memberships/:id/resume",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "End a pause; where the paid period is over, the next one is charged now",
    params,
    body: z.object(proven),
    response: { 200: Membership },
  },
});

const interval = { billingInterval: z.enum(["MONTH", "YEAR"]) };

/**
 * What moving to `otherPlan` costs, to the cent, for as long as it is confirmed within a quarter of an hour: to the year or a
 * dearer plan at once, to the month or a cheaper one from the end of what is paid on.
 */
export const MovePreview = z.object({
  ...interval,
  /** Of each period then. */
  priceCents: Cents,
  currency: z.string(),
  /** When it begins. */
  startsAt: Timestamp,
  /** Charged at once: the price less the credit, or nothing. */
  chargeCents: Cents,
  /** For the rest of the period that was paid for already. */
  creditCents: Cents,
  nextPaymentAt: Timestamp,
  /** The moment that it is counted from; confirmed with the same one. */
  at: Timestamp,
});
export type MovePreview = z.infer<typeof MovePreview>;

export const previewMove = endpoint({
  method: "GET",
  url: "/api/memberships/:id/move",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "What moving to the other interval or plan would cost; changes nothing",
    params,
    querystring: z.object({ ...proven, ...interval }),
    response: { 200: MovePreview },
  },
});

export const moveMembership = endpoint({
  method: "POST",
  url: "/api/memberships/:id/move",
  config: { access: "buyer", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary:
      "Move to the other interval or plan as it was previewed; where the card does not pay, all stays as it was",
    params,
    body: z.object({ ...proven, ...interval, priceCents: Cents, chargeCents: Cents, at: Timestamp }),
    response: { 200: Charged },
  },
});

export const undoMove = endpoint({
  method: "POST",
  url: "/api/memberships/:id/move/undo",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Take a move back that begins later",
    params,
    body: z.object(proven),
    response: { 200: Membership },
  },
});

export const startCardChange = endpoint({
  method: "POST",
  url: "/api/memberships/:id/card",
  config: { access: "buyer", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Open the payment form for another card",
    params,
    body: z.object(proven),
    response: { 200: z.object({ setupIntentId: z.string(), clientSecret: z.string() }) },
  },
});

export const finishCardChange = endpoint({
  method: "POST",
  url: "/api/memberships/:id/card/finish",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Use the card that the form took; an open renewal is charged at once",
    params,
    body: z.object({ ...proven, setupIntentId: z.string().max(200) }),
    response: { 200: Charged },
  },
});

export const retryMembershipPayment = endpoint({
  method: "POST",
  url: "/api/memberships/:id/retry",
  config: { access: "buyer", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Charge the open renewal now, with the card on file",
    params,
    body: z.object(proven),
    response: { 200: Charged },
  },
});
