import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { users } from "./accounts.ts";
import { createdAt, holds, id, moment, shopNow } from "./columns.ts";

/** Accounts that emailed codes do not sign in to. */
export const emailedCodesOff = pgTable("emailed_codes_off", {
  ownerId: uuid("owner_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: moment("since").notNull().default(shopNow),
});

/** One-time codes that sign in where emailed codes are off, as keyed hashes. They go when emailed codes are turned on. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => emailedCodesOff.ownerId, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at"),
    createdAt: createdAt(),
  },
  (t) => [unique("recovery_codes_code").on(t.ownerId, t.codeHash)],
);

/** Resets that operators started: emailed codes are turned on again when one ends. The account's owner can cancel it. */
export const signInResets = pgTable(
  "sign_in_resets",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => emailedCodesOff.ownerId, { onDelete: "cascade" }),
    startedAt: moment("started_at").notNull(),
    endsAt: moment("ends_at").notNull(),
  },
  (t) => [
    index("sign_in_resets_end").on(t.endsAt),
    holds("sign_in_resets_wait", sql`${t.endsAt} >= ${t.startedAt} + interval '72 hours'`),
  ],
);
