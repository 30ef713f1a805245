import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { operatorEventKinds } from "#contract/operator/operator-event-kinds.ts";
import { mostReportWords, reportReasons } from "#contract/operator/report-reasons.ts";
import { users } from "./accounts.ts";
import { products } from "./catalog.ts";
import { choice, createdAt, holds, id, moment, oneOf } from "./columns.ts";

/**
 * What operators did. Rows are only ever added (`operator_event_stays`), so they name accounts by id without a key: an entry
 * outlives whom it names, and says nothing of them but that.
 */
export const operatorEvents = pgTable(
  "operator_events",
  {
    id: id(),
    operatorId: uuid("operator_id").notNull(),
    kind: choice("kind", operatorEventKinds).notNull(),
    /** The creator it was done to; null where it is nobody's. */
    ownerId: uuid("owner_id"),
    /** What else it was done to: a payment, a job, a mail, a report. */
    subject: text("subject").notNull().default(""),
    /** The words that were given with it. */
    reason: text("reason").notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    index("operator_events_newest").on(t.createdAt, t.id),
    oneOf("operator_events_kind", t.kind, operatorEventKinds),
  ],
);

/** What strangers reported of a store or of one of its products; what one visitor says of the same thing again is one report. */
export const abuseReports = pgTable(
  "abuse_reports",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    reason: choice("reason", reportReasons).notNull(),
    words: text("words").notNull(),
    /** Where whoever reported it can be reached, if they said so. */
    email: text("email"),
    /** Of the visitor's network, keyed by the installation's secret. */
    visitorHash: text("visitor_hash").notNull(),
    /** Of the network alone, whatever browser: what is past a day's limit is kept from new networks only. Empty once closed. */
    networkHash: text("network_hash").notNull().default(""),
    times: integer("times").notNull().default(1),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("abuse_reports_once")
      .on(t.ownerId, sql`coalesce(product_id, owner_id)`, t.visitorHash)
      .where(sql`closed_at is null`),
    index("abuse_reports_newest").on(t.createdAt, t.id),
    index("abuse_reports_owner").on(t.ownerId, t.createdAt),
    index("abuse_reports_network").on(t.ownerId, t.networkHash, t.createdAt),
    index("abuse_reports_product")
      .on(t.productId)
      .where(sql`product_id is not null`),
    index("abuse_reports_reporter")
      .on(sql`lower(${t.email})`)
      .where(sql`email is not null`),
    index("abuse_reports_seen_to")
      .on(t.closedAt)
      .where(sql`email is not null and closed_at is not null`),
    oneOf("abuse_reports_reason", t.reason, reportReasons),
    holds("abuse_reports_words", sql`length(${t.words}) <= ${sql.raw(`${mostReportWords}`)}`),
    holds("abuse_reports_times", sql`${t.times} >= 1`),
  ],
);

/** What the nightly audit found, by rule: the newest run last. */
export const bookAudits = pgTable(
  "book_audits",
  {
    id: id(),
    rules: integer("rules").notNull(),
    findings: jsonb("findings").notNull().$type<{ name: string; rule: string; count: number }[]>(),
    createdAt: createdAt(),
  },
  (t) => [index("book_audits_newest").on(t.createdAt)],
);
