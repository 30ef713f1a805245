import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { holds } from "./columns.ts";

/**
 * What a bundle consists of, in its order. The keys carry both products' types, so that no change of either makes it one of
 * another creator's products, of a bundle, a membership or a session: nor of itself, since nothing is of two types.
 */
export const bundleParts = pgTable(
  "bundle_parts",
  {
    bundleId: uuid("bundle_id").notNull(),
    partId: uuid("part_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    bundleType: text("bundle_type").notNull().default("BUNDLE"),
    partType: text("part_type").notNull(),
    position: smallint("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bundleId, t.partId] }),
    foreignKey({
      columns: [t.bundleId, t.ownerId, t.bundleType],
      foreignColumns: [products.id, products.ownerId, products.type],
      name: "bundle_parts_bundle_fk",
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    foreignKey({
      columns: [t.partId, t.ownerId, t.partType],
      foreignColumns: [products.id, products.ownerId, products.type],
      name: "bundle_parts_part_fk",
    }).onUpdate("cascade"),
    index("bundle_parts_part").on(t.partId),
    holds("bundle_parts_of_bundle", sql`${t.bundleType} = 'BUNDLE'`),
    holds("bundle_parts_kind", sql`${t.partType} not in ('BUNDLE', 'MEMBERSHIP', 'BOOKING_LINK')`),
    holds("bundle_parts_position", sql`${t.position} between 1 and 20`),
  ],
);
