import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { lessons } from "./courses.ts";
import { choice, createdAt, holds, id, isRevision, moment, oneOf, revision } from "./columns.ts";
import { uploads } from "./files.ts";
import { customers, orders } from "./orders.ts";

export const submissionStates = ["DRAFT", "SUBMITTED", "RETURNED", "ACCEPTED"] as const;

/**
 * One piece of a buyer's work on a lesson's assignment, from its first letter to its creator's answer; what was answered
 * never changes, and what comes after it is the next number (`submission_moves` in `rules.sql`). It belongs to the order
 * that opened the course, as progress does.
 */
export const assignmentSubmissions = pgTable(
  "assignment_submissions",
  {
    id: id(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    lessonId: uuid("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    productId: uuid("product_id").notNull(),
    /** Who answers. */
    ownerId: uuid("owner_id").notNull(),
    /** 1 for the first, 2 for what came after the first answer. */
    number: integer("number").notNull(),
    state: choice("state", submissionStates).notNull().default("DRAFT"),
    text: text("text").notNull().default(""),
    /** When its text was typed, by our clock. What is newest counts. */
    typedAt: moment("typed_at").notNull(),
    submittedAt: moment("submitted_at"),
    /** The lesson was to wait for an answer when this was handed in. */
    needsAnswer: boolean("needs_answer").notNull().default(false),
    /** When its creator is to hear of it: at once, and seven days later; null where nothing is to be said. */
    dueAt: moment("due_at"),
    answer: text("answer").notNull().default(""),
    answeredAt: moment("answered_at"),
    /** Of what its creator reads: a trigger counts what is handed in. */
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    isRevision("assignment_submissions_revision", t.revision),
    unique("assignment_submissions_number_unique").on(t.orderId, t.lessonId, t.number),
    uniqueIndex("assignment_submissions_open")
      .on(t.orderId, t.lessonId)
      .where(sql`${t.state} in ('DRAFT', 'SUBMITTED')`),
    foreignKey({
      columns: [t.productId, t.ownerId],
      foreignColumns: [products.id, products.ownerId],
      name: "assignment_submissions_product_fk",
    }).onDelete("cascade"),
    index("assignment_submissions_owner").on(t.ownerId, t.state, t.needsAnswer, t.submittedAt, t.id),
    index("assignment_submissions_product").on(t.productId, t.state, t.needsAnswer, t.submittedAt, t.id),
    index("assignment_submissions_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index("assignment_submissions_lesson").on(t.lessonId),
    index("assignment_submissions_customer").on(t.customerId),
    oneOf("assignment_submissions_state", t.state, submissionStates),
    holds("assignment_submissions_number", sql`${t.number} between 1 and 20`),
    holds("assignment_submissions_text", sql`length(${t.text}) <= 10000`),
    holds("assignment_submissions_answer", sql`length(${t.answer}) <= 10000`),
    holds(
      "assignment_submissions_moments",
      sql`(${t.state} = 'DRAFT') = (${t.submittedAt} is null)
          and (${t.state} in ('RETURNED', 'ACCEPTED')) = (${t.answeredAt} is not null)
          and (${t.answeredAt} is not null or ${t.answer} = '')`,
    ),
    holds(
      "assignment_submissions_due",
      sql`${t.dueAt} is null or (${t.state} = 'SUBMITTED' and ${t.needsAnswer})`,
    ),
  ],
);

/** A file of a piece of work, at most five. The upload counts to the storage of the course's creator. */
export const assignmentFiles = pgTable(
  "assignment_files",
  {
    submissionId: uuid("submission_id")
      .notNull()
      .references(() => assignmentSubmissions.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    uploadId: uuid("upload_id")
      .notNull()
      .unique()
      .references(() => uploads.id),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.position] }),
    holds("assignment_files_most", sql`${t.position} between 0 and 4`),
  ],
);
