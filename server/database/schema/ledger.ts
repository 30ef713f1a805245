import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, id, moment, oneOf } from "./columns.ts";

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
    oursCents: integer("ours_cents").notNull(),
    theirsCents: integer("theirs_cents").notNull(),
    foundAt: moment("found_at").notNull(),
    resolvedAt: moment("resolved_at"),
  },
  (t) => [
    uniqueIndex("book_differences_once").on(t.paymentIntentId, t.kind),
    index("book_differences_owner").on(t.ownerId, t.resolvedAt),
    oneOf("book_differences_kind", t.kind, bookDifferenceKinds),
  ],
);
