import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, oneOf } from "./columns.ts";

export const uploadStates = ["RECEIVING", "STORED", "REJECTED"] as const;

/** A file a creator sent us. The id is the opaque `storagePath` that the API speaks of. */
export const uploads = pgTable(
  "uploads",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: choice("state", uploadStates).notNull().default("RECEIVING"),
    /** Where the file store keeps it: our own name, never the sender's. */
    storageKey: text("storage_key").notNull().unique(),
    /** The sender's file name, for display and for the download's name only. */
    originalName: text("original_name").notNull(),
    mimeType: text("mime_type").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: text("sha256"),
    /** The request that is writing to it, and when bytes last came: one writer at a time, across processes. */
    receiver: uuid("receiver"),
    seenAt: moment("seen_at").notNull().defaultNow(),
    /** Why it was refused, in words for its sender. */
    refusal: text("refusal"),
    createdAt: createdAt(),
    storedAt: moment("stored_at"),
  },
  (t) => [
    unique("uploads_owner_unique").on(t.id, t.ownerId),
    index("uploads_owner").on(t.ownerId, t.createdAt),
    oneOf("uploads_state", t.state, uploadStates),
    holds("uploads_size", sql`${t.sizeBytes} between 0 and 1073741824`),
    holds("uploads_refusal", sql`(${t.state} = 'REJECTED') = (${t.refusal} is not null)`),
    holds(
      "uploads_stored",
      sql`${t.state} <> 'STORED' or (${t.sha256} is not null and ${t.storedAt} is not null)`,
    ),
  ],
);
