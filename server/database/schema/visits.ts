import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { choice, holds, moment, notNegative, oneOf } from "./columns.ts";
import { orders } from "./orders.ts";

/** How somebody came to a store. */
export const channels = [
  "DIRECT",
  "SOCIAL",
  "SEARCH",
  "AI",
  "VIDEO",
  "EMAIL",
  "MESSAGE",
  "AFFILIATE",
  "LINK",
  "CAMPAIGN",
] as const;

const source = () => text("source").notNull();
const channel = () => choice("channel", channels).notNull();
const owner = () =>
  uuid("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** What a day's visitors are hashed with: random, and forgotten after two days, so that nobody can be found again. */
export const visitSalts = pgTable("visit_salts", {
  day: date("day", { mode: "string" }).primaryKey(),
  salt: text("salt").notNull(),
});

/** The visit that a visitor of today was last seen in: another one begins 30 minutes after it. Forgotten with its salt. */
export const openVisits = pgTable(
  "open_visits",
  {
    ownerId: owner(),
    /** The day's hash of their network, browser and this creator. */
    visitor: text("visitor").notNull(),
    visitId: uuid("visit_id").notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.visitor] }), index("open_visits_age").on(t.lastAt)],
);

/**
 * A visit to a creator's store, for 90 days: who it was is not known. `step` is how far it came: 1 saw a page, 2 a checkout, 3
 * gave an address, 4 pressed pay, 5 paid, 6 took an add-on.
 */
export const visits = pgTable(
  "visits",
  {
    id: uuid("id").primaryKey(),
    ownerId: owner(),
    startedAt: moment("started_at").notNull(),
    channel: channel(),
    source: source(),
    views: integer("views").notNull(),
    step: smallint("step").notNull(),
  },
  (t) => [
    index("visits_owner").on(t.ownerId, t.startedAt),
    index("visits_age").using("brin", t.startedAt),
    oneOf("visits_channel", t.channel, channels),
    notNegative("visits_views", t.views),
    holds("visits_step", sql`${t.step} between 1 and 6`),
    holds("visits_source", sql`length(${t.source}) between 1 and 100`),
  ],
);

/** How far a visit came with each product that it looked at. */
export const visitProducts = pgTable(
  "visit_products",
  {
    visitId: uuid("visit_id")
      .notNull()
      .references(() => visits.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    step: smallint("step").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.visitId, t.productId] }),
    index("visit_products_product").on(t.productId),
    holds("visit_products_step", sql`${t.step} between 1 and 6`),
  ],
);

/** The visit in which pay was pressed in a checkout. */
export const checkoutVisits = pgTable(
  "checkout_visits",
  {
    checkoutSessionId: uuid("checkout_session_id").primaryKey(),
    visitId: uuid("visit_id")
      .notNull()
      .references(() => visits.id, { onDelete: "cascade" }),
    productId: uuid("product_id").notNull(),
  },
  (t) => [index("checkout_visits_visit").on(t.visitId)],
);

/** Where the visit came from that an order was paid in. */
export const orderSources = pgTable(
  "order_sources",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    ownerId: owner(),
    channel: channel(),
    source: source(),
  },
  (t) => [
    index("order_sources_owner").on(t.ownerId, t.orderId),
    oneOf("order_sources_channel", t.channel, channels),
  ],
);

/** A quarter of an hour in which visits began and changed since it was counted; 'all': the days have to be counted anew. */
export const trafficMarks = pgTable(
  "traffic_marks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    ownerId: owner(),
    /** `-infinity`: the creator's zone is another one. */
    bucket: moment("bucket").notNull(),
  },
  (t) => [index("traffic_marks_bucket").on(t.ownerId, t.bucket)],
);

/** SOURCE rows add up to all visits; PRODUCT rows say how many of them looked at each. */
export const trafficKinds = ["SOURCE", "PRODUCT"] as const;

const figures = () => ({
  visits: integer("visits").notNull(),
  views: integer("views").notNull(),
  /** Visits that came at least as far; see `visits.step`. */
  checkouts: integer("checkouts").notNull(),
  emails: integer("emails").notNull(),
  tried: integer("tried").notNull(),
  paid: integer("paid").notNull(),
  added: integer("added").notNull(),
});
const key = () => ({
  ownerId: owner(),
  kind: choice("kind", trafficKinds).notNull(),
  /** A channel, or empty. */
  channel: text("channel").notNull(),
  /** A source, or a product's id. */
  name: text("name").notNull(),
});

/**
 * Visits by the quarter of an hour in which they began, counted from `visits`; kept for 13 months, and to the end of the last of
 * them. Partitioned by months of `bucket`, which Drizzle cannot say: migration 0076 does, and `make_months` makes them.
 */
export const trafficQuarters = pgTable(
  "traffic_quarters",
  { ...key(), bucket: moment("bucket").notNull(), ...figures() },
  (t) => [primaryKey({ columns: [t.ownerId, t.bucket, t.kind, t.channel, t.name] })],
);

/** The same by the day of the creator's zone, added up from quarters; kept. */
export const trafficDays = pgTable(
  "traffic_days",
  { ...key(), day: date("day", { mode: "string" }).notNull(), ...figures() },
  (t) => [primaryKey({ columns: [t.ownerId, t.kind, t.day, t.channel, t.name] })],
);
