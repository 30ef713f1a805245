import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  moment,
  notNegative,
  oneOf,
  isRevision,
  revision,
  updatedAt,
} from "./columns.ts";

export const offerDiscountTypes = ["FIXED", "PERCENTAGE"] as const;

export const orderBumps = pgTable(
  "order_bumps",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    mainProductId: uuid("main_product_id").notNull(),
    bumpProductId: uuid("bump_product_id").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    discountType: choice("discount_type", offerDiscountTypes).notNull().default("FIXED"),
    /** Cents when FIXED, basis points when PERCENTAGE. */
    discountValue: integer("discount_value").notNull().default(0),
    position: integer("position").notNull().default(0),
    active: boolean("active").notNull().default(true),
    /** From then on it is neither offered nor taken. */
    endsAt: moment("ends_at"),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("order_bumps_revision", t.revision),
    unique("order_bumps_owner_unique").on(t.id, t.ownerId),
    unique("order_bumps_pair").on(t.mainProductId, t.bumpProductId),
    foreignKey({
      columns: [t.mainProductId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "order_bumps_main_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.bumpProductId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "order_bumps_bump_fk",
    }).onDelete("cascade"),
    index("order_bumps_bump").on(t.bumpProductId),
    oneOf("order_bumps_discount_type", t.discountType, offerDiscountTypes),
    notNegative("order_bumps_position", t.position),
    holds(
      "order_bumps_discount",
      sql`${t.discountValue} >= 0 and (${t.discountType} = 'FIXED' or ${t.discountValue} <= 10000)`,
    ),
    holds("order_bumps_distinct", sql`${t.mainProductId} <> ${t.bumpProductId}`),
  ],
);

export const upsells = pgTable(
  "upsells",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    triggerProductId: uuid("trigger_product_id").notNull(),
    upsellProductId: uuid("upsell_product_id").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    discountType: choice("discount_type", offerDiscountTypes).notNull().default("FIXED"),
    discountValue: integer("discount_value").notNull().default(0),
    sequence: integer("sequence").notNull().default(1),
    acceptanceRate: numeric("acceptance_rate", { precision: 5, scale: 4 }).notNull().default("0"),
    active: boolean("active").notNull().default(true),
    /** From then on it is neither offered nor taken. */
    endsAt: moment("ends_at"),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("upsells_revision", t.revision),
    unique("upsells_owner_unique").on(t.id, t.ownerId),
    unique("upsells_triple").on(t.triggerProductId, t.upsellProductId, t.sequence),
    foreignKey({
      columns: [t.triggerProductId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "upsells_trigger_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.upsellProductId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "upsells_upsell_fk",
    }).onDelete("cascade"),
    index("upsells_upsell").on(t.upsellProductId),
    oneOf("upsells_discount_type", t.discountType, offerDiscountTypes),
    holds("upsells_sequence", sql`${t.sequence} >= 1`),
    holds(
      "upsells_discount",
      sql`${t.discountValue} >= 0 and (${t.discountType} = 'FIXED' or ${t.discountValue} <= 10000)`,
    ),
    holds("upsells_distinct", sql`${t.triggerProductId} <> ${t.upsellProductId}`),
  ],
);
