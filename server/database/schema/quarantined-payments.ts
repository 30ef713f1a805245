import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { checkoutSessions } from "./checkout.ts";
import { choice, createdAt, id, moment, oneOf } from "./columns.ts";

export const quarantineResolutions = ["REFUNDED", "DISMISSED"] as const;

/** Payments that do not fit what we asked for: shown to the creator, never PAID. */
export const quarantinedPayments = pgTable(
  "quarantined_payments",
  {
    id: id(),
    ownerId: uuid("owner_id").references(() => users.id),
    checkoutSessionId: uuid("checkout_session_id").references(() => checkoutSessions.id),
    paymentIntentId: text("payment_intent_id").notNull().unique(),
    expectedCents: integer("expected_cents"),
    receivedCents: integer("received_cents").notNull(),
    reason: text("reason").notNull(),
    /** The provider's refunds of it that failed at the bank, each of which brings it back here once. */
    failedRefundIds: text("failed_refund_ids").array().notNull().default([]),
    resolvedAt: moment("resolved_at"),
    resolution: choice("resolution", quarantineResolutions),
    createdAt: createdAt(),
  },
  (t) => [
    index("quarantined_payments_owner").on(t.ownerId),
    oneOf("quarantined_payments_resolution", t.resolution, quarantineResolutions),
  ],
);
