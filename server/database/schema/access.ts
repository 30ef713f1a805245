import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products, renewalIntervals } from "./catalog.ts";
import {
  cents,
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  moment,
  oneOf,
  shopNow,
  updatedAt,
} from "./columns.ts";
import { customers, orderItems, orders } from "./orders.ts";

/** What a paid line opens. Revoked by refunds and lost disputes. */
export const access = pgTable(
  "access",
  {
    id: id(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    orderId: uuid("order_id").notNull(),
    orderItemId: uuid("order_item_id").notNull(),
    /** A membership: open only while this subscription is. */
    subscriptionId: uuid("subscription_id").references(() => subscriptions.id),
    grantedAt: moment("granted_at").notNull().default(shopNow),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    uniqueIndex("access_once").on(t.orderItemId),
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "access_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "access_product_fk",
    }),
    foreignKey({
      columns: [t.orderItemId, t.orderId],
      foreignColumns: [orderItems.id, orderItems.orderId],
      name: "access_item_fk",
    }).onDelete("cascade"),
    index("access_customer").on(t.customerId, t.productId, t.revokedAt, t.orderId),
    index("access_order").on(t.orderId),
    index("access_revoked")
      .on(t.productId, t.revokedAt)
      .where(sql`revoked_at is not null`),
    // With all that says whether a purchase stands: a creator's members are found here, without their rows.
    index("access_owner_product")
      .on(t.ownerId, t.productId, t.customerId, t.grantedAt, t.orderId, t.subscriptionId)
      .where(sql`revoked_at is null`),
  ],
);

export const buyerSessionKinds = ["BEARER", "COOKIE"] as const;

/** Proof P2: a browser (or bearer) that proved an address by an emailed code. */
export const buyerSessions = pgTable(
  "buyer_sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** By which its member speaks of it: the hash leaves the server nowhere. */
    id: uuid("id").notNull().unique().defaultRandom(),
    kind: choice("kind", buyerSessionKinds).notNull(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    userAgent: text("user_agent").notNull().default(""),
    ip: text("ip").notNull().default(""),
    lastSeenAt: moment("last_seen_at").notNull().default(shopNow),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("buyer_sessions_customer").on(t.customerId),
    index("buyer_sessions_expire").on(t.expiresAt),
    oneOf("buyer_sessions_kind", t.kind, buyerSessionKinds),
  ],
);

/** Numbers the questions about memberships that we put to their provider, in their order. */
export const membershipAsks = pgSequence("membership_asks");

