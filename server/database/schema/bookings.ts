import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { checkoutSessions } from "./checkout.ts";
import { choice, createdAt, holds, id, isRevision, moment, oneOf, revision, updatedAt } from "./columns.ts";
import { orderItems } from "./orders.ts";

export const bookingStates = ["HELD", "RELEASED", "BOOKED", "CANCELLED"] as const;
export const bookingCancellers = ["BUYER", "CREATOR", "REFUND"] as const;

/**
 * A creator's time that is kept for a session of theirs: HELD for a payment from the moment pay is pressed, BOOKED once it is
 * paid. No two of them overlap for one creator, with what is kept free before and after; that is `bookings_no_overlap`, an
 * exclusion constraint of the migration, which Drizzle cannot say.
 */
export const bookings = pgTable(
  "bookings",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    /** The payment that it is held for. */
    checkoutSessionId: uuid("checkout_session_id").references(() => checkoutSessions.id, {
      onDelete: "cascade",
    }),
    /** The line that it was bought by. */
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "cascade" }),
    state: choice("state", bookingStates).notNull().default("HELD"),
    startsAt: moment("starts_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    blockedFrom: moment("blocked_from").notNull(),
    blockedUntil: moment("blocked_until").notNull(),
    /** Whose clocks it was chosen by, and what they show as it begins: 2026-03-09T16:30. */
    zone: text("zone").notNull(),
    wallTime: text("wall_time").notNull(),
    /** Of one that is held. */
    expiresAt: moment("expires_at"),
    /** The buyer's network, see `networkOf`: while it is held, and of what nobody paid for until it begins. */
    network: text("network"),
    cancelledBy: choice("cancelled_by", bookingCancellers),
    /** Rises with every change; calendars keep the newest they know. */
    revision: revision(),
    /** The revision that its buyer and its creator were told of last, and when it began by that. */
    toldRevision: integer("told_revision").notNull().default(0),
    toldStartsAt: moment("told_starts_at"),
    /** That it is a day and an hour ahead was told of this beginning. */
    dayReminderOf: moment("day_reminder_of"),
    hourReminderOf: moment("hour_reminder_of"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "bookings_product_fk",
    }),
    uniqueIndex("bookings_checkout")
      .on(t.checkoutSessionId)
      .where(sql`checkout_session_id is not null`),
    uniqueIndex("bookings_line")
      .on(t.orderItemId)
      .where(sql`order_item_id is not null`),
    index("bookings_owner").on(t.ownerId, t.startsAt),
    index("bookings_product").on(t.productId, t.startsAt),
    index("bookings_coming")
      .on(t.startsAt)
      .where(sql`state = 'BOOKED'`),
    index("bookings_untold")
      .on(t.updatedAt)
      .where(sql`told_revision < revision and state in ('BOOKED', 'CANCELLED')`),
    isRevision("bookings_revision", t.revision),
    oneOf("bookings_state", t.state, bookingStates),
    oneOf("bookings_cancelled_by", t.cancelledBy, bookingCancellers),
    holds(
      "bookings_time",
      sql`${t.startsAt} < ${t.endsAt} and ${t.blockedFrom} <= ${t.startsAt} and ${t.endsAt} <= ${t.blockedUntil}`,
    ),
    holds(
      "bookings_whose",
      sql`case when ${t.state} in ('HELD', 'RELEASED') then ${t.checkoutSessionId} is not null and ${t.orderItemId} is null
            else ${t.orderItemId} is not null and ${t.checkoutSessionId} is null end`,
    ),
    holds("bookings_cancelled", sql`(${t.state} = 'CANCELLED') = (${t.cancelledBy} is not null)`),
    holds("bookings_held", sql`(${t.state} = 'HELD') = (${t.expiresAt} is not null)`),
    holds("bookings_network", sql`${t.network} is null or ${t.state} in ('HELD', 'BOOKED')`),
  ],
);
