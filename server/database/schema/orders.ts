import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { checkoutSessions, type ShippingAddress } from "./checkout.ts";
import {
  cents,
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  moment,
  notNegative,
  oneOf,
  updatedAt,
} from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";

/** An address as one person, in SQL: in lower case, without the +tag that leads to the same mailbox. */
export const emailWithoutTag = (email: string): string =>
  `regexp_replace(lower(${email}), '^([^+@]+)[+][^@]*@', '\\1@')`;

/** Buyers, by address. Shared by all creators: every read narrows to orders of the caller's products. */
export const customers = pgTable(
  "customers",
  {
    id: id(),
    email: text("email").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    /** When somebody first proved by a mailed code or link that the address is theirs. */
    provenAt: moment("proven_at"),
    /** They had their data removed: names are gone and the address is a tombstone; their orders stay. */
    erasedAt: moment("erased_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("customers_email_unique").on(sql`lower(${t.email})`),
    // What counts of reviews and of access is asked of many buyers; the few that were forgotten are looked up here.
    index("customers_erased")
      .on(t.id)
      .where(sql`erased_at is not null`),
    index("customers_email_without_tag").on(sql.raw(emailWithoutTag('"email"'))),
    index("customers_mailbox").on(sql.raw(mailboxOf('"email"'))),
  ],
);

export const orderStatuses = ["PENDING", "PAID", "FAILED", "REFUNDED"] as const;

export const orders = pgTable(
  "orders",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id),
    productId: uuid("product_id").notNull(),
    /** As typed at this checkout; an unproven name never reaches `customers`. */
    customerName: text("customer_name").notNull().default(""),
    /** A free order of a browser that had proved the buyer's address: nobody else typed it. */
    addressProven: boolean("address_proven").notNull().default(false),
    totalCents: cents("total_cents"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    currency: text("currency").notNull().default("usd"),
    status: choice("status", orderStatuses).notNull().default("PENDING"),
    checkoutSessionId: uuid("checkout_session_id").references(() => checkoutSessions.id),
    /** The main payment's intent; null for a free order. */
    paymentIntentId: text("payment_intent_id"),
    affiliateLinkCode: text("affiliate_link_code"),
    couponCode: text("coupon_code"),
    couponId: uuid("coupon_id"),
    affiliateLinkId: uuid("affiliate_link_id"),
    /** The membership that this order paid a period of. */
    subscriptionId: uuid("subscription_id"),
    shippingAddress: jsonb("shipping_address").$type<ShippingAddress>(),
    /** The zone of the browser in which it was paid, or a time of it was chosen last; null where that is not known. */
    buyerZone: text("buyer_zone"),
    disputed: boolean("disputed").notNull().default(false),
    /** The creator's refund policy at the sale: later changes take nothing away. Both null before an order is paid. */
    refundDays: smallint("refund_days"),
    refundTerms: text("refund_terms"),
    /** Requests within `refundDays` are granted automatically; otherwise the seller decides. */
    refundGuaranteed: boolean("refund_guaranteed").notNull().default(false),
    paidAt: moment("paid_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("orders_owner_unique").on(t.id, t.ownerId),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "orders_product_fk",
    }),
    uniqueIndex("orders_payment_intent_unique").on(t.paymentIntentId),
    uniqueIndex("orders_checkout_session_unique").on(t.checkoutSessionId),
    // All that a page of a creator's orders is chosen and added up by: their rows are read for that page alone.
    index("orders_owner_created").on(
      t.ownerId,
      t.createdAt,
      t.id,
      t.status,
      t.totalCents,
      t.refundedCents,
      t.customerId,
      t.productId,
    ),
    index("orders_owner_customer").on(t.ownerId, t.customerId, t.createdAt, t.id),
    index("orders_owner_coupon")
      .on(t.ownerId, t.createdAt, t.id, t.status, t.totalCents, t.refundedCents, t.couponId, t.productId)
      .where(sql`coupon_code is not null`),
    // Those that no checkout led to are told apart by what is left.
    index("orders_owner_renewals")
      .on(t.ownerId, t.createdAt, t.id, t.status, t.productId)
      .where(sql`subscription_id is not null and checkout_session_id is null`),
    // What counts of reviews and of access is asked of many orders; the few that do not are looked up here.
    index("orders_not_standing")
      .on(t.id)
      .where(sql`disputed or status not in ('PAID', 'REFUNDED')`),
    index("orders_customer").on(t.customerId, t.productId),
    index("orders_product").on(t.productId),
    // Whether somebody ever paid, and whether a creator has sold for so much, is asked of people with many free orders.
    index("orders_costing_customer")
      .on(t.customerId)
      .where(sql`total_cents > 0`),
    index("orders_costing_owner")
      .on(t.ownerId)
      .where(sql`total_cents > 0`),
    index("orders_coupon")
      .on(t.couponId)
      .where(sql`coupon_id is not null`),
    oneOf("orders_status", t.status, orderStatuses),
    notNegative("orders_total", t.totalCents),
    holds("orders_refunded", sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    holds("orders_paid_at", sql`${t.status} not in ('PAID', 'REFUNDED') or ${t.paidAt} is not null`),
  ],
);

