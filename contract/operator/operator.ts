import { z } from "zod";
import { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Id, multiLine, oneLine, PlaceCursor, SumCents, Timestamp } from "#contract/values.ts";

/** What only those who run the installation see. Nothing here answers what a buyer wrote, has or is called. */
export const operatorTags = ["Operator"];

export const mostReasonLetters = 1_000;

/** A creator as an operator sees them. */
export const OperatedCreator = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  refundPolicy: RefundPolicy,
  /** Null where this installation has no plans. */
  plan: z.enum(["STARTER", "PRO", "ENTERPRISE"]).nullable(),
  /** Paid orders, whatever became of them, and what they brought less what was given back. */
  orderCount: z.int(),
  soldCents: SumCents,
  state: z.enum(["ACTIVE", "SUSPENDED", "DELETING"]),
  /** Why it is suspended, and since when. */
  suspension: z.object({ reason: z.string(), since: Timestamp }).nullable(),
  openReports: z.int(),
  /** Emailed codes don't sign in to the account. */
  codesOff: z.boolean(),
  /** When a reset turns them on again; null where none is under way. */
  resetEndsAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type OperatedCreator = z.infer<typeof OperatedCreator>;

const access = { access: "operator" } as const;
const act = { access: "operator", recentSignIn: "required" } as const;
const done = z.object({ success: z.literal(true) });

export const listOperatedCreators = endpoint({
  method: "GET",
  url: "/api/operator/creators",
  config: access,
  schema: {
    tags: operatorTags,
    summary: "Creators of this installation, the newest first, 25 to a page",
    querystring: z.object({
      /** Words of the handle, the address or the name. */
      q: oneLine(200).optional(),
      state: z.enum(["SUSPENDED", "DELETING"]).optional(),
      cursor: PlaceCursor.optional(),
    }),
    response: {
      200: z.object({ creators: z.array(OperatedCreator), nextCursor: z.string().nullable() }),
    },
  },
});

export const suspendStore = endpoint({
  method: "POST",
  url: "/api/operator/creators/:id/suspension",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Suspend a store: it sells nothing, answers nobody and is paid nothing until it is reinstated",
    params: z.object({ id: Id }),
    body: z.object({
      reason: multiLine(mostReasonLetters, "Say why, in the words that its creator reads"),
    }),
    response: { 201: done },
  },
});

export const reinstateStore = endpoint({
  method: "DELETE",
  url: "/api/operator/creators/:id/suspension",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Reinstate a store: what was on sale is again",
    params: z.object({ id: Id }),
    response: { 200: done },
  },
});

export const startSignInReset = endpoint({
  method: "POST",
  url: "/api/operator/creators/:id/sign-in-reset",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary:
      "Start the reset of an account whose owner can't sign in: emailed codes are on again after 72 hours. The owner is told, and can cancel it.",
    params: z.object({ id: Id }),
    body: z.object({ reason: multiLine(mostReasonLetters, "Say how you know that it's the owner") }),
    response: { 201: done },
  },
});

export const stopSignInReset = endpoint({
  method: "DELETE",
  url: "/api/operator/creators/:id/sign-in-reset",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Stop the reset of an account's sign-in before it takes effect",
    params: z.object({ id: Id }),
    response: { 200: done },
  },
});

/** How much waits for an operator, for the tabs; of each kind no more than 1,000 are counted. */
export const getOperatorCounts = endpoint({
  method: "GET",
  url: "/api/operator/counts",
  config: access,
  schema: {
    tags: operatorTags,
    summary: "How much waits for an operator",
    response: {
      200: z.object({
        payments: z.int(),
        jobs: z.int(),
        mails: z.int(),
        /** Attempts of the last 30 days that may have delivered an email which was then sent again. */
        possibleDuplicates: z.int(),
        webhooks: z.int(),
        differences: z.int(),
        reports: z.int(),
        senderNames: z.int(),
      }),
    },
  },
});

export const OwnerlessPayment = z.object({
  id: Id,
  paymentIntentId: z.string(),
  receivedCents: SumCents,
  expectedCents: SumCents.nullable(),
  reason: z.string(),
  /** Decided, and not done yet. */
  resolution: z.enum(["REFUNDED", "DISMISSED"]).nullable(),
  createdAt: Timestamp,
});
export type OwnerlessPayment = z.infer<typeof OwnerlessPayment>;

export const listOwnerlessPayments = endpoint({
  method: "GET",
  url: "/api/operator/payments",
  config: access,
  schema: {
    tags: operatorTags,
    summary: "Payments that were kept aside and no creator sees, the newest first, 25 to a page",
    querystring: z.object({ cursor: PlaceCursor.optional() }),
    response: {
      200: z.object({ payments: z.array(OwnerlessPayment), nextCursor: z.string().nullable() }),
    },
  },
});

export const resolveOwnerlessPayment = endpoint({
  method: "POST",
  url: "/api/operator/payments/:id/resolve",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Give such a payment back, or mark it as seen to; the first decision stands",
    params: z.object({ id: Id }),
    body: z.object({ resolution: z.enum(["REFUNDED", "DISMISSED"]) }),
    response: { 200: done },
  },
});

/** Something that did not go out or was not done, and waits. Of a mail neither its address nor what it says. */
export const StuckItem = z.object({
  id: z.string(),
  kind: z.enum(["JOB", "MAIL", "WEBHOOK"]),
  /** The job's name, the mail's template, the kind of news. */
  name: z.string(),
  /** FAILED: for good; HELD: it may have left before a restore; LATE: due for minutes, and goes by itself. */
  state: z.enum(["FAILED", "HELD", "LATE"]),
  /** What the last try said, without addresses. */
  why: z.string(),
  at: Timestamp,
});
export type StuckItem = z.infer<typeof StuckItem>;

export const listStuck = endpoint({
  method: "GET",
  url: "/api/operator/stuck",
  config: access,
  schema: {
    tags: operatorTags,
    summary: "Jobs, mails or news of payments that wait for a decision, the newest first, 25 to a page",
    querystring: z.object({
      kind: StuckItem.shape.kind,
      /** Of these alone. */
      name: oneLine(200).optional(),
      /** As `PlaceCursor`; news of payments are named by numbers. */
      cursor: z
        .string()
        .regex(/^\d{1,16}_(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, "This page does not exist")
        .optional(),
    }),
    response: {
      200: z.object({
        items: z.array(StuckItem),
        nextCursor: z.string().nullable(),
        /** How many there are of each name; the most first, 50 at most. */
        names: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    },
  },
});

export const decideStuck = endpoint({
  method: "POST",
  url: "/api/operator/stuck",
  config: { ...act, recentSignIn: "required" },
  schema: {
    tags: operatorTags,
    summary: "Try one of them again or give it up; or all of one name",
    body: z
      .object({
        kind: StuckItem.shape.kind,
        decision: z.enum(["RETRY", "DISCARD"]),
        id: oneLine(100).optional(),
        name: oneLine(200).optional(),
      })
      .refine(({ id, name }) => (id === undefined) !== (name === undefined), {
        path: ["id"],
        message: "Name one of them, or all of one name",
      }),
    response: { 200: z.object({ done: z.int() }) },
  },
});
