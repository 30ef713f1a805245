import { sql } from "drizzle-orm";
import { products } from "#server/database/schema/catalog.ts";

/** SQL: whether a product is on sale, as answers say it. */
export const isPublished = sql<boolean>`${products.state} = 'PUBLISHED'`;
