import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { checkoutSessions } from "./checkout.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  isRevision,
  moment,
  oneOf,
  revision,
  shopNow,
  updatedAt,
} from "./columns.ts";
import { orders } from "./orders.ts";

export const couponDiscountTypes = ["FIXED", "PERCENTAGE", "FREE_SHIPPING"] as const;

export const coupons = pgTable(
  "coupons",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    code: text("code").notNull(),
    name: text("name").notNull().default(""),
    description: text("description").notNull().default(""),
    discountType: choice("discount_type", couponDiscountTypes).notNull().default("FIXED"),
    /** Cents when FIXED, basis points when PERCENTAGE. */
    discountValue: integer("discount_value").notNull().default(500),
    minimumOrderCents: integer("minimum_order_cents").notNull().default(0),
    /** Null: unlimited. */
    usageLimit: integer("usage_limit"),
    usageCount: integer("usage_count").notNull().default(0),
    validFrom: moment("valid_from").notNull().default(shopNow),
    validUntil: moment("valid_until"),
    firstTimeCustomerOnly: boolean("first_time_customer_only").notNull().default(false),
    active: boolean("active").notNull().default(true),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("coupons_revision", t.revision),
    unique("coupons_owner_unique").on(t.id, t.ownerId),
    uniqueIndex("coupons_code_unique").on(t.ownerId, sql`lower(${t.code})`),
    oneOf("coupons_discount_type", t.discountType, couponDiscountTypes),
    holds(
      "coupons_discount",
      sql`${t.discountValue} >= 0 and (${t.discountType} <> 'PERCENTAGE' or ${t.discountValue} between 1 and 10000)`,
    ),
    isPrice("coupons_minimum", t.minimumOrderCents),
    holds("coupons_usage_limit", sql`${t.usageLimit} >= 1`),
    holds(
      "coupons_usage",
      sql`${t.usageCount} >= 0 and (${t.usageLimit} is null or ${t.usageCount} <= ${t.usageLimit})`,
    ),
    holds("coupons_code_length", sql`length(${t.code}) between 3 and 40`),
  ],
);

/** The products a coupon is limited to; no row means all of the owner's. */
export const couponProducts = pgTable(
  "coupon_products",
  {
    couponId: uuid("coupon_id").notNull(),
    productId: uuid("product_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.couponId, t.productId] }),
    foreignKey({
      columns: [t.couponId, t.ownerId],
      foreignColumns: [coupons.id, coupons.ownerId],
      name: "coupon_products_coupon_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "coupon_products_product_fk",
    }).onDelete("cascade"),
  ],
);

export const redemptionStates = ["HELD", "USED", "RELEASED"] as const;

/** One use of a coupon: held from the moment pay is pressed, used when it is paid, released when it is cancelled or given back. */
export const couponRedemptions = pgTable(
  "coupon_redemptions",
  {
    id: id(),
    couponId: uuid("coupon_id")
      .notNull()
      .references(() => coupons.id, { onDelete: "cascade" }),
    checkoutSessionId: uuid("checkout_session_id")
      .notNull()
      .references(() => checkoutSessions.id),
    orderId: uuid("order_id").references(() => orders.id),
    emailNormalized: text("email_normalized").notNull(),
    /** The buyer's, as in `stock_holds`. */
    network: text("network"),
    state: choice("state", redemptionStates).notNull().default("HELD"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("coupon_redemptions_session")
      .on(t.couponId, t.checkoutSessionId)
      .where(sql`state <> 'RELEASED'`),
    uniqueIndex("coupon_redemptions_order").on(t.orderId),
    index("coupon_redemptions_coupon").on(t.couponId, t.state),
    index("coupon_redemptions_checkout").on(t.checkoutSessionId),
    index("coupon_redemptions_email").on(t.couponId, t.emailNormalized),
    holds("coupon_redemptions_network_forgotten", sql`${t.state} = 'HELD' or ${t.network} is null`),
    oneOf("coupon_redemptions_state", t.state, redemptionStates),
  ],
);
