import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { moment } from "./columns.ts";
import { products } from "./catalog.ts";
import { customers, orders } from "./orders.ts";

/**
 * What a creator's desk says of each of their buyers, kept up by triggers on `orders` and `customers`: a list of 50,000
 * people cannot be counted together from their orders for every page. Nothing else writes it.
 */
export const creatorCustomers = pgTable(
  "creator_customers",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Whatever became of them. */
    orderCount: integer("order_count").notNull(),
    /** What the paid ones brought, less what was given back. */
    spentCents: bigint("spent_cents", { mode: "number" }).notNull(),
    /** As typed at the newest order that has one. */
    name: text("name").notNull(),
    /** What it is sorted by: the name, or the address of those without, in lower case. */
    sortName: text("sort_name").notNull(),
    /** What a search looks in: the address, then every name, in lower case. */
    words: text("words").notNull(),
    firstOrderAt: moment("first_order_at").notNull(),
    lastOrderAt: moment("last_order_at").notNull(),
    /** When the first order was paid that was, whatever became of it; null: none was. */
    firstPaidAt: moment("first_paid_at"),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.customerId] }),
    index("creator_customers_customer").on(t.customerId),
    index("creator_customers_first_order").on(t.ownerId, t.firstOrderAt, t.customerId),
    index("creator_customers_name").on(t.ownerId, t.sortName, t.customerId),
    // A short list of what is not sorted in yet: whoever writes the row that fills it sorts all of it in.
    index("creator_customers_words")
      .using("gin", sql`${t.words} gin_trgm_ops`)
      .with({ gin_pending_list_limit: 128 }),
  ],
);

/**
 * Since when somebody has a course of a creator's that was not taken back: what the dashboard's students are. Kept up by
 * triggers on `access` and `products`; nothing else writes it.
 */
export const courseStudents = pgTable(
  "course_students",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    since: moment("since").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.customerId] }),
    index("course_students_customer").on(t.customerId),
    index("course_students_since").on(t.ownerId, t.since),
  ],
);

/**
 * How far each purchase of a course has come. Kept up by triggers on `access`, `progress` and `products`; nothing else writes
 * it.
 */
export const courseLearners = pgTable(
  "course_learners",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id").notNull(),
    /** Null once it was taken back. */
    grantedAt: moment("granted_at"),
    /** Of which something was noted, and which were completed. */
    lessonsBegun: integer("lessons_begun").notNull().default(0),
    lessonsDone: integer("lessons_done").notNull().default(0),
    lastDoneAt: moment("last_done_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    // All that figures are added up from: their rows are not read.
    index("course_learners_owner")
      .on(t.ownerId, t.grantedAt, t.productId, t.orderId, t.lessonsBegun, t.lessonsDone, t.lastDoneAt)
      .where(sql`granted_at is not null`),
    index("course_learners_product").on(t.productId),
  ],
);

/**
 * How often something happened: a product was sold, in orders; a bump was on offer, in checkouts. Kept up by triggers, in
 * several rows for each, so that sales at the same moment need not wait for each other. The sum counts.
 */
export const tallies = pgTable(
  "tallies",
  {
    /** A product, or a bump. */
    subjectId: uuid("subject_id").notNull(),
    part: smallint("part").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.subjectId, t.part] })],
);
