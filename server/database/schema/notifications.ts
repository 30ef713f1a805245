import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { alwaysInApp, mailChoices, notificationKinds } from "#contract/notifications/kinds.ts";
import { sessions, users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, oneOf } from "./columns.ts";
import { teamMembers } from "./team.ts";

/**
 * What creators are told of, each event once. Written in the transaction of what happened, by `tell_creator` (`rules.sql`)
 * and with a paid order; nothing that a buyer wrote stands in it, so that it holds nobody's data but the creator's.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", notificationKinds).notNull(),
    /** What it is about: `dispute:<id>`. */
    event: text("event").notNull(),
    /** What its words are made of, by kind: `notification-facts.ts`. */
    facts: jsonb("facts").notNull().$type<Record<string, unknown>>(),
    /** Shown behind the bell. What is not is kept for the ways that were chosen instead. */
    inApp: boolean("in_app").notNull(),
    /** A mail, a push are still to leave: a job of each minute takes those of a creator together. */
    wantsMail: boolean("wants_mail").notNull().default(false),
    wantsPush: boolean("wants_push").notNull().default(false),
    readAt: moment("read_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("notifications_once").on(t.ownerId, t.event),
    index("notifications_newest").on(t.ownerId, t.createdAt, t.id),
    index("notifications_unread")
      .on(t.ownerId)
      .where(sql`in_app and read_at is null`),
    index("notifications_wanted")
      .on(t.ownerId, t.createdAt)
      .where(sql`wants_mail or wants_push`),
    oneOf("notifications_kind", t.kind, notificationKinds),
  ],
);

/** What a creator chose. Where there is no row, all ways are open, as they are for whoever has chosen nothing. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: choice("kind", notificationKinds).notNull(),
    mail: choice("mail", mailChoices).notNull().default("EACH"),
    inApp: boolean("in_app").notNull().default(true),
    push: boolean("push").notNull().default(true),
    /** The last day, in the creator's zone, of which the daily mail has told. */
    toldUntil: date("told_until", { mode: "string" }),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind] }),
    index("notification_choices_daily")
      .on(t.ownerId)
      .where(sql`mail = 'DAILY'`),
    oneOf("notification_choices_kind", t.kind, notificationKinds),
    oneOf("notification_choices_mail", t.mail, mailChoices),
    holds("notification_choices_daily_sales", sql`${t.mail} <> 'DAILY' or ${t.kind} = 'SALE'`),
    holds(
      "notification_choices_in_app",
      sql`${t.inApp} or ${t.kind} not in (${sql.raw(alwaysInApp.map((kind) => `'${kind}'`).join(", "))})`,
    ),
  ],
);

/**
 * What has become of a store's notification for somebody on its team. Where there is no row it is unread and not to be mailed:
 * nothing is written for each of a team when something happens, but for those who asked for mails (`notification_for_team`).
 */
export const teamNews = pgTable(
  "team_news",
  {
    ownerId: uuid("owner_id").notNull(),
    userId: uuid("user_id").notNull(),
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    readAt: moment("read_at"),
    /** A mail is still to leave: a job of each minute takes those of somebody together. */
    wantsMail: boolean("wants_mail").notNull().default(false),
  },
  (t) => [
    primaryKey({ name: "team_news_pk", columns: [t.ownerId, t.userId, t.notificationId] }),
    // Whoever leaves a team is told of nothing any more.
    foreignKey({
      name: "team_news_member_fk",
      columns: [t.ownerId, t.userId],
      foreignColumns: [teamMembers.ownerId, teamMembers.userId],
    }).onDelete("cascade"),
    index("team_news_notification").on(t.notificationId),
    index("team_news_wanted")
      .on(t.ownerId, t.userId)
      .where(sql`wants_mail`),
  ],
);

/** What somebody on a store's team asked to be mailed: nothing without a row. */
export const teamMailChoices = pgTable(
  "team_mail_choices",
  {
    ownerId: uuid("owner_id").notNull(),
    userId: uuid("user_id").notNull(),
    kind: choice("kind", notificationKinds).notNull(),
  },
  (t) => [
    primaryKey({ name: "team_mail_choices_pk", columns: [t.ownerId, t.userId, t.kind] }),
    foreignKey({
      name: "team_mail_choices_member_fk",
      columns: [t.ownerId, t.userId],
      foreignColumns: [teamMembers.ownerId, teamMembers.userId],
    }).onDelete("cascade"),
    oneOf("team_mail_choices_kind", t.kind, notificationKinds),
  ],
);

/** The sale that made a creator a seller; one for ever, so that it is told and celebrated once. */
export const firstSales = pgTable("first_sales", {
  ownerId: uuid("owner_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  orderId: uuid("order_id").notNull(),
  soldAt: moment("sold_at").notNull(),
  celebratedAt: moment("celebrated_at"),
});

/** Days, in the creator's zone, with renewals that they have not been told of yet: told together once the day is over. */
export const renewalDays = pgTable(
  "renewal_days",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.day] }), index("renewal_days_day").on(t.day)],
);

/** Browsers that show notifications by themselves, while they are signed in: the row ends with its session. */
export const pushBrowsers = pgTable(
  "push_browsers",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.sid, { onDelete: "cascade" }),
    endpoint: text("endpoint").notNull(),
    /** The browser's public key, and what both sides know; base64url. */
    publicKey: text("public_key").notNull(),
    authSecret: text("auth_secret").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("push_browsers_endpoint").on(t.endpoint),
    index("push_browsers_owner").on(t.ownerId, t.createdAt),
    index("push_browsers_session").on(t.sessionId),
    holds("push_browsers_endpoint_length", sql`length(${t.endpoint}) <= 1000`),
  ],
);
