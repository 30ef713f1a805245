import { sql } from "drizzle-orm";
import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { mostReviewWords, reviewStates } from "#contract/accounts/sender-name.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, moment, oneOf } from "./columns.ts";

/**
 * The newest review of each creator's sender name. It is of exactly this name and handle, and goes when either changes, so an
 * approval never covers another name.
 */
export const senderNameReviews = pgTable(
  "sender_name_reviews",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Another one with each request: a decision is about the request that the operator saw. */
    id: uuid("id").notNull().defaultRandom(),
    name: text("name").notNull(),
    handle: text("handle").notNull(),
    note: text("note").notNull(),
    state: choice("state", reviewStates).notNull().default("OPEN"),
    /** What the operator said with the decision. */
    answer: text("answer").notNull().default(""),
    decidedAt: moment("decided_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique("sender_name_reviews_id").on(t.id),
    index("sender_name_reviews_newest").on(t.createdAt, t.id),
    oneOf("sender_name_reviews_state", t.state, reviewStates),
    holds("sender_name_reviews_decided", sql`(${t.state} = 'OPEN') = (${t.decidedAt} is null)`),
    holds(
      "sender_name_reviews_words",
      sql`length(${t.note}) <= ${sql.raw(`${mostReviewWords}`)} and length(${t.answer}) <= ${sql.raw(`${mostReviewWords}`)}`,
    ),
  ],
);
