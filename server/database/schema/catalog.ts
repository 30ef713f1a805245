import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RichDocument } from "#contract/document/document.ts";
import { images, paidPlans, users } from "./accounts.ts";
import {
  choice,
  createdAt,
  holds,
  id,
  isPrice,
  isRevision,
  moment,
  oneOf,
  revision,
  updatedAt,
} from "./columns.ts";
import { uploads } from "./files.ts";
import { hasServiceTerms, serviceTerms } from "./service-terms.ts";
import { hasSessionTimes, sessionTimes } from "./session-times.ts";

export const productTypes = [
  "DOWNLOAD",
  "COURSE",
  "MEMBERSHIP",
  "BOOKING_LINK",
  "PHYSICAL",
  "SERVICE",
  "EVENT",
  "BUNDLE",
] as const;
export const billingIntervals = ["ONE_TIME", "MONTH", "YEAR"] as const;
/** How often a membership renews. */
export const renewalIntervals = ["MONTH", "YEAR"] as const;
/** Being made or off sale; on sale; hidden and not for sale, open to its buyers. */
export const productStates = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export const digitalFileTypes = ["UPLOAD", "LINK"] as const;

export const products = pgTable(
  "products",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    title: text("title").notNull(),
    slug: text("slug").notNull(),
    /** What the description says, as plain text. */
    description: text("description").notNull().default(""),
    /** The description with its looks; null where it has none, and is its plain text. */
    descriptionDocument: jsonb("description_document").$type<RichDocument>(),
    type: choice("type", productTypes).notNull(),
    priceCents: integer("price_cents").notNull().default(0),
    originalPriceCents: integer("original_price_cents"),
    /** Buyers choose what they pay, from `priceCents` upwards; this is what they are asked for. Null: the price is fixed. */
    suggestedPriceCents: integer("suggested_price_cents"),
    currency: text("currency").notNull().default("usd"),
    billingInterval: choice("billing_interval", billingIntervals).notNull().default("ONE_TIME"),
    /** A year's price beside the monthly one; whoever pays by the year has it as their membership's price. */
    yearlyPriceCents: integer("yearly_price_cents"),
    /** How long a new member has it before the first payment, by the month and the year alike; 0: there is no trial. */
    trialDays: integer("trial_days").notNull().default(0),
    /** The plan of this installation that it is; the platform's alone. See `plan_product`. */
    plan: choice("plan", paidPlans),
    /** What members get, a line each, in the order shown. */
    benefits: text("benefits").array().notNull().default([]),
    state: choice("state", productStates).notNull().default("PUBLISHED"),
    /** Shown in the store, and not sold yet: until `opensAt`, or until its creator opens it. See `isComingSoon`. */
    comingSoon: boolean("coming_soon").notNull().default(false),
    opensAt: moment("opens_at"),
    featured: boolean("featured").notNull().default(false),
    position: integer("position").notNull().default(0),
    coverImageId: uuid("cover_image_id"),
    /** Beside the cover, in their order; those that are no images of the owner are not shown. */
    pictures: jsonb("pictures").notNull().default([]).$type<{ imageId: string; alt: string }[]>(),
    requiresShipping: boolean("requires_shipping").notNull().default(false),
    trackInventory: boolean("track_inventory").notNull().default(false),
    inventoryQuantity: integer("inventory_quantity").notNull().default(0),
    allowBackorder: boolean("allow_backorder").notNull().default(false),
    allowOrderBumps: boolean("allow_order_bumps").notNull().default(true),
    maxOrderBumps: integer("max_order_bumps").notNull().default(3),
    allowUpsells: boolean("allow_upsells").notNull().default(true),
    maxUpsells: integer("max_upsells").notNull().default(5),
    digitalFileType: choice("digital_file_type", digitalFileTypes),
    /** The upload behind `digitalFileUrl`; a new version replaces it for past buyers too. */
    digitalFileId: uuid("digital_file_id"),
    digitalFileExternalUrl: text("digital_file_external_url"),
    digitalFileName: text("digital_file_name"),
    digitalFileSize: bigint("digital_file_size", { mode: "number" }),
    digitalFileMimeType: text("digital_file_mime_type"),
    digitalFileOriginalName: text("digital_file_original_name"),
    downloadButtonText: text("download_button_text").notNull().default("Download Here"),
    /** How long a buyer can download; null: for ever. */
    digitalExpirationDays: integer("digital_expiration_days"),
    /** Null: no limit. */
    maxDownloads: integer("max_downloads"),
    /** Where a booking, event or service happens; shown to buyers only. */
    deliveryNote: text("delivery_note"),
    /** What buyers are told once they have bought it. Plain text. */
    thanksNote: text("thanks_note"),
    /** What stands on the button that leads to its checkout; null: what its type says. */
    buyButtonText: text("buy_button_text"),
    /** When an event begins and ends, and whose clocks say so: a zone of the IANA. */
    eventStartsAt: moment("event_starts_at"),
    eventEndsAt: moment("event_ends_at"),
    eventZone: text("event_zone"),
    eventPlace: text("event_place"),
    /** Where it is joined online; for its buyers alone. */
    eventLink: text("event_link"),
    /** Its creator has called it off; its buyers are told. */
    eventCancelledAt: moment("event_cancelled_at"),
    sessionTimes: sessionTimes(),
    serviceTerms: serviceTerms(),
    /** What buyers ask before they buy, with the answers, in their order. */
    questions: jsonb("questions").notNull().default([]).$type<{ question: string; answer: string }[]>(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    isRevision("products_revision", t.revision),
    unique("products_owner_unique").on(t.id, t.ownerId),
    // What a bundle consists of is held to its kinds by this: see `bundle_parts`.
    unique("products_kind_unique").on(t.id, t.ownerId, t.type),
    // The slug first: an address without a store is looked up by it alone.
    uniqueIndex("products_slug_unique").on(t.slug, t.ownerId),
    uniqueIndex("products_plan")
      .on(t.plan)
      .where(sql`plan is not null`),
    index("products_owner").on(t.ownerId, t.position, t.createdAt),
    index("products_coming_soon")
      .on(t.ownerId)
      .where(sql`coming_soon`),
    index("products_event_start")
      .on(t.eventStartsAt)
      .where(sql`event_starts_at is not null and event_cancelled_at is null`),
    foreignKey({
      columns: [t.digitalFileId, t.ownerId],
      foreignColumns: [uploads.id, uploads.ownerId],
      name: "products_file_fk",
    }),
    foreignKey({
      columns: [t.coverImageId, t.ownerId],
      foreignColumns: [images.id, images.ownerId],
      name: "products_cover_fk",
    }),
    oneOf("products_type", t.type, productTypes),
    oneOf("products_state", t.state, productStates),
    oneOf("products_plan_name", t.plan, paidPlans),
    holds(
      "products_plan_bills",
      sql`${t.plan} is null or ${t.type} = 'MEMBERSHIP' and ${t.billingInterval} = 'MONTH' and ${t.priceCents} >= 50
          and ${t.trialDays} = 0 and ${t.yearlyPriceCents} is null`,
    ),
    oneOf("products_billing_interval", t.billingInterval, billingIntervals),
    oneOf("products_digital_file_type", t.digitalFileType, digitalFileTypes),
    isPrice("products_price", t.priceCents),
    isPrice("products_original_price", t.originalPriceCents),
    isPrice("products_suggested_price", t.suggestedPriceCents),
    holds(
      "products_own_price",
      sql`${t.suggestedPriceCents} is null
          or ${t.type} <> 'MEMBERSHIP' and ${t.suggestedPriceCents} >= greatest(50, ${t.priceCents})
          and (${t.priceCents} = 0 or ${t.priceCents} >= 50)`,
    ),
    holds(
      "products_benefits",
      sql`cardinality(${t.benefits}) = 0 or ${t.type} = 'MEMBERSHIP' and cardinality(${t.benefits}) <= 12
          and '' <> all (${t.benefits}) and octet_length(array_to_string(${t.benefits}, '')) <= 8000`,
    ),
    isPrice("products_yearly_price", t.yearlyPriceCents),
    holds(
      "products_yearly",
      sql`${t.yearlyPriceCents} is null
          or ${t.billingInterval} = 'MONTH' and ${t.priceCents} > 0 and ${t.yearlyPriceCents} >= 50`,
    ),
    holds(
      "products_trial",
      sql`${t.trialDays} = 0
          or ${t.trialDays} between 1 and 90 and ${t.billingInterval} <> 'ONE_TIME' and ${t.priceCents} > 0`,
    ),
    holds("products_slug_form", sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${t.slug}) <= 80`),
    holds("products_title", sql`length(${t.title}) between 1 and 200`),
    holds("products_recurring", sql`${t.billingInterval} = 'ONE_TIME' or ${t.type} = 'MEMBERSHIP'`),
    holds(
      "products_inventory",
      sql`not ${t.trackInventory} or ${t.allowBackorder} or ${t.inventoryQuantity} >= 0`,
    ),
    holds(
      "products_questions",
      sql`jsonb_typeof(${t.questions}) = 'array' and jsonb_array_length(${t.questions}) <= 20`,
    ),
    holds(
      "products_event",
      sql`${t.type} = 'EVENT' or num_nonnulls(${t.eventStartsAt}, ${t.eventEndsAt}, ${t.eventZone}, ${t.eventPlace}, ${t.eventLink}, ${t.eventCancelledAt}) = 0`,
    ),
    holds(
      "products_event_time",
      sql`num_nonnulls(${t.eventStartsAt}, ${t.eventEndsAt}, ${t.eventZone}) in (0, 3) and ${t.eventEndsAt} > ${t.eventStartsAt}`,
    ),
    holds(
      "products_description_document",
      sql`${t.descriptionDocument} is null or coalesce(${t.descriptionDocument} ->> 'type', '') = 'doc'`,
    ),
    hasSessionTimes(t.sessionTimes, t.type),
    hasServiceTerms(t.serviceTerms, t.type),
    holds("products_event_cancelled", sql`${t.eventCancelledAt} is null or ${t.state} <> 'PUBLISHED'`),
    holds("products_opens_at", sql`${t.opensAt} is null or ${t.comingSoon}`),
    holds("products_thanks_note", sql`char_length(${t.thanksNote}) between 1 and 1000`),
    holds("products_buy_button_text", sql`char_length(${t.buyButtonText}) between 1 and 30`),
    holds("products_expiration", sql`${t.digitalExpirationDays} between 1 and 365`),
    holds("products_max_downloads", sql`${t.maxDownloads} between 1 and 100`),
    holds("products_max_order_bumps", sql`${t.maxOrderBumps} between 0 and 20`),
    holds("products_max_upsells", sql`${t.maxUpsells} between 0 and 20`),
    holds(
      "products_upload",
      sql`${t.digitalFileType} is distinct from 'UPLOAD' or ${t.digitalFileId} is not null`,
    ),
    holds(
      "products_link",
      sql`${t.digitalFileType} is distinct from 'LINK' or ${t.digitalFileExternalUrl} is not null`,
    ),
  ],
);
