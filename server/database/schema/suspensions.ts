import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { subscriptions } from "./access.ts";
import type { ClosedWith } from "./account-deletions.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, moment, oneOf } from "./columns.ts";
import { sql } from "drizzle-orm";

/**
 * Stores that an operator has suspended, and why. While there is a row the store sells nothing, answers nobody and is paid
 * nothing; whoever reinstates it deletes the row.
 */
export const storeSuspensions = pgTable(
  "store_suspensions",
  {
    ownerId: uuid("owner_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As its creator reads it. */
    reason: text("reason").notNull(),
    /** What was on at that moment, so that reinstating brings back just that. */
    closedWith: jsonb("closed_with").notNull().$type<ClosedWith>(),
    createdAt: createdAt(),
  },
  (t) => [
    index("store_suspensions_newest").on(t.createdAt, t.ownerId),
    holds("store_suspensions_reason", sql`length(trim(${t.reason})) between 1 and 1000`),
  ],
);

/** PAUSED: bills nothing until it is resumed. CANCELLED: a trial, which ends without a bill. */
export const heldAs = ["PAUSED", "CANCELLED"] as const;

/** Memberships of suspended stores that the provider was told not to bill, as they were before. */
export const heldMemberships = pgTable(
  "held_memberships",
  {
    subscriptionId: uuid("subscription_id")
      .primaryKey()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    heldAs: choice("held_as", heldAs).notNull(),
    /** Until when its member had paused it. */
    pausedUntil: moment("paused_until"),
    /** The provider has answered. */
    heldAt: moment("held_at"),
    createdAt: createdAt(),
  },
  (t) => [index("held_memberships_owner").on(t.ownerId), oneOf("held_memberships_as", t.heldAs, heldAs)],
);
