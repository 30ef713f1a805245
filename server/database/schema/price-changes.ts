import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { subscriptions } from "./access.ts";
import { products, renewalIntervals } from "./catalog.ts";
import { cents, choice, createdAt, holds, id, isPrice, moment, oneOf } from "./columns.ts";

/** What a creator announced to the present members of a product: another price of one interval. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id: id(),
    productId: uuid("product_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    billingInterval: choice("billing_interval", renewalIntervals).notNull(),
    priceCents: cents("price_cents"),
    /** Taken back before anybody was charged it. */
    withdrawnAt: moment("withdrawn_at"),
    /** Withdrawn, or a later one took its place: nobody is told of it any more. */
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "price_changes_product_fk",
    }).onDelete("cascade"),
    uniqueIndex("price_changes_open")
      .on(t.productId, t.billingInterval)
      .where(sql`closed_at is null`),
    index("price_changes_product").on(t.productId, t.createdAt),
    oneOf("price_changes_interval", t.billingInterval, renewalIntervals),
    isPrice("price_changes_price", t.priceCents),
    holds("price_changes_withdrawn", sql`${t.withdrawnAt} is null or ${t.closedAt} is not null`),
  ],
);

export const memberPriceStates = [
  /** Told, and not charged yet. */
  "TOLD",
  /** It is what they pay. */
  "CHARGED",
  /** It never will be: withdrawn, overtaken by another one, or they have left or moved. */
  "DROPPED",
] as const;

/** What each member was told of such a change: the one thing that lets them be charged more than they agreed to. */
export const memberPrices = pgTable(
  "member_prices",
  {
    priceChangeId: uuid("price_change_id")
      .notNull()
      .references(() => priceChanges.id, { onDelete: "cascade" }),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    oldPriceCents: cents("old_price_cents"),
    priceCents: cents("price_cents"),
    state: choice("state", memberPriceStates).notNull().default("TOLD"),
    toldAt: moment("told_at").notNull(),
    /** Nothing that is charged before costs it. */
    startsAt: moment("starts_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.priceChangeId, t.subscriptionId] }),
    // A member waits for one price at a time.
    uniqueIndex("member_prices_told")
      .on(t.subscriptionId)
      .where(sql`state = 'TOLD'`),
    index("member_prices_waiting")
      .on(t.priceChangeId, t.subscriptionId)
      .where(sql`state = 'TOLD'`),
    index("member_prices_subscription").on(t.subscriptionId),
    oneOf("member_prices_state", t.state, memberPriceStates),
    isPrice("member_prices_price", t.priceCents),
    isPrice("member_prices_old_price", t.oldPriceCents),
    holds("member_prices_notice", sql`${t.startsAt} >= ${t.toldAt} + interval '720 hours'`),
  ],
);
