import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { billingIntervals, products, renewalIntervals } from "./catalog.ts";
import {
  cents,
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  isRevision,
  moment,
  notNegative,
  oneOf,
  revision,
  updatedAt,
} from "./columns.ts";
import type { discountSources, itemTypes } from "./orders.ts";

export const checkoutTypes = ["STANDARD", "EXPRESS", "EMBEDDED", "SLIDE"] as const;
export const checkoutStatuses = ["ACTIVE", "COMPLETED", "ABANDONED", "EXPIRED"] as const;

/** Where a physical product goes; `country` is an ISO 3166 code of two letters. */
export type ShippingAddress = {
  name: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
};

/** One open purchase of one product in one browser. It holds at most one live payment intent. */
export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    id: uuid("session_id").primaryKey().defaultRandom(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    productId: uuid("product_id").notNull(),
    /** SHA-256 of the browser's cookie: one ACTIVE session per browser and product, and proof P1 once paid. */
    browserHash: text("browser_hash").notNull(),
    email: text("email").notNull(),
    customerName: text("customer_name").notNull().default(""),
    orderBumpsOffered: uuid("order_bumps_offered")
      .array()
      .notNull()
      .default(sql`'{}'`),
    orderBumpsAccepted: uuid("order_bumps_accepted")
      .array()
      .notNull()
      .default(sql`'{}'`),
    couponCode: text("coupon_code"),
    affiliateCode: text("affiliate_code"),
    /** The reply in a direct message that led here: see `reply_links`. */
    replyLinkCode: text("reply_link_code"),
    /** The newest cart version; the intent's metadata names the one that is charged. */
    cartVersion: integer("cart_version").notNull().default(1),
    /** Null until the gateway has answered, and for free orders. */
    paymentIntentId: text("payment_intent_id"),
    /** The provider's subscription that the payment belongs to, for a membership. */
    providerSubscriptionId: text("provider_subscription_id").unique(),
    /** Asked for where a line is shipped. */
    shippingAddress: jsonb("shipping_address").$type<ShippingAddress>(),
    /** The zone of the browser in which pay was pressed last; null where it named none that we know. */
    buyerZone: text("buyer_zone"),
    /** SHA-256 of the intent's client secret: the proof of a buyer who returns in another browser. */
    clientSecretHash: text("client_secret_hash"),
    status: choice("status", checkoutStatuses).notNull().default("ACTIVE"),
    /** How the page that opened it shows the checkout. */
    checkoutType: choice("checkout_type", checkoutTypes).notNull().default("STANDARD"),
    /** Pay was pressed: what the cart needs is kept until then. Null before, and after a payment that failed. */
    heldUntil: moment("held_until"),
    /** It was pressed again meanwhile; a third time changes nothing. */
    holdRenewed: boolean("hold_renewed").notNull().default(false),
    /** When pay was pressed last, until that attempt is known to have failed: its payment is not changed, but ended. */
    pressedAt: moment("pressed_at"),
    /** By which words digital content was asked for at once when pay was pressed last; null: it was not. See `withdrawal_consents`. */
    consentVersion: integer("consent_version"),
    /** The failed attempt that pay was pressed after: it is not the one that was pressed for, and late news of it ends no hold. */
    knownFailure: text("known_failure"),
    /** Its card was kept for a free trial that this buyer has had before: what this browser is asked for from now on has none. */
    trialRefused: boolean("trial_refused").notNull().default(false),
    /** Its payment was released or refunded because its coupon is for a first purchase, and this buyer had bought before. */
    couponRefusedAt: moment("coupon_refused_at"),
    /** Whose plan it pays for, whatever address is typed. */
    planFor: uuid("plan_for").references(() => users.id, { onDelete: "set null" }),
    completedOrderId: uuid("completed_order_id"),
    expiresAt: moment("expires_at").notNull(),
    /** When the reconciler asks the gateway about the payment next; the wait doubles with every check. */
    nextCheckAt: moment("next_check_at"),
    checks: integer("checks").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "checkout_sessions_product_fk",
    }),
    uniqueIndex("checkout_sessions_active")
      .on(t.browserHash, t.productId)
      .where(sql`status = 'ACTIVE'`),
    // A creator pays for one plan at a time, in whatever browser.
    uniqueIndex("checkout_sessions_plan")
      .on(t.planFor)
      .where(sql`status = 'ACTIVE' and plan_for is not null`),
    index("checkout_sessions_plan_for")
      .on(t.planFor)
      .where(sql`plan_for is not null`),
    uniqueIndex("checkout_sessions_intent_unique").on(t.paymentIntentId),
    index("checkout_sessions_email").on(sql`lower(${t.email})`),
    index("checkout_sessions_check")
      .on(t.nextCheckAt)
      .where(sql`status = 'ACTIVE'`),
    index("checkout_sessions_unpriced")
      .on(t.expiresAt)
      .where(sql`status = 'ACTIVE' and payment_intent_id is null`),
    index("checkout_sessions_refused_trial")
      .on(t.browserHash, t.productId)
      .where(sql`trial_refused`),
    // Which bumps a period's orders were offered.
    index("checkout_sessions_offered")
      .on(t.ownerId, t.createdAt, t.completedOrderId, t.orderBumpsOffered)
      .where(sql`status = 'COMPLETED' and order_bumps_offered <> '{}'`),
    index("checkout_sessions_ended")
      .on(t.expiresAt, t.id)
      .where(sql`status in ('ABANDONED', 'EXPIRED')`),
    oneOf("checkout_sessions_status", t.status, checkoutStatuses),
    oneOf("checkout_sessions_type", t.checkoutType, checkoutTypes),
  ],
);

