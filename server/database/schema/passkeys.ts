import { bigint, boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf, shopNow } from "./columns.ts";
import { sql } from "drizzle-orm";

/** Keys that creators sign in with: the public halves. The triggers of `rules.sql` write each coming and going down. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** What the authenticator calls it, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often it signed, where its authenticator counts: it grows, or the key was copied. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").notNull().$type<string[]>(),
    isSynced: boolean("is_synced").notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [
    index("passkeys_owner").on(t.ownerId, t.createdAt),
    notNegative("passkeys_counter", t.counter),
    holds("passkeys_name", sql`length(${t.name}) between 1 and 60`),
  ],
);

export const challengePurposes = ["ADD", "SIGN_IN"] as const;

/** What a browser is to sign, once. Whoever uses one takes its row away. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challengeHash: text("challenge_hash").primaryKey(),
    purpose: choice("purpose", challengePurposes).notNull(),
    /** Whose passkey is to be added. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    browserHash: text("browser_hash").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_expire").on(t.expiresAt),
    index("passkey_challenges_owner").on(t.ownerId),
    oneOf("passkey_challenges_purpose", t.purpose, challengePurposes),
    holds("passkey_challenges_of_one", sql`(${t.ownerId} is not null) = (${t.purpose} = 'ADD')`),
  ],
);

/** Addresses that accounts had. A trigger writes them; each can be taken back for a while (`take-back-email.ts`). */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fromEmail: text("from_email").notNull(),
    toEmail: text("to_email").notNull(),
    /** Which identity of the OpenID provider signed in to the account then: with the address it is that one's again. */
    fromSubject: text("from_subject"),
    changedAt: moment("changed_at").notNull().default(shopNow),
    /** It was taken back, or one before it was: its link does nothing any more. */
    closedAt: moment("closed_at"),
  },
  (t) => [
    index("email_changes_owner").on(t.ownerId, t.changedAt),
    index("email_changes_from").on(sql`lower(${t.fromEmail})`, t.changedAt),
    index("email_changes_age").on(t.changedAt),
  ],
);
