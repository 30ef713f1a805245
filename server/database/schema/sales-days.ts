import { bigint, date, index, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, moment, oneOf } from "./columns.ts";

const owner = () =>
  uuid("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const sum = (name: string) => bigint(name, { mode: "number" }).notNull();

/** A quarter of an hour of whose sales, refunds or offers something changed since its day was counted; see `rules.sql`. */
export const salesMarks = pgTable(
  "sales_marks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    ownerId: owner(),
    /** `-infinity`: all days have to be counted anew, since the creator's zone is another one. */
    bucket: moment("bucket").notNull(),
  },
  (t) => [index("sales_marks_bucket").on(t.ownerId, t.bucket)],
);

/** What was sold on a day of the creator's zone that is over, by the product that the orders began with. */
export const salesDays = pgTable(
  "sales_days",
  {
    ownerId: owner(),
    day: date("day", { mode: "string" }).notNull(),
    productId: uuid("product_id").notNull(),
    orders: integer("orders").notNull(),
    /** Periods of memberships that were paid without a checkout. */
    renewals: integer("renewals").notNull(),
    paidCents: sum("paid_cents"),
    /** Given back on this day, whenever it had been paid. */
    refundedCents: sum("refunded_cents"),
    bumpOrders: integer("bump_orders").notNull(),
    /** Less what was given back of bumps on this day; so are those of upsells. */
    bumpCents: sum("bump_cents"),
    upsellCents: sum("upsell_cents"),
    /** Upsells that were shown, and taken. */
    offers: integer("offers").notNull(),
    accepts: integer("accepts").notNull(),
    couponUses: integer("coupon_uses").notNull(),
    discountCents: sum("discount_cents"),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.day, t.productId] })],
);

export const soldOfferKinds = ["ORDER_BUMP", "UPSELL", "COUPON"] as const;

/** The same by what was taken beside the product. */
export const offerDays = pgTable(
  "offer_days",
  {
    ownerId: owner(),
    day: date("day", { mode: "string" }).notNull(),
    productId: uuid("product_id").notNull(),
    kind: choice("kind", soldOfferKinds).notNull(),
    /** A bump, an upsell or a coupon; a product where the line came from no offer. */
    offerId: uuid("offer_id").notNull(),
    offered: integer("offered").notNull(),
    taken: integer("taken").notNull(),
    /** Less what was given back on this day. */
    cents: sum("cents"),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.day, t.productId, t.kind, t.offerId] }),
    oneOf("offer_days_kind", t.kind, soldOfferKinds),
  ],
);
