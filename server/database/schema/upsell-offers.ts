import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { choice, holds, isPrice, moment, oneOf } from "./columns.ts";
import { upsells } from "./offers.ts";
import { orders } from "./orders.ts";

export const upsellDecisions = ["ACCEPTED", "DECLINED"] as const;

/** An upsell that a buyer was shown after paying, and what they chose. One row per order and upsell. */
export const upsellOffers = pgTable(
  "upsell_offers",
  {
    orderId: uuid("order_id").notNull(),
    upsellId: uuid("upsell_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    /** The price that ACCEPT was answered with; fixed by the first ACCEPT. */
    amountCents: integer("amount_cents"),
    /** What of it is for sending the add-on. */
    shippingCents: integer("shipping_cents").notNull().default(0),
    /** The add-on's own payment: made by the first ACCEPT, the same one ever after. */
    paymentIntentId: text("payment_intent_id").unique(),
    /** ACCEPTED once the add-on is paid. */
    decision: choice("decision", upsellDecisions),
    shownAt: moment("shown_at").notNull(),
    decidedAt: moment("decided_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.upsellId] }),
    foreignKey({
      columns: [t.orderId, t.ownerId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "upsell_offers_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.upsellId, t.ownerId],
      foreignColumns: [upsells.id, upsells.ownerId],
      name: "upsell_offers_upsell_fk",
    }).onDelete("cascade"),
    index("upsell_offers_owner_upsell").on(t.ownerId, t.upsellId, t.decision),
    index("upsell_offers_owner_shown").on(t.ownerId, t.shownAt, t.orderId, t.upsellId, t.decision),
    index("upsell_offers_open")
      .on(t.shownAt)
      .where(sql`decision is null and amount_cents is not null`),
    oneOf("upsell_offers_decision", t.decision, upsellDecisions),
    isPrice("upsell_offers_amount", t.amountCents),
    holds("upsell_offers_shipping", sql`${t.shippingCents} between 0 and coalesce(${t.amountCents}, 0)`),
  ],
);