/**
 * What a browser has left in a product's checkout, for seven days: never anything of a card, and no cart version, so that
 * nothing that is charged changes with it. Pressing pay names the checkout, whose order ends the draft.
 */
export const checkoutDrafts = pgTable(
  "checkout_drafts",
  {
    id: id(),
    /** SHA-256 of the browser's cookie for drafts, which opens nothing else. */
    tokenHash: text("token_hash").notNull(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Grows with every change, in whichever tab. */
    revision: revision(),
    orderBumps: uuid("order_bumps")
      .array()
      .notNull()
      .default(sql`'{}'`),
    couponCode: text("coupon_code").notNull().default(""),
    affiliateCode: text("affiliate_code").notNull().default(""),
    /** Of a membership that can be paid by the month or the year; null: nothing was chosen. */
    billingInterval: choice("billing_interval", renewalIntervals),
    /** Of a product whose buyers choose what they pay, in cents; null: nothing was chosen. */
    amountCents: integer("amount_cents"),
    /** What the page's address asked for when that was chosen. */
    link: text("link").notNull().default(""),
    email: text("email").notNull().default(""),
    customerName: text("customer_name").notNull().default(""),
    /** As far as it was typed. */
    shippingAddress: jsonb("shipping_address").$type<Partial<ShippingAddress>>().notNull().default({}),
    checkoutSessionId: uuid("checkout_session_id").references(() => checkoutSessions.id, {
      onDelete: "set null",
    }),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("checkout_drafts_place").on(t.tokenHash, t.productId),
    index("checkout_drafts_product").on(t.productId),
    index("checkout_drafts_session")
      .on(t.checkoutSessionId)
      .where(sql`checkout_session_id is not null`),
    index("checkout_drafts_email")
      .on(sql`lower(${t.email})`)
      .where(sql`email <> ''`),
    index("checkout_drafts_expiry").on(t.expiresAt),
    holds(
      "checkout_drafts_size",
      sql`cardinality(${t.orderBumps}) <= 20 and octet_length(${t.shippingAddress}::text) <= 8000
          and octet_length(${t.couponCode} || ${t.affiliateCode} || ${t.link} || ${t.email} || ${t.customerName}) <= 8000`,
    ),
    isPrice("checkout_drafts_amount", t.amountCents),
    oneOf("checkout_drafts_interval", t.billingInterval, renewalIntervals),
    isRevision("checkout_drafts_revision", t.revision),
  ],
);

export type CartLine = {
  productId: string;
  itemType: (typeof itemTypes)[number];
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  /** What it costs to send it to the cart's country. */
  shippingCents: number;
  /** Goods less discount, and shipping. */
  totalPriceCents: number;
  offerId: string | null;
  /** Which of these made the discount: a line takes one. */
  discountSource: (typeof discountSources)[number] | null;
};

/** What a buyer was asked to pay for, version by version. Rows never change: what was charged is what is recorded. */
export const cartVersions = pgTable(
  "cart_versions",
  {
    checkoutSessionId: uuid("checkout_session_id")
      .notNull()
      .references(() => checkoutSessions.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    email: text("email").notNull(),
    lines: jsonb("lines").notNull().$type<CartLine[]>(),
    totalCents: cents("total_cents"),
    /**
     * The country that its shipping is priced for, the only one that its goods are sent to; null: none. What names none
     * was priced before there were rates, for anywhere.
     */
    shippingCountry: text("shipping_country").default("*"),
    /** How often the main line is billed. */
    billingInterval: choice("billing_interval", billingIntervals).notNull().default("ONE_TIME"),
    /** The free trial that its membership begins with, in days; 0: it is paid for at once. */
    trialDays: integer("trial_days").notNull().default(0),
    currency: text("currency").notNull().default("usd"),
    couponId: uuid("coupon_id"),
    couponCode: text("coupon_code"),
    affiliateCode: text("affiliate_code"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.checkoutSessionId, t.version] }),
    // Whose data is removed, or shown to them, is found by their address.
    index("cart_versions_email").on(sql`lower(${t.email})`),
    notNegative("cart_versions_total", t.totalCents),
    holds("cart_versions_country", sql`${t.shippingCountry} ~ '^([A-Z]{2}|[*])$'`),
    oneOf("cart_versions_interval", t.billingInterval, billingIntervals),
  ],
);

export const holdStates = ["HELD", "USED", "RELEASED"] as const;

/**
 * Stock kept for a payment from the moment pay is pressed; taken out of `inventoryQuantity` while HELD. The buyer's network
 * (see `networkOf`) is counted meanwhile, and forgotten with the hold.
 */
export const stockHolds = pgTable(
  "stock_holds",
  {
    id: id(),
    checkoutSessionId: uuid("checkout_session_id")
      .notNull()
      .references(() => checkoutSessions.id),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id),
    quantity: integer("quantity").notNull(),
    network: text("network"),
    state: choice("state", holdStates).notNull().default("HELD"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("stock_holds_live")
      .on(t.checkoutSessionId, t.productId)
      .where(sql`state = 'HELD'`),
    index("stock_holds_checkout").on(t.checkoutSessionId),
    index("stock_holds_network")
      .on(t.productId, t.network)
      .where(sql`state = 'HELD'`),
    holds("stock_holds_network_forgotten", sql`${t.state} = 'HELD' or ${t.network} is null`),
    oneOf("stock_holds_state", t.state, holdStates),
    holds("stock_holds_quantity", sql`${t.quantity} > 0`),
  ],
);
