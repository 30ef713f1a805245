import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AssignmentTask } from "#contract/courses/assignment.ts";
import type { RichDocument } from "#contract/document/document.ts";
import type { Quiz } from "#contract/courses/quiz.ts";
import { images } from "./accounts.ts";
import { products } from "./catalog.ts";
import { holds, id, isRevision, notNegative, revision, updatedAt } from "./columns.ts";
import { uploads } from "./files.ts";

export const courseModules = pgTable(
  "course_modules",
  {
    id: id(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    position: integer("position").notNull().default(0),
  },
  (t) => [index("course_modules_product").on(t.productId, t.position)],
);

/** An assignment as it is stored: its task is null where it is blank, and Markdown of before there were documents. */
export type StoredAssignment = Omit<AssignmentTask, "task"> & { task: RichDocument | string | null };

export const lessons = pgTable(
  "lessons",
  {
    id: id(),
    moduleId: uuid("module_id")
      .notNull()
      .references(() => courseModules.id, { onDelete: "cascade" }),
    slug: text("slug").notNull(),
    title: text("title").notNull(),
    /** Markdown of before a lesson's text was a document, until it is saved as one. */
    content: text("content"),
    contentDocument: jsonb("content_document").$type<RichDocument>(),
    /** An outside address; an own video is `videoUploadId`. */
    videoUrl: text("video_url"),
    videoUploadId: uuid("video_upload_id").references(() => uploads.id),
    /** The video's picture before it plays. */
    posterImageId: uuid("poster_image_id").references(() => images.id),
    /** As its creator writes it; what buyers are asked stands in `quiz_versions`. */
    quiz: jsonb("quiz").$type<Quiz>(),
    /** What buyers are to hand in; while it has no task they are asked nothing. */
    assignment: jsonb("assignment").$type<StoredAssignment>(),
    /** Seconds. */
    duration: integer("duration").notNull().default(0),
    freePreview: boolean("free_preview").notNull().default(false),
    /** Opens so many days after the purchase; 0: at once. A free preview is open to all the same. */
    dripDays: integer("drip_days").notNull().default(0),
    position: integer("position").notNull().default(0),
    revision: revision(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("lessons_revision", t.revision),
    index("lessons_module").on(t.moduleId, t.position),
    unique("lessons_slug_unique").on(t.moduleId, t.slug),
    notNegative("lessons_duration", t.duration),
    holds("lessons_drip_days", sql`${t.dripDays} between 0 and 365`),
    holds(
      "lessons_content_document",
      sql`${t.contentDocument} is null or coalesce(${t.contentDocument} ->> 'type', '') = 'doc'`,
    ),
    // What is to be converted still.
    index("lessons_markdown")
      .on(t.id)
      .where(sql`${t.contentDocument} is null and ${t.content} <> ''`),
    index("lessons_tasks_in_markdown")
      .on(t.id)
      .where(sql`jsonb_typeof(${t.assignment} -> 'task') = 'string'`),
  ],
);
