import { z } from "zod";
import { SessionTimes } from "#contract/bookings/session-times.ts";
import { ServiceTerms } from "#contract/work-orders/service-terms.ts";
import { ChosenIds } from "#contract/chosen-rows.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { everybodyOfTheTeam, forEditors } from "#contract/team/roles.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { RichText } from "#contract/document/rich-text.ts";
import { partialInput } from "#contract/partial-input.ts";
import { eventInputFields, publicEventFields } from "./event-fields.ts";
import { missingForSaleNames } from "./missing-for-sale.ts";
import { mostParts } from "./bundle-size.ts";
import { mostButtonText, mostThanks, OfferLimit, Stock, TrialDays } from "./product-limits.ts";
import { MyProductPicture, ProductPictures } from "./product-pictures.ts";
import { mostQuestions, ProductQuestion } from "./product-question.ts";
import { RefundPolicyInput } from "#contract/accounts/refund-policy.ts";
import {
  Cents,
  Id,
  multiLine,
  oneLine,
  OutsideUrl,
  Picture,
  Revision,
  Slug,
  SumCents,
  Timestamp,
} from "#contract/values.ts";

const tags = ["Catalog"];
const forEditing = { access: "creator", roles: forEditors } as const;

export const ProductType = z.enum([
  "DOWNLOAD",
  "COURSE",
  "MEMBERSHIP",
  "BOOKING_LINK",
  "PHYSICAL",
  "SERVICE",
  "EVENT",
  "BUNDLE",
]);
export type ProductType = z.infer<typeof ProductType>;
export const BillingInterval = z.enum(["ONE_TIME", "MONTH", "YEAR"]);
export type BillingInterval = z.infer<typeof BillingInterval>;

/** A product as a storefront shows it. */
export const PublicProduct = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  type: ProductType,
  priceCents: Cents,
  originalPriceCents: Cents.nullable(),
  /** Buyers choose what they pay, from `priceCents` upwards; this is what they are asked for. Null: the price is fixed. */
  suggestedPriceCents: Cents.nullable(),
  currency: z.string(),
  billingInterval: BillingInterval,
  /** Of a monthly membership that can be paid by the year, too. */
  yearlyPriceCents: Cents.nullable(),
  /** How many days a new member has before the first payment; 0: there is no free trial. */
  trialDays: z.int(),
  /** It is announced and not sold yet; who waits for it is told by mail. */
  comingSoon: z.boolean(),
  /** When that ends by itself, where that is known and ahead, by the clocks of its creator's zone. */
  opensAt: Timestamp.nullable(),
  opensZone: z.string().nullable(),
  /** On the button that leads to its checkout; null: what its type says. */
  buyButtonText: z.string().nullable(),
  featured: z.boolean(),
  ...publicEventFields,
  /** It is an event that has begun, and is not sold any more. */
  hasBegun: z.boolean(),
  /** Of a session whose times are chosen here: how long it is, and by whose clocks. */
  sessionMinutes: z.int().nullable(),
  sessionZone: z.string().nullable(),
  /** Of a service: within how many days it is delivered; null where nothing is promised. */
  deliveryDays: z.int().nullable(),
  /** None is left, and none can be ordered ahead. */
  soldOut: z.boolean(),
  /** Of a bundle: of how many products it is, and what they cost by themselves where that is more. */
  bundle: z.object({ parts: z.int(), worthCents: SumCents.nullable() }).nullable(),
  /** What its buyers say of it; null where nobody has rated it. */
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  cover: Picture.nullable(),
});
export type PublicProduct = z.infer<typeof PublicProduct>;

/** Why a product keeps the bundle that it is part of from being sold. */
export const PartObstacle = z.enum(["ARCHIVED", "OFF_SALE", "COMING_SOON", "BEGUN", "NO_LESSONS"]);
export type PartObstacle = z.infer<typeof PartObstacle>;

/** A part of a bundle as its owner sees it. */
export const BundlePart = z.object({
  id: Id,
  title: z.string(),
  type: ProductType,
  priceCents: Cents,
  obstacle: PartObstacle.nullable(),
});
export type BundlePart = z.infer<typeof BundlePart>;

