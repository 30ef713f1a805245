import { sql } from "drizzle-orm";
import { bigserial, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";
import { sandbox } from "./sandbox.ts";

// The demo platform's own books. Nothing outside `platforms/demo` reads or writes them.

/** A person of the demo platform, towards one account: when they last wrote decides who may write to them. */
export const demoFans = sandbox.table(
  "demo_fans",
  {
    accountId: text("account_id").notNull(),
    personId: text("person_id").notNull(),
    username: text("username").notNull(),
    lastWroteAt: moment("last_wrote_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.personId] }),
    uniqueIndex("demo_fans_username").on(t.accountId, t.username),
  ],
);

export const demoComments = sandbox.table("demo_comments", {
  id: text("id").primaryKey(),
  accountId: text("account_id").notNull(),
  personId: text("person_id").notNull(),
  postId: text("post_id").notNull(),
  text: text("text").notNull(),
  createdAt: createdAt(),
});

/** Every message that the platform really delivered. */
export const demoMessages = sandbox.table(
  "demo_messages",
  {
    seq: bigserial("seq", { mode: "number" }).primaryKey(),
    id: text("id").notNull().unique(),
    accountId: text("account_id").notNull(),
    personId: text("person_id").notNull(),
    /** Set for an answer to a comment; `visibility`, PRIVATE or PUBLIC, says where it stands. */
    commentId: text("comment_id"),
    visibility: text("visibility").notNull(),
    text: text("text").notNull(),
    button: jsonb("button").$type<{ title: string; url: string } | null>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("demo_messages_private_reply")
      .on(t.commentId)
      .where(sql`visibility = 'PRIVATE' and comment_id is not null`),
  ],
);
