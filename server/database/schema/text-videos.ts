import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { images, users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { holds, id, moment } from "./columns.ts";
import { lessons } from "./courses.ts";
import { uploads } from "./files.ts";
import { posts } from "./posts.ts";

/**
 * The videos that play in a lesson's text, a post or a product's description, for whoever may read it. One that was taken
 * out of its text stays for a while, as pictures of lessons do; nobody is shown it meanwhile.
 */
export const textVideos = pgTable(
  "text_videos",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lessonId: uuid("lesson_id").references(() => lessons.id, { onDelete: "cascade" }),
    postId: uuid("post_id").references(() => posts.id, { onDelete: "cascade" }),
    productId: uuid("product_id"),
    uploadId: uuid("upload_id").notNull(),
    posterImageId: uuid("poster_image_id"),
    removedAt: moment("removed_at"),
  },
  (t) => [
    holds("text_videos_one_text", sql`num_nonnulls(${t.lessonId}, ${t.postId}, ${t.productId}) = 1`),
    unique("text_videos_of_lesson").on(t.lessonId, t.uploadId),
    unique("text_videos_of_post").on(t.postId, t.uploadId),
    unique("text_videos_of_product").on(t.productId, t.uploadId),
    index("text_videos_owner").on(t.ownerId),
    index("text_videos_upload").on(t.uploadId),
    index("text_videos_poster").on(t.posterImageId),
    index("text_videos_removed")
      .on(t.removedAt)
      .where(sql`${t.removedAt} is not null`),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "text_videos_product_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.uploadId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "text_videos_upload_fk",
    }),
    foreignKey({
      columns: [t.posterImageId, t.ownerId],
      foreignColumns: [images.id, images.ownerId],
      name: "text_videos_poster_fk",
    }),
  ],
);

/** Captions of such a video in one language. They are the video's: wherever a text shows it, they are shown with it. */
export const videoCaptions = pgTable(
  "video_captions",
  {
    uploadId: uuid("upload_id").notNull(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As BCP 47 writes it: `en`, `pt-BR`, `zh-Hant`. */
    language: text("language").notNull(),
    webvtt: text("webvtt").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uploadId, t.language] }),
    index("video_captions_owner").on(t.ownerId),
    foreignKey({
      columns: [t.uploadId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "video_captions_upload_fk",
    }).onDelete("cascade"),
    holds(
      "video_captions_language_form",
      sql`${t.language} ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'`,
    ),
    holds("video_captions_length", sql`length(${t.webvtt}) <= 2000000`),
  ],
);
