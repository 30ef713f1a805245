import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, choice, id, moment, oneOf, shopNow } from "./columns.ts";

export const bookDifferenceKinds = ["NO_ORDER", "NOT_TAKEN", "AMOUNT", "REFUNDED"] as const;

/** Where our books and the provider's disagreed when they were last compared. Resolved once they agree. */
export const bookDifferences = pgTable(
  "book_differences",
  {
    id: id(),
    /** Null where no order of ours names the payment. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    paymentIntentId: text("payment_intent_id").notNull(),
    kind: choice("kind", bookDifferenceKinds).notNull(),
    oursCents: cents("ours_cents"),
    theirsCents: cents("theirs_cents"),
    foundAt: moment("found_at").notNull(),
    /** When the two were compared last. */
    comparedAt: moment("compared_at").notNull().default(shopNow),
    resolvedAt: moment("resolved_at"),
  },
  (t) => [
    uniqueIndex("book_differences_once").on(t.paymentIntentId, t.kind),
    index("book_differences_owner").on(t.ownerId, t.resolvedAt),
    oneOf("book_differences_kind", t.kind, bookDifferenceKinds),
  ],
);

export const comparisonParts = ["RECENT", "OLDER"] as const;

/** How far the nightly comparison has come: with what is new, and on its way through what is older. */
export const bookComparisons = pgTable(
  "book_comparisons",
  {
    part: choice("part", comparisonParts).primaryKey(),
    /** Payments begun before this have been compared. */
    comparedUntil: moment("compared_until").notNull(),
  },
  (t) => [oneOf("book_comparisons_part", t.part, comparisonParts)],
);