/** A product as its owner sees it. */
export const MyProduct = PublicProduct.omit({
  opensZone: true,
  hasBegun: true,
  sessionMinutes: true,
  sessionZone: true,
  deliveryDays: true,
  bundle: true,
}).extend({
  /** Of a bundle: what it consists of, in its order. */
  parts: z.array(BundlePart),
  /** Of a session: the times that are offered here; null where they are chosen elsewhere. */
  sessionTimes: SessionTimes.nullable(),
  /** Of a service: what its buyers are asked, and when it is delivered; null where neither is said. */
  serviceTerms: ServiceTerms.nullable(),
  eventLink: z.string().nullable(),
  /** It is on sale, or announced. */
  active: z.boolean(),
  /** It is a draft that was never sold, whose slug came from its title: a new title brings a new slug. */
  slugFollowsTitle: z.boolean(),
  /** `comingSoon` and `opensAt` are what its creator has set; this is whether it is not sold yet by that. */
  isToCome: z.boolean(),
  /** Its moment has come, and it does not open since something is missing. */
  isLate: z.boolean(),
  /** So many are on the list and wait for it. */
  waiting: z.int(),
  /** The description with its looks; `description` is what it says. */
  descriptionDocument: z.custom<RichDocument>(),
  benefits: z.array(z.string()),
  coverImageId: Id.nullable(),
  /** Beside the cover, in the order of the page. */
  pictures: z.array(MyProductPicture),
  digitalFileType: z.enum(["UPLOAD", "LINK"]).nullable(),
  /** The opaque storage path of the upload. */
  digitalFileUrl: z.string().nullable(),
  digitalFileExternalUrl: z.string().nullable(),
  digitalFileName: z.string().nullable(),
  digitalFileSize: z.int().nullable(),
  digitalFileMimeType: z.string().nullable(),
  digitalFileOriginalName: z.string().nullable(),
  downloadButtonText: z.string(),
  /** Null: buyers can download it for ever. */
  digitalExpirationDays: z.int().nullable(),
  maxDownloads: z.int().nullable(),
  deliveryNote: z.string().nullable(),
  thanksNote: z.string().nullable(),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  requiresShipping: z.boolean(),
  trackInventory: z.boolean(),
  /** What can still be sold, without what open payments hold; below 0 for what was ordered ahead. */
  inventoryQuantity: z.int(),
  allowBackorder: z.boolean(),
  allowOrderBumps: z.boolean(),
  maxOrderBumps: z.int(),
  allowUpsells: z.boolean(),
  maxUpsells: z.int(),
  /** Null for who sees no money of the store. */
  orderCount: z.int().nullable(),
  /** Whether it is being made or off sale, on sale, or hidden from all but its buyers. */
  state: z.enum(["DRAFT", "PUBLISHED", "ARCHIVED"]),
  /** What it lacks to go on sale. */
  missing: z.array(z.enum(missingForSaleNames)),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type MyProduct = z.infer<typeof MyProduct>;

/** How long a description may be, without its looks. */
export const mostDescription = 5_000;

/** How many benefits a membership lists at most. */
export const mostBenefits = 12;

/** What a creator may set. `digitalFileUrl` is the `storagePath` that an upload answered. */
export const ProductInput = z.object({
  title: oneLine(200, "Title is required"),
  slug: Slug,
  /** Plain text. Another way of saying it is `descriptionDocument`; a call holds one of them. */
  description: multiLine(mostDescription).default(""),
  descriptionDocument: RichText.optional(),
  type: ProductType,
  priceCents: Cents.default(0),
  originalPriceCents: Cents.nullable().default(null),
  /** Of what is bought once: buyers pay what they want, from `priceCents` (0: nothing at all) upwards, and are asked for this. */
  suggestedPriceCents: Cents.nullable().default(null),
  currency: z.literal("usd").default("usd"),
  billingInterval: BillingInterval.default("ONE_TIME"),
  /** Of a monthly membership: what a year costs where it is paid at once; null where it cannot be. */
  yearlyPriceCents: Cents.nullable().default(null),
  /** Of a paid membership: its free trial, in days; 0: none. */
  trialDays: TrialDays.default(0),
  /** Of a membership: what its members get, a line each. */
  benefits: z
    .array(oneLine(120, "A benefit is not empty"))
    .max(mostBenefits, `At most ${mostBenefits} benefits`)
    .default([]),
  /** Left out of a new product: on sale, unless it lacks what can only come later, as the lessons of a course. */
  active: z.boolean().optional(),
  /** Shown in the store, and not sold before `opensAt`; without one, until this is switched off. It may lack what a sale needs until then. */
  comingSoon: z.boolean().default(false),
  opensAt: Timestamp.nullable().default(null),
  featured: z.boolean().default(false),
  coverImageId: Id.nullable().default(null),
  /** Beside the cover, in the order of the page. */
  pictures: ProductPictures.default([]),
  digitalFileType: z.enum(["UPLOAD", "LINK"]).nullable().default(null),
  digitalFileUrl: z.string().max(200).nullable().default(null),
  digitalFileExternalUrl: OutsideUrl.nullable().default(null),
  downloadButtonText: oneLine(60).default("Download Here"),
  digitalExpirationDays: z
    .int()
    .min(1, "Between 1 and 365 days")
    .max(365, "Between 1 and 365 days")
    .nullable()
    .default(null),
  maxDownloads: z
    .int()
    .min(1, "Between 1 and 100 downloads")
    .max(100, "Between 1 and 100 downloads")
    .nullable()
    .default(null),
  deliveryNote: multiLine(2_000).nullable().default(null),
  /** What its buyers are told once they have bought it: on the order's page and, where they paid, in its receipt. Plain text. */
  thanksNote: multiLine(mostThanks).nullable().default(null),
  /** On the button that leads to its checkout. */
  buyButtonText: oneLine(mostButtonText).nullable().default(null),
  ...eventInputFields,
  /** Of a session: the times that are offered here; null where they are chosen elsewhere. */
  sessionTimes: SessionTimes.nullable().default(null),
  /** Of a service: what its buyers are asked once they have paid, and when it is delivered. Orders keep what they were sold with. */
  serviceTerms: ServiceTerms.nullable().default(null),
  /** Of a bundle: the ids of what it consists of, in its order. Its creator's own products, and no bundle, membership or session. */
  partIds: z.array(Id).max(mostParts, `At most ${mostParts} products`).default([]),
  questions: z.array(ProductQuestion).max(mostQuestions, `At most ${mostQuestions} questions`).default([]),
  /** Physical products only, and theirs unless said otherwise: whether checkout asks for an address. */
  requiresShipping: z.boolean().optional(),
  trackInventory: z.boolean().default(false),
  inventoryQuantity: Stock.default(0),
  allowBackorder: z.boolean().default(false),
  allowOrderBumps: z.boolean().default(true),
  maxOrderBumps: OfferLimit.default(3),
  allowUpsells: z.boolean().default(true),
  maxUpsells: OfferLimit.default(5),
});
export type ProductInput = z.input<typeof ProductInput>;

const productId = z.object({ id: Id });

export const listCreatorProducts = endpoint({
  method: "GET",
  url: "/api/creators/:handle/products",
  config: { access: "public" },
  schema: {
    tags,
    summary: "A creator's products on sale",
    params: z.object({ handle: z.string().max(60) }),
    response: { 200: z.array(PublicProduct) },
  },
});

export const listMyProducts = endpoint({
  method: "GET",
  url: "/api/my-products",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: { tags, summary: "The creator's own products", response: { 200: z.array(MyProduct) } },
});

export const exportProducts = endpoint({
  method: "GET",
  url: "/api/exports/products.csv",
  config: { ...forEditing, limit: { points: 20, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags,
    summary: "The creator's own products as CSV: all, or those of some ids",
    querystring: z.object({ ids: ChosenIds.optional() }),
  },
});

export const createProduct = endpoint({
  method: "POST",
  url: "/api/products",
  config: { ...forEditing, limit: { points: 120, seconds: 60 }, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Create a product",
    /** The creator's refund policy may be said with it, as the form of the first product asks; otherwise it stays. */
    body: ProductInput.extend({ refundPolicy: RefundPolicyInput.optional() }),
    response: { 201: MyProduct },
  },
});

export const updateProduct = endpoint({
  method: "PUT",
  url: "/api/products/:id",
  config: { access: "creator", roles: forEditors, recentSignIn: notNeeded.pricing },
  schema: {
    tags,
    summary: "Change a product; fields left out keep their value",
    params: productId,
    body: partialInput(ProductInput).extend({
      /**
       * The quantity that `inventoryQuantity` was typed over. The change between the two is applied to what there is now,
       * so that whatever was sold or held meanwhile stays taken out. Without it the new quantity is taken as it is.
       */
      inventoryQuantityWas: Stock.optional(),
      revision: Revision.optional(),
    }),
    response: { 200: MyProduct },
  },
});
