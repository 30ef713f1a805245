import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { RichDocument } from "#contract/document/document.ts";
import { images, users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { createdAt, holds, id, moment, isRevision, revision, updatedAt } from "./columns.ts";
import { uploads } from "./files.ts";

/** What a creator writes for their members. */
export const posts = pgTable(
  "posts",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The membership it is for; null: every membership of the creator. */
    productId: uuid("product_id"),
    /** May be empty while it is a draft. */
    title: text("title").notNull(),
    /** Markdown of before there were documents; emptied when the post is next saved. */
    content: text("content").notNull().default(""),
    contentDocument: jsonb("content_document").$type<RichDocument>(),
    imageId: uuid("image_id"),
    attachmentId: uuid("attachment_id"),
    /** Null: a draft. Members see it from then on. */
    publishedAt: moment("published_at"),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("posts_revision", t.revision),
    index("posts_owner").on(t.ownerId, t.publishedAt),
    index("posts_product").on(t.productId),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "posts_product_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.imageId, t.ownerId],
      foreignColumns: [images.id, images.ownerId],
      name: "posts_image_fk",
    }),
    foreignKey({
      columns: [t.attachmentId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "posts_attachment_fk",
    }),
    holds("posts_title", sql`length(${t.title}) <= 200 and (${t.title} <> '' or ${t.publishedAt} is null)`),
    holds("posts_content", sql`length(${t.content}) <= 50000`),
    holds(
      "posts_content_document",
      sql`${t.contentDocument} is null or coalesce(${t.contentDocument} ->> 'type', '') = 'doc'`,
    ),
    index("posts_in_markdown")
      .on(t.id)
      .where(sql`${t.contentDocument} is null and ${t.content} <> ''`),
  ],
);

/** The pictures of a post's text, for the members who may read it; of a draft also those that were taken out of it. */
export const postPictures = pgTable(
  "post_pictures",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    imageId: uuid("image_id")
      .notNull()
      .references(() => images.id),
  },
  (t) => [primaryKey({ columns: [t.postId, t.imageId] }), index("post_pictures_image").on(t.imageId)],
);
