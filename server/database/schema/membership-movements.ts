import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { subscriptions } from "./access.ts";
import { choice, holds, id, moment, oneOf } from "./columns.ts";

export const membershipMovementKinds = [
  "TRIAL",
  /** A trial that led to no payment. */
  "TRIAL_END",
  "NEW",
  "EXPANSION",
  "CONTRACTION",
  /** Access has ended. */
  "CHURN",
  /** It rests. */
  "PAUSE",
  "REACTIVATION",
] as const;

/**
 * How memberships came to be what they are: what each change added to a creator's members, trials and recurring revenue, or
 * took off them. The sums of all rows before a moment are what there was at that moment. Kept up by a trigger on
 * `subscriptions`; nothing else writes it. A row whose moment is still to come says when access ends by itself.
 */
export const membershipMovements = pgTable(
  "membership_movements",
  {
    id: id(),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    ownerId: uuid("owner_id").notNull(),
    productId: uuid("product_id").notNull(),
    customerId: uuid("customer_id").notNull(),
    kind: choice("kind", membershipMovementKinds).notNull(),
    at: moment("at").notNull(),
    /** Cents a year, so that a yearly price has no fractions: a twelfth of the sum is the recurring revenue of a month. */
    annualCents: integer("annual_cents").notNull(),
    members: smallint("members").notNull(),
    trials: smallint("trials").notNull(),
    /** When this buyer first paid for this product; null before. */
    joinedAt: moment("joined_at"),
  },
  (t) => [
    index("membership_movements_subscription").on(t.subscriptionId, t.at),
    index("membership_movements_buyer").on(t.productId, t.customerId, t.at),
    // All that figures are added up from: their rows are not read.
    index("membership_movements_owner").on(
      t.ownerId,
      t.at,
      t.id,
      t.productId,
      t.kind,
      t.annualCents,
      t.members,
      t.trials,
      t.joinedAt,
    ),
    oneOf("membership_movements_kind", t.kind, membershipMovementKinds),
    holds("membership_movements_members", sql`${t.members} between -1 and 1`),
    holds("membership_movements_trials", sql`${t.trials} between -1 and 1`),
    holds(
      "membership_movements_joined",
      sql`${t.kind} in ('TRIAL', 'TRIAL_END') or ${t.joinedAt} is not null`,
    ),
  ],
);
