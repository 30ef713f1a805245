import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SignInMethod } from "#contract/accounts/accounts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  choice,
  createdAt,
  holds,
  id,
  isRevision,
  moment,
  notNegative,
  oneOf,
  revision,
  shopNow,
  updatedAt,
} from "./columns.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { userWords } from "./user-words.ts";

export const plans = ["STARTER", "PRO", "ENTERPRISE"] as const;
/** Those that are bought. */
export const paidPlans = ["PRO", "ENTERPRISE"] as const;

/** Creators (and affiliates, who sign in the same way). */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    /** The picture an identity provider gave us; an uploaded avatar wins over it. */
    profileImageUrl: text("profile_image_url"),
    /** One of the creator's own images; the constraint is written in SQL, since the two tables point at each other. */
    avatarImageId: uuid("avatar_image_id"),
    handle: text("handle").notNull(),
    /** What the bio says; `bio_document` is null where it has no looks. */
    bio: text("bio"),
    bioDocument: jsonb("bio_document").$type<RichDocument>(),
    tagline: text("tagline"),
    /** `issuer|subject` of the OpenID Connect account, where one was used. */
    oidcSubject: text("oidc_subject").unique(),
    /** What they have without paying for it. `open_plans` (rules.sql) says what they pay for: only `creatorPlan` reads which one holds. */
    givenPlan: choice("plan", plans).notNull().default("STARTER"),
    /** The account that sells the plans: it is nobody's store, and nobody signs in as it. */
    isPlatform: boolean("is_platform").notNull().default(false),
    /** False for an account made by an invitation, to a team or as an affiliate, until its owner opens a store. */
    hasStore: boolean("has_store").notNull().default(true),
    /** Until then the account has Pro without paying. Without a store there is no trial yet: it ended when the account was made. */
    trialEndsAt: moment("trial_ends_at")
      .notNull()
      .default(sql`${shopNow} + interval '14 days'`),
    /** How many days buyers may ask for their money back, 0: not at all; null where `refundTerms` says it in words. */
    refundDays: integer("refund_days").default(30),
    refundTerms: text("refund_terms"),
    /**
     * The refund days that the creator guarantees. The guarantee holds only while they equal `refundDays`, so changing those
     * alone makes the policy discretionary again.
     */
    guaranteedRefundDays: smallint("guaranteed_refund_days"),
    /** The country that parcels are sent from, by its ISO code; null until the creator has said. */
    shipsFrom: text("ships_from"),
    /** The IANA's name of the zone that days and months are shown and counted in; null until a browser has told it. */
    timeZone: text("time_zone"),
    /** In lines; it stands below every mail that advertises, and without it none leaves. */
    postalAddress: text("postal_address"),
    /** Set once the creator has been through the profile form. */
    profileCompletedAt: moment("profile_completed_at"),
    /** Since when the row is all that is left of an account: a name for receipts, or none. */
    erasedAt: moment("erased_at"),
    /** Of what the creator says of themselves. */
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("users_revision", t.revision),
    uniqueIndex("users_email_unique").on(sql`lower(${t.email})`),
    uniqueIndex("users_handle_unique").on(t.handle),
    holds("users_handle_form", sql`${t.handle} ~ '^[a-z0-9_]{3,30}$'`),
    oneOf("users_plan", t.givenPlan, plans),
    uniqueIndex("users_platform")
      .on(t.isPlatform)
      .where(sql`is_platform`),
    // The operator's list: the newest first, and whoever has a word.
    index("users_newest").on(t.createdAt, t.id),
    index("users_words").using("gin", sql`${sql.raw(userWords(""))} gin_trgm_ops`),
    // Whose trial ends: asked every few minutes.
    index("users_trials").on(t.trialEndsAt),
    // A name that PostgreSQL does not know is an error here, before any statement reckons with it.
    holds(
      "users_time_zone",
      sql`${t.timeZone} ~ '^(UTC|[A-Z]\\w+(/[\\w+-]+)+)$' and timestamptz '2026-01-01 00:00Z' at time zone ${t.timeZone} > timestamp '2025-12-01'`,
    ),
    holds(
      "users_bio_document",
      sql`${t.bioDocument} is null or coalesce(${t.bioDocument} ->> 'type', '') = 'doc'`,
    ),
    holds("users_postal_address", sql`length(trim(${t.postalAddress})) between 1 and 300`),
    holds(
      "users_erased",
      sql`${t.erasedAt} is null or ${t.email} like '%@erased.invalid' and ${t.handle} like 'deleted\\_%'
          and num_nonnulls(${t.lastName}, ${t.profileImageUrl}, ${t.avatarImageId}, ${t.bio}, ${t.bioDocument}, ${t.tagline}, ${t.oidcSubject}, ${t.postalAddress}, ${t.timeZone}, ${t.refundTerms}) = 0`,
    ),
    holds("users_refund_days", sql`${t.refundDays} in (0, 7, 14, 30)`),
    holds("users_ships_from", sql`${t.shipsFrom} ~ '^[A-Z]{2}$'`),
    holds("users_guaranteed_refund_days", sql`${t.guaranteedRefundDays} in (7, 14, 30)`),
    holds("users_refund_terms", sql`length(${t.refundTerms}) between 1 and 80`),
    holds("users_refund_policy", sql`(${t.refundDays} is null) <> (${t.refundTerms} is null)`),
  ],
);

