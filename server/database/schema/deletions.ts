import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { undoableKinds } from "#contract/deletions/deletions.ts";
import { users } from "./accounts.ts";
import { choice, holds, id, moment, oneOf } from "./columns.ts";

/** Something that a creator deleted a moment ago, and can put back. */
export const deletions = pgTable(
  "deletions",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", undoableKinds).notNull(),
    deletedAt: moment("deleted_at").notNull(),
  },
  (t) => [
    oneOf("deletions_kind", t.kind, undoableKinds),
    index("deletions_owner").on(t.ownerId),
    index("deletions_time").on(t.deletedAt),
  ],
);

/** What went with it, as it was: rows that were deleted, or references to them that were lost. Written by triggers (`rules.sql`). */
export const deletedRows = pgTable(
  "deleted_rows",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    deletionId: uuid("deletion_id")
      .notNull()
      .references(() => deletions.id, { onDelete: "cascade" }),
    tableName: text("table_name").notNull(),
    /** Of a lost reference: the column that named what was deleted. Null: the rows themselves were deleted. */
    columnName: text("column_name"),
    rows: jsonb("rows").notNull(),
  },
  (t) => [
    index("deleted_rows_deletion").on(t.deletionId),
    holds("deleted_rows_list", sql`jsonb_typeof(${t.rows}) = 'array'`),
  ],
);
