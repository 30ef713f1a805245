import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { choice, createdAt, holds, moment, oneOf, shopNow } from "./columns.ts";

/** The sandbox payment provider's own books. Nothing outside `payments/sandbox` reads or writes them. */
export const sandbox = pgSchema("sandbox");

export const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
] as const;

/** `paymentMethod`: the saved card whose bank wants to see the buyer, who may go there with it. */
export type CardError = {
  code: string;
  declineCode: string | null;
  message: string;
  paymentMethod?: string;
};

/** The bank's question to the buyer: pending while it has no answer. */
export type BankQuestion = { token: string; returnPath: string; answer?: "succeeded" | "failed" };

export const sandboxIntents = sandbox.table(
  "payment_intents",
  {
    id: text("id").primaryKey(),
    clientSecret: text("client_secret").notNull(),
    amount: integer("amount").notNull(),
    amountReceived: integer("amount_received").notNull().default(0),
    currency: text("currency").notNull(),
    status: choice("status", intentStatuses).notNull().default("requires_payment_method"),
    receiptEmail: text("receipt_email"),
    paymentMethod: text("payment_method"),
    setupFutureUsage: text("setup_future_usage"),
    /** A card is only authorized; the money is taken when the payment is captured. */
    capturesLater: boolean("captures_later").notNull().default(false),
    /** The membership's bill that this pays; such an intent is neither changed nor cancelled by itself. */
    invoice: text("invoice"),
    metadata: jsonb("metadata").notNull().default({}).$type<Record<string, string>>(),
    /** The account that the money is passed on to, and what the platform keeps of it. */
    destination: text("destination"),
    applicationFee: integer("application_fee").notNull().default(0),
    lastError: jsonb("last_error").$type<CardError | null>(),
    nextAction: jsonb("next_action").$type<BankQuestion | null>(),
    /** When something happens by itself: a slow payment settles, a dispute arrives. */
    followUpAt: moment("follow_up_at"),
    idempotencyKey: text("idempotency_key"),
    /** SHA-256 of the parameters that came with the key. */
    idempotencyFingerprint: text("idempotency_fingerprint"),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().default(shopNow),
  },
  (t) => [
    uniqueIndex("sandbox_intents_idempotency").on(t.idempotencyKey),
    uniqueIndex("sandbox_intents_bank_token")
      .on(sql`(${t.nextAction} ->> 'token')`)
      .where(sql`next_action is not null`),
    index("sandbox_intents_follow_up")
      .on(t.followUpAt)
      .where(sql`follow_up_at is not null`),
    oneOf("sandbox_intents_status", t.status, intentStatuses),
    holds(
      "sandbox_intents_amount",
      sql`(${t.amount} >= 50 or ${t.amount} = 0) and ${t.amountReceived} in (0, ${t.amount})`,
    ),
  ],
);

export const sandboxPaymentMethods = sandbox.table("payment_methods", {
  id: text("id").primaryKey(),
  /** Which test card this is; the number itself is never kept. */
  behaviour: text("behaviour").notNull(),
  brand: text("brand").notNull(),
  last4: text("last4").notNull(),
  /** From this moment on the card is no longer good; null for cards that were kept before this was written down. */
  expiresAt: moment("expires_at"),
  createdAt: createdAt(),
});

export const sandboxRefundStatuses = ["pending", "succeeded", "failed"] as const;

export const sandboxRefunds = sandbox.table(
  "refunds",
  {
    id: text("id").primaryKey(),
    paymentIntent: text("payment_intent")
      .notNull()
      .references(() => sandboxIntents.id),
    amount: integer("amount").notNull(),
    status: choice("status", sandboxRefundStatuses).notNull(),
    metadata: jsonb("metadata").notNull().default({}).$type<Record<string, string>>(),
    followUpAt: moment("follow_up_at"),
    idempotencyKey: text("idempotency_key"),
    idempotencyFingerprint: text("idempotency_fingerprint"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("sandbox_refunds_idempotency").on(t.idempotencyKey),
    index("sandbox_refunds_intent").on(t.paymentIntent),
    index("sandbox_refunds_follow_up")
      .on(t.followUpAt)
      .where(sql`follow_up_at is not null`),
    oneOf("sandbox_refunds_status", t.status, sandboxRefundStatuses),
    holds("sandbox_refunds_amount", sql`${t.amount} > 0`),
  ],
);

export const sandboxDisputeStatuses = ["open", "won", "lost", "closed"] as const;

/** What a buyer's bank asks or takes back; early fraud warnings too, whose ids begin with `issfr_`. */
export const sandboxDisputes = sandbox.table(
  "disputes",
  {
    id: text("id").primaryKey(),
    paymentIntent: text("payment_intent")
      .notNull()
      .references(() => sandboxIntents.id),
    amount: integer("amount").notNull(),
    reason: text("reason").notNull(),
    status: choice("status", sandboxDisputeStatuses).notNull(),
    isInquiry: boolean("is_inquiry").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("sandbox_disputes_intent").on(t.paymentIntent),
    oneOf("sandbox_disputes_status", t.status, sandboxDisputeStatuses),
  ],
);

/** The first answer to each update, for those that come again with the same key. */
export const sandboxUpdates = sandbox.table(
  "updates",
  {
    idempotencyKey: text("idempotency_key").primaryKey(),
    idempotencyFingerprint: text("idempotency_fingerprint").notNull(),
    answer: jsonb("answer").notNull().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [index("sandbox_updates_age").on(t.createdAt)],
);

/** Events waiting to be delivered as signed webhooks, with retries. */
export const sandboxEvents = sandbox.table(
  "events",
  {
    seq: bigserial("seq", { mode: "number" }).primaryKey(),
    id: text("id").notNull().unique(),
    type: text("type").notNull(),
    /** The object as it was when the event happened. */
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    attempts: integer("attempts").notNull().default(0),
    deliverAt: moment("deliver_at").notNull().default(shopNow),
    deliveredAt: moment("delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("sandbox_events_due")
      .on(t.deliverAt)
      .where(sql`delivered_at is null`),
  ],
);

/** One row: what goes wrong on purpose when events are delivered. */
export const sandboxFaults = sandbox.table(
  "faults",
  {
    id: smallint("id").primaryKey().default(1),
    /** So many of the next events are lost. */
    dropNext: integer("drop_next").notNull().default(0),
    /** Every event is this late. */
    delaySeconds: integer("delay_seconds").notNull().default(0),
    /** Every event is delivered so many times more. */
    duplicates: integer("duplicates").notNull().default(0),
    /** Events that wait together are delivered newest first. */
    reorder: boolean("reorder").notNull().default(false),
  },
  (t) => [
    holds("sandbox_faults_one_row", sql`${t.id} = 1`),
    holds(
      "sandbox_faults_range",
      sql`${t.dropNext} >= 0 and ${t.delaySeconds} >= 0 and ${t.duplicates} >= 0`,
    ),
  ],
);
