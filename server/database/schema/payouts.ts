import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, choice, createdAt, holds, id, moment, oneOf } from "./columns.ts";
import { orderPayments } from "./orders.ts";

/** A creator's account at a provider, as it said last. */
export const payoutAccounts = pgTable(
  "payout_accounts",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** An account of the sandbox is none of Stripe's. */
    provider: text("provider").notNull(),
    accountId: text("account_id").notNull(),
    /** Payments may be passed on to it. */
    transfersActive: boolean("transfers_active").notNull().default(false),
    needsInformation: boolean("needs_information").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.provider] }),
    uniqueIndex("payout_accounts_account").on(t.provider, t.accountId),
  ],
);

export const shareKinds = ["NEW", "DIRECT", "OWED", "FOREIGN"] as const;

/**
 * How each payment reaches its creator; a trigger writes the row with the payment. NEW: nobody has looked yet. DIRECT:
 * the provider passed it on at once. OWED: it stayed with the platform, and is passed on by `creator_transfers`. FOREIGN: the provider
 * knows no such payment (it was another's, or a demo's), so it has nothing to pass on.
 */
export const paymentShares = pgTable(
  "payment_shares",
  {
    orderPaymentId: uuid("order_payment_id")
      .primaryKey()
      .references(() => orderPayments.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    kind: choice("kind", shareKinds).notNull().default("NEW"),
    /** The account that a DIRECT payment went to. */
    accountId: text("account_id"),
    /** The platform's part: of a DIRECT payment what the provider kept back, else the rate of the day it was paid. */
    feeBps: integer("fee_bps").notNull().default(0),
    feeCents: integer("fee_cents").notNull().default(0),
    currency: text("currency").notNull().default("usd"),
    /**
     * What is still to be passed on, below zero to be taken back, as it was when the payment was looked at. Null: something
     * about it is new since; triggers see to that.
     */
    owedCents: integer("owed_cents"),
    /** What has reached the creator, as it was then. */
    reachedCents: integer("reached_cents"),
    /** Nothing is moved before: the provider refused, or nothing can be moved until something about the payment is new. */
    waitsUntil: moment("waits_until")
      .notNull()
      .default(sql`'-infinity'`),
    createdAt: createdAt(),
  },
  (t) => [
    // Holds all that a creator's balances are added up from.
    index("payment_shares_balances").on(t.ownerId, t.kind, t.currency, t.owedCents, t.reachedCents),
    index("payment_shares_open")
      .on(t.kind, t.orderPaymentId)
      .where(sql`owed_cents is null`),
    index("payment_shares_due")
      .on(t.ownerId, t.waitsUntil, t.orderPaymentId)
      .where(sql`kind = 'OWED' and owed_cents <> 0`),
    oneOf("payment_shares_kind", t.kind, shareKinds),
    holds("payment_shares_account", sql`(${t.kind} = 'DIRECT') = (${t.accountId} is not null)`),
    holds("payment_shares_looked_at", sql`(${t.owedCents} is null) = (${t.reachedCents} is null)`),
    holds("payment_shares_fee", sql`${t.feeBps} between 0 and 10000 and ${t.feeCents} >= 0`),
  ],
);

export const transferKinds = ["TRANSFER", "REVERSAL"] as const;
export const transferStatuses = ["PENDING", "DONE", "FAILED"] as const;

/** Money passed on to a creator later, or taken back. Written before the provider is asked; its id is the key. */
export const creatorTransfers = pgTable(
  "creator_transfers",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    orderPaymentId: uuid("order_payment_id")
      .notNull()
      .references(() => paymentShares.orderPaymentId, { onDelete: "cascade" }),
    kind: choice("kind", transferKinds).notNull(),
    provider: text("provider").notNull(),
    accountId: text("account_id").notNull(),
    amountCents: cents("amount_cents"),
    currency: text("currency").notNull(),
    status: choice("status", transferStatuses).notNull().default("PENDING"),
    /** The provider's id of the transfer; of the one that is taken back, for a REVERSAL. */
    providerTransferId: text("provider_transfer_id"),
    /** Why the provider refused. */
    failure: text("failure"),
    createdAt: createdAt(),
    /** When the provider was asked last. */
    askedAt: moment("asked_at"),
    settledAt: moment("settled_at"),
  },
  (t) => [
    uniqueIndex("creator_transfers_pending")
      .on(t.orderPaymentId)
      .where(sql`status = 'PENDING'`),
    index("creator_transfers_unanswered")
      .on(t.ownerId, t.createdAt)
      .where(sql`status = 'PENDING'`),
    index("creator_transfers_payment").on(t.orderPaymentId),
    index("creator_transfers_owner").on(t.ownerId, t.createdAt),
    oneOf("creator_transfers_kind", t.kind, transferKinds),
    oneOf("creator_transfers_status", t.status, transferStatuses),
    holds("creator_transfers_amount", sql`${t.amountCents} > 0`),
    holds(
      "creator_transfers_settled",
      sql`(${t.status} = 'PENDING') = (${t.settledAt} is null) and (${t.status} <> 'DONE' or ${t.providerTransferId} is not null)`,
    ),
  ],
);
