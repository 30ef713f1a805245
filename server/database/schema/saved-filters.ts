import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { filteredLists } from "#contract/saved-filters/saved-filters.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, oneOf } from "./columns.ts";

/** Filters of the desk's lists that creators keep under a name. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: choice("list", filteredLists).notNull(),
    name: text("name").notNull(),
    /** What the list's address says. */
    search: text("search").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("saved_filters_name").on(t.ownerId, t.list, sql`lower(${t.name})`),
    oneOf("saved_filters_list", t.list, filteredLists),
    holds("saved_filters_name_length", sql`length(${t.name}) between 1 and 40`),
    holds("saved_filters_search", sql`length(${t.search}) between 1 and 1000`),
  ],
);
