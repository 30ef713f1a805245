import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf } from "./columns.ts";

export const exportStates = ["QUEUED", "RUNNING", "READY", "FAILED", "EXPIRED"] as const;

/** What creators asked to take along: a ZIP of everything, made by a job and kept for a week. */
export const accountExports = pgTable(
  "account_exports",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Also the files and pictures themselves, not only their list. */
    withFiles: boolean("with_files").notNull(),
    state: choice("state", exportStates).notNull().default("QUEUED"),
    /** Who is making it: a run that finds another here leaves it alone. Its file is named by this. */
    run: uuid("run"),
    runs: integer("runs").notNull().default(0),
    /** When it was last heard of. */
    seenAt: moment("seen_at").notNull(),
    percent: integer("percent").notNull().default(0),
    /** What of it is being written. */
    step: text("step"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    /** The room that it was promised until its size is known. */
    reservedBytes: bigint("reserved_bytes", { mode: "number" }).notNull().default(0),
    readyAt: moment("ready_at"),
    expiresAt: moment("expires_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("account_exports_newest").on(t.ownerId, t.createdAt),
    index("account_exports_open")
      .on(t.state)
      .where(sql`state in ('QUEUED', 'RUNNING', 'READY')`),
    uniqueIndex("account_exports_one_at_a_time")
      .on(t.ownerId)
      .where(sql`state in ('QUEUED', 'RUNNING')`),
    oneOf("account_exports_state", t.state, exportStates),
    notNegative("account_exports_size", t.sizeBytes),
    notNegative("account_exports_reserved", t.reservedBytes),
    holds("account_exports_percent", sql`${t.percent} between 0 and 100`),
    holds("account_exports_running", sql`${t.state} <> 'RUNNING' or ${t.run} is not null`),
    holds(
      "account_exports_ready",
      sql`${t.state} <> 'READY' or num_nonnulls(${t.run}, ${t.sizeBytes}, ${t.readyAt}, ${t.expiresAt}) = 4`,
    ),
  ],
);
