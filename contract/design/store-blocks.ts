import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Picture, Timestamp } from "#contract/values.ts";

const Question = z.object({ question: z.string(), answer: z.string() });

/** A block as a page draws it: what it names is there, or is one of the products that are on sale. */
export const StoreBlock = z.discriminatedUnion("kind", [
  z.object({ id: Id, kind: z.literal("products"), title: z.string(), isRest: z.boolean() }),
  z.object({ id: Id, kind: z.literal("product"), productId: Id }),
  z.object({ id: Id, kind: z.literal("group"), title: z.string(), productIds: z.array(Id) }),
  z.object({ id: Id, kind: z.literal("link"), label: z.string(), address: z.string() }),
  z.object({ id: Id, kind: z.literal("social"), addresses: z.array(z.string()) }),
  /** Safe HTML. */
  z.object({ id: Id, kind: z.literal("text"), html: z.string() }),
  /** `address` is empty where it leads nowhere. */
  z.object({ id: Id, kind: z.literal("picture"), picture: Picture, address: z.string() }),
  z.object({
    id: Id,
    kind: z.literal("video"),
    title: z.string(),
    picture: Picture.nullable(),
    address: z.string(),
  }),
  z.object({
    id: Id,
    kind: z.literal("testimonial"),
    /** 1 to 5. */
    rating: z.int(),
    text: z.string(),
    /** May be empty. */
    authorName: z.string(),
    productId: Id,
    productTitle: z.string(),
  }),
  z.object({ id: Id, kind: z.literal("event"), productId: Id }),
  z.object({
    id: Id,
    kind: z.literal("coupon"),
    title: z.string(),
    code: z.string(),
    discountType: z.enum(["FIXED", "PERCENTAGE", "FREE_SHIPPING"]),
    /** Cents when FIXED, basis points when PERCENTAGE. */
    discountValue: z.int(),
    minimumOrderCents: z.int(),
    firstTimeCustomerOnly: z.boolean(),
    /** Of what it is for; empty: of everything. */
    productIds: z.array(Id),
    validUntil: Timestamp.nullable(),
    /** In which its end is said: the creator's. */
    zone: z.string(),
  }),
  z.object({ id: Id, kind: z.literal("join") }),
  z.object({ id: Id, kind: z.literal("faq"), title: z.string(), questions: z.array(Question) }),
]);
export type StoreBlock = z.infer<typeof StoreBlock>;

export const getStoreBlocks = endpoint({
  method: "GET",
  url: "/api/creators/:handle/blocks",
  config: { access: "public" },
  schema: {
    tags: ["Design"],
    summary: "What a creator's store page is made of, from top to bottom",
    params: z.object({ handle: z.string().max(60) }),
    response: { 200: z.object({ blocks: z.array(StoreBlock) }) },
  },
});