/** A PART is what the main line's bundle consists of: it holds its share of the price, and the bundle's own line holds none. */
export const itemTypes = ["MAIN", "ORDER_BUMP", "UPSELL", "PART"] as const;

/** What made a line cheaper: the offer it came from, or the coupon. */
export const discountSources = ["OFFER", "COUPON", "TRIAL"] as const;

export const orderItems = pgTable(
  "order_items",
  {
    id: id(),
    orderId: uuid("order_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    itemType: choice("item_type", itemTypes).notNull().default("MAIN"),
    /** Its place among the lines that were bought by the same payment, from 1. */
    position: smallint("position").notNull().default(1),
    quantity: integer("quantity").notNull().default(1),
    unitPriceCents: cents("unit_price_cents"),
    totalPriceCents: cents("total_price_cents"),
    discountCents: integer("discount_cents").notNull().default(0),
    /** What it costs to send it, which is a part of the total. */
    shippingCents: integer("shipping_cents").notNull().default(0),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** The bump or upsell the line came from. */
    offerId: uuid("offer_id"),
    discountSource: choice("discount_source", discountSources),
    orderPaymentId: uuid("order_payment_id"),
    shippedAt: moment("shipped_at"),
    trackingUrl: text("tracking_url"),
    /** A refund put it back on the shelf. */
    restockedAt: moment("restocked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "order_items_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "order_items_product_fk",
    }),
    foreignKey({
      columns: [t.orderPaymentId, t.orderId],
      foreignColumns: [orderPayments.id, orderPayments.orderId],
      name: "order_items_payment_fk",
    }),
    unique("order_items_order_unique").on(t.id, t.orderId),
    uniqueIndex("order_items_one_main")
      .on(t.orderId)
      .where(sql`item_type = 'MAIN'`),
    uniqueIndex("order_items_one_part")
      .on(t.orderId, t.productId)
      .where(sql`item_type = 'PART'`),
    uniqueIndex("order_items_offer").on(t.orderId, t.offerId),
    index("order_items_order_product").on(t.orderId, t.productId),
    index("order_items_owner_product").on(t.ownerId, t.productId, t.orderId),
    index("order_items_owner_created").on(t.ownerId, t.createdAt, t.id),
    // Parcels that wait: of a creator's shipped products alone, however much else they sold.
    index("order_items_not_shipped")
      .on(t.ownerId, t.productId, t.createdAt, t.id)
      .where(sql`shipped_at is null`),
    // What each bump, upsell and coupon brought is added up from the indexes alone.
    index("order_items_owner_offer")
      .on(t.ownerId, t.offerId, t.orderId, t.totalPriceCents, t.refundedCents)
      .where(sql`offer_id is not null`),
    index("order_items_owner_coupon")
      .on(t.ownerId, t.orderId, t.discountCents)
      .where(sql`discount_source = 'COUPON'`),
    // What a period's orders were added to and made cheaper by.
    index("order_items_owner_added")
      .on(
        t.ownerId,
        t.createdAt,
        t.orderId,
        t.itemType,
        t.offerId,
        t.totalPriceCents,
        t.discountCents,
        t.discountSource,
      )
      .where(sql`item_type <> 'MAIN' or discount_source = 'COUPON'`),
    index("order_items_payment").on(t.orderPaymentId),
    oneOf("order_items_type", t.itemType, itemTypes),
    oneOf("order_items_discount_source", t.discountSource, discountSources),
    holds("order_items_quantity", sql`${t.quantity} >= 1`),
    holds(
      "order_items_sum",
      sql`${t.totalPriceCents} = ${t.unitPriceCents} * ${t.quantity} - ${t.discountCents} + ${t.shippingCents}`,
    ),
    // Only goods are made cheaper: shipping is waived, or paid.
    holds("order_items_discounted", sql`${t.discountCents} <= ${t.unitPriceCents} * ${t.quantity}`),
    isPrice("order_items_unit", t.unitPriceCents),
    notNegative("order_items_total", t.totalPriceCents),
    notNegative("order_items_discount", t.discountCents),
    notNegative("order_items_shipping", t.shippingCents),
    holds("order_items_refunded", sql`${t.refundedCents} between 0 and ${t.totalPriceCents}`),
  ],
);

export const paymentStatuses = ["PENDING", "SUCCEEDED", "FAILED", "CANCELED"] as const;

/** Every charge of an order: the main one, and one per accepted upsell. */
export const orderPayments = pgTable(
  "order_payments",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    paymentIntentId: text("payment_intent_id").notNull(),
    amountCents: cents("amount_cents"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    status: choice("status", paymentStatuses).notNull(),
    upsellId: uuid("upsell_id"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    createdAt: createdAt(),
  },
  (t) => [
    unique("order_payments_order_unique").on(t.id, t.orderId),
    uniqueIndex("order_payments_intent_unique").on(t.paymentIntentId),
    uniqueIndex("order_payments_upsell").on(t.orderId, t.upsellId),
    index("order_payments_created").on(t.createdAt),
    oneOf("order_payments_status", t.status, paymentStatuses),
    notNegative("order_payments_amount", t.amountCents),
    holds("order_payments_refunded", sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
);
