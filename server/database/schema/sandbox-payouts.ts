import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, holds } from "./columns.ts";
import { sandbox } from "./sandbox.ts";

/** Accounts of creators at the sandbox. */
export const sandboxAccounts = sandbox.table(
  "accounts",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    displayName: text("display_name").notNull(),
    transfersActive: boolean("transfers_active").notNull().default(false),
    /** Opens the onboarding page once, and where it leads back to. */
    onboardingToken: text("onboarding_token"),
    returnPath: text("return_path"),
    idempotencyKey: text("idempotency_key").notNull(),
    idempotencyFingerprint: text("idempotency_fingerprint").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("sandbox_accounts_idempotency").on(t.idempotencyKey),
    uniqueIndex("sandbox_accounts_token").on(t.onboardingToken),
  ],
);

/** Money passed on to an account. */
export const sandboxTransfers = sandbox.table(
  "transfers",
  {
    id: text("id").primaryKey(),
    account: text("account")
      .notNull()
      .references(() => sandboxAccounts.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    reversed: bigint("reversed", { mode: "number" }).notNull().default(0),
    currency: text("currency").notNull(),
    group: text("transfer_group").notNull(),
    sourceIntent: text("source_intent"),
    metadata: jsonb("metadata").notNull().default({}).$type<Record<string, string>>(),
    idempotencyKey: text("idempotency_key").notNull(),
    idempotencyFingerprint: text("idempotency_fingerprint").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("sandbox_transfers_idempotency").on(t.idempotencyKey),
    index("sandbox_transfers_account").on(t.account),
    holds("sandbox_transfers_amount", sql`${t.amount} > 0 and ${t.reversed} between 0 and ${t.amount}`),
  ],
);

export const sandboxReversals = sandbox.table(
  "transfer_reversals",
  {
    idempotencyKey: text("idempotency_key").primaryKey(),
    idempotencyFingerprint: text("idempotency_fingerprint").notNull(),
    transfer: text("transfer")
      .notNull()
      .references(() => sandboxTransfers.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    metadata: jsonb("metadata").notNull().$type<Record<string, string>>().default({}),
    createdAt: createdAt(),
  },
  (t) => [holds("sandbox_reversals_amount", sql`${t.amount} > 0`)],
);
