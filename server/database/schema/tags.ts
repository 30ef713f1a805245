import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, holds, id } from "./columns.ts";
import { dmConversations } from "./social-messages.ts";

/** A word that a creator keeps about people they know. */
export const tags = pgTable(
  "tags",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("tags_owner_unique").on(t.id, t.ownerId),
    uniqueIndex("tags_name").on(t.ownerId, sql`lower(${t.name})`),
    holds("tags_name_length", sql`length(${t.name}) between 1 and 40`),
    holds("tags_name_line", sql`${t.name} !~ '[\\r\\n]'`),
  ],
);

/**
 * Whom a creator gave a tag. A person is a mailbox, as in mailings: whoever bought and is on the list as well has one set of
 * tags. The triggers of `rules.sql` take the tags of whom the creator does not know any more, and refuse another creator's.
 *
 * A row may outlive its tag: a deleted one that is put back finds its people where they were, however many. Until then it counts
 * for nobody (readers join the tag), and makes room where a person is given another (`giveTag`). `expire-tag` takes what is left.
 */
export const personTags = pgTable(
  "person_tags",
  {
    ownerId: uuid("owner_id").notNull(),
    tagId: uuid("tag_id").notNull(),
    /** As `mailboxOf` writes it. */
    mailbox: text("mailbox").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tagId, t.mailbox] }),
    // Whoever has their data removed is looked for among all creators.
    index("person_tags_mailbox").on(t.mailbox, t.ownerId, t.tagId),
  ],
);

/**
 * Tags that responses and rules gave to the person of a conversation, who has no mailbox yet. Once an order or a
 * subscriber comes through one of its reply links, that mailbox gets them, too (`give-conversation-tags`). As in `person_tags`, a row may outlive its
 * tag until that cannot be put back any more; readers join the tag.
 */
export const conversationTags = pgTable(
  "conversation_tags",
  {
    ownerId: uuid("owner_id").notNull(),
    conversationId: uuid("conversation_id").notNull(),
    tagId: uuid("tag_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.tagId] }),
    foreignKey({
      columns: [t.conversationId, t.ownerId],
      foreignColumns: [dmConversations.id, dmConversations.userId],
      name: "conversation_tags_conversation_fk",
    }).onDelete("cascade"),
    index("conversation_tags_tag").on(t.tagId),
  ],
);
