import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { createdAt, holds, id, moment, updatedAt } from "./columns.ts";
import { customers } from "./orders.ts";

/** What a buyer says of a product; one for each address and product. Whether it counts is asked of their orders. */
export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    rating: integer("rating").notNull(),
    text: text("text").notNull().default(""),
    /** Shown with it, as the buyer wrote it. */
    authorName: text("author_name").notNull().default(""),
    /** The creator's. */
    answer: text("answer"),
    answeredAt: moment("answered_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("reviews_once").on(t.productId, t.customerId),
    index("reviews_customer").on(t.customerId),
    index("reviews_newest").on(t.productId, t.createdAt, t.id),
    holds("reviews_rating", sql`${t.rating} between 1 and 5`),
    holds("reviews_text", sql`length(${t.text}) <= 4000`),
    holds("reviews_author_name", sql`length(${t.authorName}) <= 60`),
    holds("reviews_answer", sql`length(${t.answer}) between 1 and 4000`),
    holds("reviews_answered", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
);
