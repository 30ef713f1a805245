import {
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  integer,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { lessons } from "./courses.ts";
import { createdAt, holds, id, moment, notNegative, updatedAt } from "./columns.ts";
import { customers, orders } from "./orders.ts";
import { sql } from "drizzle-orm";

/** Milliseconds of a video, as PostgreSQL writes them: `{[0,1500),[4000,9000)}`. Adding two of them is their union. */
const milliseconds = customType<{ data: string }>({ dataType: () => "int4multirange" });

/**
 * What a buyer has done with a lesson, by the order that opened it. A browser that paid, or a receipt, sees and changes
 * what is noted at its orders; a proven address sees all of its orders as one. So nobody learns what another did by
 * paying with their address.
 */
export const progress = pgTable(
  "progress",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    lessonId: uuid("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** What was played of the video: the union of all the intervals posted. */
    played: milliseconds("played")
      .notNull()
      .default(sql`'{}'::int4multirange`),
    /** The length of `played`, in whole seconds. */
    watchedSeconds: integer("watched_seconds").notNull().default(0),
    /** Where the video stood last. */
    positionSeconds: integer("position_seconds").notNull().default(0),
    /** When it stood there, by our clock; null before anything was noted. What is newest counts. */
    positionAt: moment("position_at"),
    completed: boolean("completed").notNull().default(false),
    completedAt: moment("completed_at"),
    bookmarked: boolean("bookmarked").notNull().default(false),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.lessonId] }),
    index("progress_customer").on(t.customerId, t.lessonId),
    // With what says how far each buyer has come: the desk adds it up without the rows, which change while a video plays.
    index("progress_lesson").on(t.lessonId, t.orderId, t.completedAt),
    notNegative("progress_watched", t.watchedSeconds),
    notNegative("progress_position", t.positionSeconds),
    holds("progress_completed", sql`${t.completed} = (${t.completedAt} is not null)`),
  ],
);

/** What a buyer wrote to themselves about a lesson, at the order that opened it. Nobody else ever sees it. */
export const lessonNotes = pgTable(
  "lesson_notes",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** Made by the browser, so that what is sent twice is one note. */
    id: uuid("id").notNull(),
    lessonId: uuid("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Of the video; null for a note on the lesson as a whole. */
    seconds: integer("seconds"),
    text: text("text").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.id] }),
    index("lesson_notes_customer").on(t.customerId),
    index("lesson_notes_lesson").on(t.lessonId),
    holds("lesson_notes_seconds", sql`${t.seconds} between 0 and 86400`),
    holds("lesson_notes_text", sql`length(${t.text}) between 1 and 4000`),
  ],
);

/** Of a finished course, with the words it had then. It counts while its order opens the course. */
export const certificates = pgTable(
  "certificates",
  {
    id: id(),
    /** In the public address; random. */
    code: text("code").notNull().unique(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** As the buyer wrote it. */
    name: text("name").notNull(),
    courseTitle: text("course_title").notNull(),
    creatorName: text("creator_name").notNull(),
    lessonCount: integer("lesson_count").notNull(),
    completedAt: moment("completed_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("certificates_once").on(t.orderId, t.productId),
    index("certificates_customer").on(t.customerId),
    holds("certificates_name", sql`length(${t.name}) between 1 and 120`),
  ],
);
