import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, holds, moment, oneOf } from "./columns.ts";

export const deletionStates = ["ASKED", "ERASING", "ERASED", "DONE"] as const;

/** What was on when its creator asked, so that taking it back brings back just that. */
export type ClosedWith = {
  /** Since when it is closed, where it was closed for another reason before. */
  closedAt?: string;
  productIds: string[];
  socialAccountIds: string[];
  mailings: { id: string; sendOn: string | null; byPersonZone: boolean; sendAt: string }[];
};

/**
 * Accounts that their creators asked to have deleted. While there is a row the store is closed; who takes it back deletes the
 * row, which can be done while it is ASKED. From ERASING on it goes forward only: ERASED once nothing of the person is
 * left, DONE once what was on its way at that moment has been looked for again.
 */
export const accountDeletions = pgTable(
  "account_deletions",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    state: choice("state", deletionStates).notNull().default("ASKED"),
    askedAt: moment("asked_at").notNull(),
    /** Not before; what its creator still owes may make it later. */
    dueAt: moment("due_at").notNull(),
    closedWith: jsonb("closed_with").notNull().$type<ClosedWith>(),
    /** The mail of the day before was queued. */
    remindedAt: moment("reminded_at"),
    begunAt: moment("begun_at"),
    erasedAt: moment("erased_at"),
  },
  (t) => [
    index("account_deletions_open")
      .on(t.dueAt)
      .where(sql`state <> 'DONE'`),
    oneOf("account_deletions_state", t.state, deletionStates),
    holds("account_deletions_begun", sql`(${t.state} = 'ASKED') = (${t.begunAt} is null)`),
    holds("account_deletions_erased", sql`(${t.state} in ('ERASED', 'DONE')) = (${t.erasedAt} is not null)`),
  ],
);
