import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Quiz } from "#contract/courses/quiz.ts";
import { lessons } from "./courses.ts";
import { createdAt, holds, id, moment } from "./columns.ts";
import { customers, orders } from "./orders.ts";

const ofLesson = () =>
  uuid("lesson_id")
    .notNull()
    .references(() => lessons.id, { onDelete: "cascade" });
const ofOrder = () =>
  uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" });
const ofCustomer = () =>
  uuid("customer_id")
    .notNull()
    .references(() => customers.id, { onDelete: "cascade" });

/**
 * A lesson's quiz as buyers were asked: the whole one of each edit that somebody has answered, and the current one. What
 * is half-written stands in `lessons.quiz` alone. None is ever changed.
 */
export const quizVersions = pgTable(
  "quiz_versions",
  {
    id: id(),
    lessonId: ofLesson(),
    quiz: jsonb("quiz").notNull().$type<Quiz>(),
    isCurrent: boolean("is_current").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    index("quiz_versions_lesson").on(t.lessonId),
    uniqueIndex("quiz_versions_current")
      .on(t.lessonId)
      .where(sql`${t.isCurrent}`),
  ],
);

/** What a buyer has chosen at a question since their last submission. */
export const quizAnswers = pgTable(
  "quiz_answers",
  {
    orderId: ofOrder(),
    lessonId: ofLesson(),
    questionId: uuid("question_id").notNull(),
    customerId: ofCustomer(),
    choiceIds: uuid("choice_ids").array().notNull(),
    /** By our clock. What is newest counts. */
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.lessonId, t.questionId] }),
    index("quiz_answers_lesson").on(t.lessonId),
    index("quiz_answers_customer").on(t.customerId),
    holds("quiz_answers_choices", sql`cardinality(${t.choiceIds}) <= 10`),
  ],
);

/** One submission of a quiz, marked by the version that was shown. */
export const quizAttempts = pgTable(
  "quiz_attempts",
  {
    orderId: ofOrder(),
    /** Made by the browser, so that what is sent twice is one attempt. */
    id: uuid("id").notNull(),
    lessonId: ofLesson(),
    customerId: ofCustomer(),
    versionId: uuid("version_id")
      .notNull()
      .references(() => quizVersions.id),
    /** The choices of each question, by its id. */
    answers: jsonb("answers").notNull().$type<Record<string, string[]>>(),
    /** The questions that were answered right. */
    rightIds: uuid("right_ids").array().notNull(),
    questionCount: integer("question_count").notNull(),
    passed: boolean("passed").notNull(),
    submittedAt: moment("submitted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.id] }),
    index("quiz_attempts_order").on(t.orderId, t.lessonId, t.submittedAt),
    index("quiz_attempts_version").on(t.versionId),
    index("quiz_attempts_lesson").on(t.lessonId),
    index("quiz_attempts_customer").on(t.customerId),
    // Nobody passes with nothing.
    holds(
      "quiz_attempts_marks",
      sql`cardinality(${t.rightIds}) <= ${t.questionCount} and ${t.questionCount} >= 1
          and (not ${t.passed} or cardinality(${t.rightIds}) >= 1)`,
    ),
  ],
);
