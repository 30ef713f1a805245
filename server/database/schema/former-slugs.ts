import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { moment, shopNow } from "./columns.ts";

/** Slugs that products had before. Each leads on within its store, until another product of that store takes it. */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    slug: text("slug").notNull(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    givenUpAt: moment("given_up_at").notNull().default(shopNow),
  },
  (t) => [primaryKey({ columns: [t.slug, t.productId] }), index("former_slugs_product").on(t.productId)],
);
