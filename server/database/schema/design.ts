import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import type { Design } from "#contract/design/design.ts";
import { users } from "./accounts.ts";
import { createdAt, holds, isRevision, moment, revision, shopNow } from "./columns.ts";

/** How each creator's store looks: what is being tried, and what everybody sees. */
export const storeDesigns = pgTable(
  "store_designs",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    draft: jsonb("draft").notNull().$type<Design>(),
    /** Null until something was published: the store looks as every new one does. */
    published: jsonb("published").$type<Design>(),
    /** Of the draft. */
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    isRevision("store_designs_revision", t.revision),
    holds("store_designs_draft", sql`jsonb_typeof(${t.draft}) = 'object'`),
    holds("store_designs_published", sql`jsonb_typeof(${t.published}) = 'object'`),
  ],
);

/** What was published, newest last; a trigger keeps the last 20 of each creator. */
export const storeDesignVersions = pgTable(
  "store_design_versions",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => storeDesigns.ownerId, { onDelete: "cascade" }),
    /** 1, 2, 3, … of this creator's. */
    number: integer("number").notNull(),
    design: jsonb("design").notNull().$type<Design>(),
    publishedAt: moment("published_at").notNull().default(shopNow),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.number] }),
    isRevision("store_design_versions_number", t.number),
    holds("store_design_versions_design", sql`jsonb_typeof(${t.design}) = 'object'`),
  ],
);
