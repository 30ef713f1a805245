import { z } from "zod";
import { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import { endpoint } from "#contract/endpoint.ts";
import { lessonParts } from "#contract/courses/lesson-parts.ts";
import { Cents, Id, Picture, StoreOfSlug } from "#contract/values.ts";
import { ProductType, PublicProduct } from "./catalog.ts";

/** A lesson as the outline shows it; its text and video come from the lesson call. */
export const LessonOutline = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  duration: z.int(),
  /** What it consists of, told to everybody. */
  parts: z.array(z.enum(lessonParts)),
  freePreview: z.boolean(),
  /** Opens so many days after the purchase; 0: at once. */
  dripDays: z.int(),
  position: z.int(),
});

/** What of a part of a bundle says what it is: see `kindOfThing`. */
export const NamedPart = z.object({
  id: Id,
  title: z.string(),
  type: ProductType,
  fileType: z.enum(["UPLOAD", "LINK"]).nullable(),
  fileName: z.string().nullable(),
  fileSize: z.int().nullable(),
});
export type NamedPart = z.infer<typeof NamedPart>;

/** What a buyer has to know before paying, in a sentence, as the product page and the checkout show it. */
export const PurchaseFact = z.object({
  kind: z.enum(["BILLING", "DOWNLOADS", "SHIPPING", "SEATS", "REFUNDS"]),
  text: z.string(),
});
export type PurchaseFact = z.infer<typeof PurchaseFact>;

export const ProductPage = PublicProduct.extend({
  creator: z.object({
    handle: z.string(),
    name: z.string(),
    refundPolicy: RefundPolicy,
    /** The colour of their store as `#rrggbb`; null where it looks as every new one does. */
    accent: z.string().nullable(),
    /** The path of their picture, of 96 pixels. */
    portrait: z.string().nullable(),
    /** Their plan takes our name off whatever is theirs; where there are no plans it stands nowhere. */
    isWhiteLabel: z.boolean(),
  }),
  /** The description with its looks: safe HTML, whose headings begin at level 2. */
  descriptionHtml: z.string(),
  downloadButtonText: z.string(),
  digitalFileType: z.enum(["UPLOAD", "LINK"]).nullable(),
  /** What members get, a line each. */
  benefits: z.array(z.string()),
  digitalFileName: z.string().nullable(),
  digitalFileSize: z.int().nullable(),
  /** It is a creator's plan of this installation. */
  isPlan: z.boolean(),
  /** Whether it is sent by post. */
  requiresShipping: z.boolean(),
  facts: z.array(PurchaseFact),
  /** What a bundle consists of, in its order, with what each costs by itself. */
  parts: z.array(NamedPart.extend({ slug: z.string(), priceCents: Cents, isOnSale: z.boolean() })),
  /** Beside the cover, in their order. */
  pictures: z.array(Picture),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  modules: z.array(
    z.object({ id: Id, title: z.string(), position: z.int(), lessons: z.array(LessonOutline) }),
  ),
});
export type ProductPage = z.infer<typeof ProductPage>;

export const getProduct = endpoint({
  method: "GET",
  url: "/api/products/:idOrSlug",
  config: { access: "public" },
  schema: {
    tags: ["Catalog"],
    summary: "A product with its modules and lessons",
    params: z.object({ idOrSlug: z.string().max(100) }),
    querystring: StoreOfSlug,
    response: { 200: ProductPage },
  },
});

export const playProductVideo = endpoint({
  method: "GET",
  url: "/api/product-video/:productId/:uploadId",
  config: { access: "public" },
  schema: {
    tags: ["Catalog"],
    summary: "A video in the description of a product on sale; ranges are supported",
    params: z.object({ productId: Id, uploadId: Id }),
  },
});

export const readProductVideoCaptions = endpoint({
  method: "GET",
  url: "/api/product-video/:productId/:uploadId/:language",
  config: { access: "public" },
  schema: {
    tags: ["Catalog"],
    summary: "The captions of such a video in one language, as WebVTT",
    params: z.object({ productId: Id, uploadId: Id, language: z.string().max(20) }),
  },
});
