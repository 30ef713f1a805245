import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { images } from "./accounts.ts";
import { lessons } from "./courses.ts";
import { holds, id, moment } from "./columns.ts";
import { uploads } from "./files.ts";

const ofLesson = () =>
  uuid("lesson_id")
    .notNull()
    .references(() => lessons.id, { onDelete: "cascade" });

/**
 * Captions of a lesson's video in one language, which are its transcript, too. The first is shown to whoever prefers none
 * of the others. A lesson's are changed with the lesson, and count to its revision.
 */
export const lessonCaptions = pgTable(
  "lesson_captions",
  {
    /** Another one for another file. */
    id: id(),
    lessonId: ofLesson(),
    /** As BCP 47 writes it: `en`, `pt-BR`, `zh-Hant`. */
    language: text("language").notNull(),
    webvtt: text("webvtt").notNull(),
    position: integer("position").notNull().default(0),
    /** Shown before the video plays to whoever reads this language; null: the lesson's own. */
    posterImageId: uuid("poster_image_id").references(() => images.id),
  },
  (t) => [
    index("lesson_captions_poster").on(t.posterImageId),
    unique("lesson_captions_language").on(t.lessonId, t.language),
    holds(
      "lesson_captions_language_form",
      sql`${t.language} ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'`,
    ),
    holds("lesson_captions_length", sql`length(${t.webvtt}) <= 2000000`),
    holds("lesson_captions_position", sql`${t.position} between 0 and 19`),
  ],
);

/** Files beside a lesson, at most 20, for whoever may open it. Changed as its captions are. */
export const lessonAttachments = pgTable(
  "lesson_attachments",
  {
    lessonId: ofLesson(),
    uploadId: uuid("upload_id")
      .notNull()
      .references(() => uploads.id),
    /** What its creator calls it, with the ending of the file. */
    name: text("name").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lessonId, t.uploadId] }),
    unique("lesson_attachments_position").on(t.lessonId, t.position),
    index("lesson_attachments_upload").on(t.uploadId),
    holds("lesson_attachments_name", sql`length(${t.name}) between 1 and 200`),
    holds("lesson_attachments_most", sql`${t.position} between 0 and 19`),
  ],
);

/**
 * The pictures of a lesson's text, for whoever may open it. One that was taken out of the text stays for a while, so that
 * undo and a tab that was left open may bring it back; nobody is shown it meanwhile.
 */
export const lessonPictures = pgTable(
  "lesson_pictures",
  {
    lessonId: ofLesson(),
    imageId: uuid("image_id")
      .notNull()
      .references(() => images.id),
    removedAt: moment("removed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.lessonId, t.imageId] }),
    index("lesson_pictures_image").on(t.imageId),
    index("lesson_pictures_removed")
      .on(t.removedAt)
      .where(sql`${t.removedAt} is not null`),
  ],
);
