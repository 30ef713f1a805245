import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { moment, shopNow } from "./columns.ts";

/** Slugs that products had before: as `formerHandles`; another product of the same creator may take one. */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    slug: text("slug").primaryKey(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    givenUpAt: moment("given_up_at").notNull().default(shopNow),
  },
  (t) => [index("former_slugs_product").on(t.productId)],
);
