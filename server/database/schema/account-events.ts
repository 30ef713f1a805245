import { index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { accountEventKinds } from "#contract/accounts/account-event-kinds.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, id, oneOf } from "./columns.ts";

/** What happened in creators' accounts, for a year. The triggers of `rules.sql` write it; of what they cannot see, who does it. */
export const accountEvents = pgTable(
  "account_events",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", accountEventKinds).notNull(),
    /** By kind, as `AccountEvent` of the contract has it. */
    detail: jsonb("detail").notNull().$type<Record<string, string>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index("account_events_newest").on(t.ownerId, t.createdAt, t.id),
    index("account_events_age").on(t.createdAt),
    oneOf("account_events_kind", t.kind, accountEventKinds),
  ],
);
