import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf, shopNow } from "./columns.ts";

export const uploadStates = ["RECEIVING", "STORED", "REJECTED"] as const;

/** What has arrived of an upload whose bytes wait in the file store, where every process finds them. */
export type ArrivedParts = {
  /** The store's name for it. */
  upload: string;
  /** In order, without a gap from the first byte. A number was reserved before it was written, and is used once. */
  parts: { number: number; tag: string; bytes: number }[];
  nextNumber: number;
  /** What came after them and is too little for a part: a file of its own. */
  rest?: { key: string; bytes: number };
};

/** A file a creator sent us, or a buyer who handed in an assignment of theirs. The id is the opaque `storagePath` that the API speaks of. */
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
    /**
     * The buyer who handed it in; null for the creator's own. It is nothing that can be sold or published. Buyers are
     * never deleted, so that nothing refers to them from here: `orders.ts` begins with these files.
     */
    customerId: uuid("customer_id"),
    /** The request that is writing to it, and when bytes last came: one writer at a time, across processes. */
    receiver: uuid("receiver"),
    seenAt: moment("seen_at").notNull().default(shopNow),
    /** Null where nothing waits in the file store: before the first byte, at the end, and where a disk holds it. */
    arrivedParts: jsonb("arrived_parts").$type<ArrivedParts>(),
    /** Why it was refused, in words for its sender. */
    refusal: text("refusal"),
    createdAt: createdAt(),
    storedAt: moment("stored_at"),
  },
  (t) => [
    unique("uploads_owner_unique").on(t.id, t.ownerId),
    index("uploads_owner").on(t.ownerId, t.createdAt),
    index("uploads_customer")
      .on(t.customerId)
      .where(sql`${t.customerId} is not null`),
    oneOf("uploads_state", t.state, uploadStates),
    holds("uploads_size", sql`${t.sizeBytes} between 0 and 1073741824`),
    holds("uploads_refusal", sql`(${t.state} = 'REJECTED') = (${t.refusal} is not null)`),
    holds(
      "uploads_stored",
      sql`${t.state} <> 'STORED' or (${t.sha256} is not null and ${t.storedAt} is not null)`,
    ),
  ],
);

/**
 * How much each creator's files and pictures take, unfinished uploads with what they declared. `bytes` is kept up by
 * triggers on `uploads` and `images`; nothing else writes it.
 */
export const storageUse = pgTable(
  "storage_use",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** What of it buyers have handed in. */
    buyersBytes: bigint("buyers_bytes", { mode: "number" }).notNull().default(0),
    /** Counted to the room that unpaid accounts share; judged at each upload and every hour. */
    unpaid: boolean("unpaid").notNull().default(true),
  },
  (t) => [notNegative("storage_use_bytes", t.bytes), notNegative("storage_use_buyers_bytes", t.buyersBytes)],
);