/**
 * Handles that creators had before: printed links lead on from them, and for a year nobody else gets one. Triggers write
 * them and refuse them (`former_handle`).
 */
export const formerHandles = pgTable(
  "former_handles",
  {
    handle: text("handle").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    givenUpAt: moment("given_up_at").notNull().default(shopNow),
  },
  (t) => [index("former_handles_user").on(t.userId)],
);

/** Signed-in browsers. `sid` is the SHA-256 of the cookie's value. */
export const sessions = pgTable(
  "sessions",
  {
    sid: text("sid").primaryKey(),
    sess: jsonb("sess").notNull().$type<SessionData>(),
    expire: moment("expire").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull().default(shopNow),
    /** The creator whose store they act for, on whose team they are; null: their own. The constraint is written in SQL. */
    actingFor: uuid("acting_for"),
    /** When they last proved who they are in this browser: as they signed in, or since. */
    provenAt: moment("proven_at").notNull().default(shopNow),
    /** When they last signed in or changed something, where reads may go to a replica: theirs do not for a while. */
    wroteAt: moment("wrote_at"),
  },
  (t) => [
    index("sessions_expire").on(t.expire),
    index("sessions_user").on(t.userId),
    index("sessions_acting_for")
      .on(t.actingFor, t.userId)
      .where(sql`acting_for is not null`),
  ],
);

export type SessionData = {
  method: z.infer<typeof SignInMethod>;
  userAgent: string;
  ip: string;
  /** Nobody had signed in to the account with this browser before. */
  isNewBrowser?: boolean;
};

export const tokenTypes = ["OTP", "MAGIC_LINK"] as const;
export const tokenPurposes = [
  "MEMBERSHIP_ACCESS",
  "DOWNLOAD_ACCESS",
  "CREATOR_SIGN_IN",
  "ADDRESS_CORRECTION",
  "CREATOR_CONFIRM",
  "EMAIL_CHANGE",
] as const;

/**
 * Emailed codes, of creators and of buyers. `token` is a peppered slow hash, never the code itself, and
 * `browserHash` binds it to the browser that asked.
 */
export const verificationTokens = pgTable(
  "verification_tokens",
  {
    id: id(),
    email: text("email").notNull(),
    /** Whose mailbox the code goes to, however the address is written: what its limits count. */
    mailbox: text("mailbox")
      .notNull()
      .generatedAlwaysAs(sql.raw(mailboxOf('"email"'))),
    token: text("token").notNull().unique(),
    salt: text("salt").notNull(),
    tokenType: choice("token_type", tokenTypes).notNull().default("OTP"),
    purpose: choice("purpose", tokenPurposes).notNull().default("MEMBERSHIP_ACCESS"),
    customerId: uuid("customer_id"),
    browserHash: text("browser_hash").notNull(),
    attempts: integer("attempts").notNull().default(0),
    ipAddress: inet("ip_address"),
    verified: boolean("verified").notNull().default(false),
    /** Asked for in a browser that had proved the address before. */
    known: boolean("known").notNull().default(false),
    /** A newer code of the same address, browser and purpose replaced this one. */
    replaced: boolean("replaced").notNull().default(false),
    expiresAt: moment("expires_at").notNull(),
    verifiedAt: moment("verified_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("verification_tokens_mailbox").on(t.mailbox, t.createdAt),
    index("verification_tokens_email").on(sql`lower(${t.email})`),
    index("verification_tokens_expire").on(t.expiresAt),
    uniqueIndex("verification_tokens_live")
      .on(t.browserHash, t.email, t.purpose, t.tokenType)
      .where(sql`not verified and not replaced`),
    holds("verification_tokens_attempts", sql`${t.attempts} between 0 and 5`),
    oneOf("verification_tokens_type", t.tokenType, tokenTypes),
    oneOf("verification_tokens_purpose", t.purpose, tokenPurposes),
  ],
);

export const imageKinds = ["cover", "avatar", "poster", "post", "text"] as const;

/** A picture shown in pages: one row, several encoded files. */
export const images = pgTable(
  "images",
  {
    id: id(),
    ownerId: uuid("owner_id").notNull(),
    kind: choice("kind", imageKinds).notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Which encodings exist, smallest first. */
    variants: jsonb("variants").notNull().$type<ImageVariant[]>(),
    alt: text("alt").notNull().default(""),
    generated: boolean("generated").notNull().default(false),
    /** All encodings together; null until a job has measured a picture of before this was written down. */
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    createdAt: createdAt(),
  },
  (t) => [
    unique("images_owner_unique").on(t.id, t.ownerId),
    index("images_owner").on(t.ownerId, t.id),
    foreignKey({ columns: [t.ownerId], foreignColumns: [users.id], name: "images_owner_fk" }).onDelete(
      "cascade",
    ),
    oneOf("images_kind", t.kind, imageKinds),
    notNegative("images_width", t.width),
    notNegative("images_height", t.height),
    notNegative("images_size", t.sizeBytes),
  ],
);

export type ImageVariant = { width: number; format: "avif" | "webp" | "jpeg"; storageKey: string };
