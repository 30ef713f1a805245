import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { orderItems } from "./orders.ts";
import { choice, createdAt, id, moment, oneOf } from "./columns.ts";

/**
 * That an event was changed after it had a date, with how it stood before: the buyers are told of it once. A trigger writes
 * it, so that no change is missed; those of the minutes until `dueAt` make one.
 */
export const eventChanges = pgTable(
  "event_changes",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    startsAt: moment("starts_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    zone: text("zone").notNull(),
    place: text("place"),
    link: text("link"),
    wasCancelled: boolean("was_cancelled").notNull(),
    createdAt: createdAt(),
    dueAt: moment("due_at").notNull(),
    /** From when the mails are made: what is changed after it is another change. */
    toldAt: moment("told_at"),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "event_changes_product_fk",
    }).onDelete("cascade"),
    uniqueIndex("event_changes_waiting")
      .on(t.productId)
      .where(sql`told_at is null`),
    index("event_changes_due")
      .on(t.dueAt)
      .where(sql`told_at is null`),
    index("event_changes_product").on(t.productId, t.createdAt),
  ],
);

/** That who bought a line of an order came to the event: at most once, however many stand at the door. */
export const eventCheckIns = pgTable(
  "event_check_ins",
  {
    orderItemId: uuid("order_item_id")
      .primaryKey()
      .references(() => orderItems.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    checkedInAt: moment("checked_in_at").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "event_check_ins_product_fk",
    }).onDelete("cascade"),
    index("event_check_ins_product").on(t.productId),
  ],
);

export const reminderKinds = ["DAY", "HOUR"] as const;

/** That the buyers of an event are reminded of it, a day or an hour before a start of it: each start once. */
export const eventReminders = pgTable(
  "event_reminders",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    startsAt: moment("starts_at").notNull(),
    kind: choice("kind", reminderKinds).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "event_reminders_product_fk",
    }).onDelete("cascade"),
    unique("event_reminders_once").on(t.productId, t.startsAt, t.kind),
    oneOf("event_reminders_kind", t.kind, reminderKinds),
  ],
);
