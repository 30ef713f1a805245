import { sql } from "drizzle-orm";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { listsWithColumns } from "#contract/list-columns/list-columns.ts";
import { users } from "./accounts.ts";
import { choice, holds, oneOf } from "./columns.ts";

/** The columns that somebody chose for a list of the desk. Theirs alone, on every device. */
export const listColumns = pgTable(
  "list_columns",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: choice("list", listsWithColumns).notNull(),
    columns: text("columns").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.list] }),
    oneOf("list_columns_list", t.list, listsWithColumns),
    holds("list_columns_most", sql`cardinality(${t.columns}) <= 30`),
    holds("list_columns_length", sql`length(array_to_string(${t.columns}, ',', '')) <= 1300`),
  ],
);