export const subscriptionStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "paused",
  "canceled",
  "unpaid",
] as const;

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: id(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    orderId: uuid("order_id"),
    providerSubscriptionId: text("provider_subscription_id").notNull().unique(),
    status: choice("status", subscriptionStatuses).notNull(),
    /** What each period costs, in cents; a change of the product's price does not touch it. */
    priceCents: cents("price_cents"),
    currency: text("currency").notNull().default("usd"),
    billingInterval: choice("billing_interval", renewalIntervals).notNull(),
    /** The free trial that it began with; null: none. */
    trialDays: integer("trial_days"),
    /** The checkout that began it. */
    checkoutSessionId: uuid("checkout_session_id").unique(),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    /** From this moment on the card is no longer good. */
    cardExpiresAt: moment("card_expires_at"),
    /** What its member was told ahead: of the renewal at this moment, of the card that ends at this one, and a year's note. */
    renewalToldFor: moment("renewal_told_for"),
    cardToldFor: moment("card_told_for"),
    /** Told again when only days were left. */
    cardToldTwice: boolean("card_told_twice").notNull().default(false),
    yearToldAt: moment("year_told_at").notNull().default(shopNow),
    /** When the first unpaid renewal failed; access lasts until `grace_until` of it. */
    pastDueAt: moment("past_due_at"),
    endedAt: moment("ended_at"),
    currentPeriodEnd: moment("current_period_end"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    pausedUntil: moment("paused_until"),
    /** What is billed from the end of what is paid on, where that is something else: agreed to, whatever the provider knows. */
    nextBillingInterval: choice("next_billing_interval", renewalIntervals),
    nextPriceCents: integer("next_price_cents"),
    /** The creator whose plan it is. */
    planFor: uuid("plan_for").references(() => users.id, { onDelete: "set null" }),
    /** The plan's product that it moves to, now or with `nextPriceCents`, and what that costs: see `takeMovedProduct`. */
    movingProductId: uuid("moving_product_id"),
    movingPriceCents: integer("moving_price_cents"),
    /** Its member moves to another interval: no second request does so until then. */
    movingUntil: moment("moving_until"),
    /** Of `membershipAsks`: the question whose answer this row is. An earlier one changes it no more. */
    askedNumber: bigint("asked_number", { mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "subscriptions_product_fk",
    }),
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "subscriptions_order_fk",
    }),
    foreignKey({
      columns: [t.movingProductId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "subscriptions_moving_product_fk",
    }),
    index("subscriptions_customer").on(t.customerId, t.productId),
    index("subscriptions_plans")
      .on(t.planFor)
      .where(sql`plan_for is not null`),
    // A creator has one plan, whoever pays and however often.
    uniqueIndex("subscriptions_plan_once")
      .on(t.planFor)
      .where(sql`plan_for is not null and status in ('trialing', 'active', 'paused', 'past_due')`),
    // A creator's members, among ten times as many customers.
    index("subscriptions_members")
      .on(t.ownerId, t.customerId)
      .where(sql`status in ('trialing', 'active', 'paused', 'past_due')`),
    // Of a product and interval, by id: a hundred thousand are told of another price little by little.
    index("subscriptions_of_product")
      .on(t.productId, t.billingInterval, t.id)
      .where(sql`status in ('trialing', 'active', 'paused', 'past_due')`),
    // Monthly members who are charged another price next.
    index("subscriptions_dearer")
      .on(t.currentPeriodEnd)
      .where(
        sql`status = 'active' and billing_interval = 'MONTH' and next_billing_interval = 'MONTH' and not cancel_at_period_end`,
      ),
    index("subscriptions_silent")
      .on(sql`greatest(current_period_end, paused_until)`)
      .where(sql`status in ('active', 'trialing', 'past_due', 'paused')`),
    index("subscriptions_owing")
      .on(t.ownerId)
      .where(sql`status in ('past_due', 'unpaid')`),
    // Whom reminders are for, each by when it is due.
    index("subscriptions_yearly")
      .on(t.currentPeriodEnd)
      .where(sql`status = 'active' and billing_interval = 'YEAR' and not cancel_at_period_end`),
    index("subscriptions_trials")
      .on(t.currentPeriodEnd)
      .where(sql`status = 'trialing' and not cancel_at_period_end`),
    index("subscriptions_monthly")
      .on(t.yearToldAt)
      .where(sql`status = 'active' and billing_interval = 'MONTH' and not cancel_at_period_end`),
    index("subscriptions_cards")
      .on(t.cardExpiresAt)
      .where(sql`status in ('active', 'paused') and not cancel_at_period_end`),
    oneOf("subscriptions_status", t.status, subscriptionStatuses),
    index("subscriptions_planned")
      .on(t.updatedAt)
      .where(sql`next_billing_interval is not null`),
    oneOf("subscriptions_interval", t.billingInterval, renewalIntervals),
    oneOf("subscriptions_next_interval", t.nextBillingInterval, renewalIntervals),
    isPrice("subscriptions_next_price", t.nextPriceCents),
    holds("subscriptions_next_plan", sql`num_nulls(next_billing_interval, next_price_cents) in (0, 2)`),
    isPrice("subscriptions_price", t.priceCents),
    isPrice("subscriptions_moving_price", t.movingPriceCents),
    holds("subscriptions_moving", sql`num_nulls(moving_product_id, moving_price_cents) in (0, 2)`),
  ],
);

/**
 * Who has had a membership's free trial: one for each mailbox and for each card, ever. Neither is kept as it is, but as a
 * keyed value of it, so that nobody can be read from here, and whoever asked to be forgotten has still had theirs.
 */
export const membershipTrials = pgTable(
  "membership_trials",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The checkout that began it. */
    checkoutSessionId: uuid("checkout_session_id").primaryKey(),
    mailboxKey: text("mailbox_key").notNull(),
    /** Null where the provider names no card. */
    cardKey: text("card_key"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("membership_trials_mailbox").on(t.productId, t.mailboxKey),
    uniqueIndex("membership_trials_card").on(t.productId, t.cardKey),
  ],
);

export const invoiceStatuses = ["OPEN", "PAID", "FAILED"] as const;

/** One period of a membership, billed. A paid one is an order; the first one is the order that began it. */
export const subscriptionInvoices = pgTable(
  "subscription_invoices",
  {
    id: id(),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    providerInvoiceId: text("provider_invoice_id").notNull().unique(),
    orderId: uuid("order_id").references(() => orders.id),
    amountCents: cents("amount_cents"),
    status: choice("status", invoiceStatuses).notNull(),
    periodStart: moment("period_start").notNull(),
    periodEnd: moment("period_end").notNull(),
    /** How often payment was tried by itself; a try by hand counts only where it was the first. */
    attempts: integer("attempts").notNull().default(0),
    /** When the provider tries by itself next, as it said last. */
    nextAttemptAt: moment("next_attempt_at"),
    failure: text("failure"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("subscription_invoices_subscription").on(t.subscriptionId, t.periodStart),
    uniqueIndex("subscription_invoices_order").on(t.orderId),
    oneOf("subscription_invoices_status", t.status, invoiceStatuses),
  ],
);
