import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { subscriptionStatuses } from "./access.ts";
import { choice, createdAt, holds, moment, oneOf } from "./columns.ts";
import { type CardError, sandbox, sandboxIntents } from "./sandbox.ts";

/** Memberships in the sandbox provider's own books. */
export const sandboxSubscriptions = sandbox.table(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    status: choice("status", subscriptionStatuses).notNull().default("incomplete"),
    title: text("title").notNull(),
    price: integer("price").notNull(),
    currency: text("currency").notNull(),
    interval: choice("interval", ["month", "year"]).notNull(),
    /** What is billed from the end of the running period on, where that is something else. */
    nextPrice: integer("next_price"),
    nextInterval: choice("next_interval", ["month", "year"]),
    receiptEmail: text("receipt_email").notNull(),
    metadata: jsonb("metadata").notNull().$type<Record<string, string>>(),
    paymentMethod: text("payment_method"),
    /** The connected account that every payment is passed on to, and what is kept of it, in basis points. */
    payeeAccount: text("payee_account"),
    payeeFeeBps: integer("payee_fee_bps").notNull().default(0),
    /** Periods are counted from here, so that what began on a 31st comes back to it. */
    anchor: moment("anchor").notNull(),
    periods: integer("periods").notNull().default(1),
    currentPeriodEnd: moment("current_period_end").notNull(),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    pausedUntil: moment("paused_until"),
    endedAt: moment("ended_at"),
    /** When something happens by itself: it expires, renews, rests, comes back, or the card is tried again. */
    nextStepAt: moment("next_step_at"),
    idempotencyKey: text("idempotency_key").notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index("sandbox_subscriptions_next_step")
      .on(t.nextStepAt)
      .where(sql`next_step_at is not null`),
    oneOf("sandbox_subscriptions_status", t.status, subscriptionStatuses),
    oneOf("sandbox_subscriptions_interval", t.interval, ["month", "year"]),
    oneOf("sandbox_subscriptions_next_interval", t.nextInterval, ["month", "year"]),
    holds("sandbox_subscriptions_next", sql`num_nulls(next_price, next_interval) in (0, 2)`),
  ],
);

export const sandboxInvoiceStatuses = ["open", "paid", "void", "uncollectible"] as const;

export const sandboxInvoices = sandbox.table(
  "invoices",
  {
    id: text("id").primaryKey(),
    subscription: text("subscription")
      .notNull()
      .references(() => sandboxSubscriptions.id),
    reason: choice("reason", ["subscription_create", "subscription_cycle"]).notNull(),
    status: choice("status", sandboxInvoiceStatuses).notNull().default("open"),
    amount: integer("amount").notNull(),
    /** What of it is for the period itself, after discounts and without extras: what is left of it can be credited. */
    periodAmount: integer("period_amount"),
    currency: text("currency").notNull(),
    periodStart: moment("period_start").notNull(),
    periodEnd: moment("period_end").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When the card failed first: what the days of the retries count from. */
    failedAt: moment("failed_at"),
    /** Null where nothing is to be paid. */
    paymentIntent: text("payment_intent").references(() => sandboxIntents.id),
    createdAt: createdAt(),
  },
  (t) => [
    // No period is billed twice, whoever bills it.
    unique("sandbox_invoices_period").on(t.subscription, t.periodStart),
    uniqueIndex("sandbox_invoices_intent").on(t.paymentIntent),
    index("sandbox_invoices_open")
      .on(t.id)
      .where(sql`status = 'open'`),
    oneOf("sandbox_invoices_status", t.status, sandboxInvoiceStatuses),
    holds("sandbox_invoices_amount", sql`${t.amount} >= 0 and ${t.periodEnd} > ${t.periodStart}`),
  ],
);

export const setupStatuses = ["requires_payment_method", "succeeded"] as const;

/** A new card on its way to a membership. */
export const sandboxSetupIntents = sandbox.table(
  "setup_intents",
  {
    id: text("id").primaryKey(),
    clientSecret: text("client_secret").notNull(),
    subscription: text("subscription")
      .notNull()
      .references(() => sandboxSubscriptions.id),
    status: choice("status", setupStatuses).notNull().default("requires_payment_method"),
    paymentMethod: text("payment_method"),
    lastError: jsonb("last_error").$type<CardError | null>(),
    idempotencyKey: text("idempotency_key").notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [oneOf("sandbox_setup_intents_status", t.status, setupStatuses)],
);
