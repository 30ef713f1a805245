import { sql } from "drizzle-orm";
import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { mostReminderWords, reminderKinds } from "#contract/mailings/reminder-kinds.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, isRevision, oneOf, revision, updatedAt } from "./columns.ts";

/** What a creator has changed of the mails that remind their buyers; without a row one is sent, and says what it says by itself. */
export const reminders = pgTable(
  "reminders",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", reminderKinds).notNull(),
    isOn: boolean("is_on").notNull().default(true),
    words: text("words").notNull().default(""),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind] }),
    oneOf("reminders_kind", t.kind, reminderKinds),
    isRevision("reminders_revision", t.revision),
    holds("reminders_words", sql`length(${t.words}) <= ${sql.raw(String(mostReminderWords))}`),
    // The law asks for it.
    holds("reminders_of_renewals", sql`${t.isOn} or ${t.kind} <> 'RENEWAL'`),
  ],
);
