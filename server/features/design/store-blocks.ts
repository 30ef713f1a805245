import { type Block, defaultBlocks } from "#contract/design/blocks.ts";
import type { Design } from "#contract/design/design.ts";
import type { StoreBlock } from "#contract/design/store-blocks.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import type { Picture } from "#contract/values.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { hotStatement } from "#server/database/statement.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { NotFound } from "#server/errors.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";
import { namedIn } from "./named-things.ts";

type Needs = Pick<Services, "pool" | "clock">;
type Drawn<Kind extends StoreBlock["kind"]> = Extract<StoreBlock, { kind: Kind }>;
type Coupon = Omit<Drawn<"coupon">, "id" | "kind" | "title">;
type Review = Omit<Drawn<"testimonial">, "id" | "kind">;

/** What blocks show besides products, by its id. */
type Things = {
  pictures: ReadonlyMap<string, Picture>;
  reviews: ReadonlyMap<string, Review>;
  coupons: ReadonlyMap<string, Coupon>;
};

/** What a creator's page is made of, as everybody sees it. Throws 404. */
export async function getStoreBlocks(services: Needs, handle: string): Promise<StoreBlock[]> {
  const [row] = /^[a-z0-9_]{3,30}$/.test(handle) ? await publishedBlocks(services.pool, handle) : [];
  if (!row) throw NotFound("Creator not found");
  return drawBlocks(services, row.ownerId, row.blocks ?? defaultBlocks);
}

/**
 * Blocks as a page shows them: without those that lack what they are about, or whose thing is gone, hidden or over. Addresses
 * are checked again, since a stored one may be older than the rule.
 */
export async function drawBlocks(
  { pool, clock }: Needs,
  ownerId: string,
  blocks: readonly Block[],
): Promise<StoreBlock[]> {
  const { images, reviews, coupons } = namedIn(blocks);
  const isPlain = images.length + reviews.length + coupons.length === 0;
  const rows = isPlain ? [] : await selectThings(pool, ownerId, images, reviews, coupons, clock.now());
  const things: Things = {
    pictures: new Map(rows.flatMap(({ id, picture }) => keyed(id, pictureOf(picture)))),
    reviews: new Map(rows.flatMap(({ id, review }) => keyed(id, review))),
    coupons: new Map(rows.flatMap(({ id, coupon }) => keyed(id, coupon && asCoupon(coupon)))),
  };
  return blocks.flatMap((block) => drawBlock(block, things) ?? []);
}

const keyed = <Value>(id: string, value: Value | null): [string, Value][] =>
  value === null ? [] : [[id, value]];

type StoredCoupon = Omit<Coupon, "validUntil"> & { validUntil: string | null };
const asCoupon = (coupon: StoredCoupon): Coupon => ({
  ...coupon,
  validUntil: coupon.validUntil === null ? null : new Date(coupon.validUntil),
});

function drawBlock(block: Block, { pictures, reviews, coupons }: Things): StoreBlock | undefined {
  const { id } = block;
  switch (block.kind) {
    case "products":
    case "join":
      return block;
    case "group":
      return block.productIds.length > 0 ? block : undefined;
    case "product":
    case "event":
      return block.productId === null ? undefined : { id, kind: block.kind, productId: block.productId };
    case "link": {
      const address = linkAddress(block.address);
      return address === undefined
        ? undefined
        : { ...block, address, label: block.label || withoutScheme(address) };
    }
    case "social": {
      const addresses = block.addresses.flatMap((address) => linkAddress(address) ?? []);
      return addresses.length > 0 ? { ...block, addresses } : undefined;
    }
    case "text":
      return isBlank(block.document)
        ? undefined
        : { id, kind: "text", html: documentHtml(block.document, 2) };
    case "picture": {
      const picture = pictures.get(block.imageId ?? "");
      return (
        picture && {
          id,
          kind: "picture",
          picture: { ...picture, alt: block.alt },
          address: linkAddress(block.address) ?? "",
        }
      );
    }
    case "video": {
      const { title, address } = block;
      const picture = pictures.get(block.imageId ?? "") ?? null;
      return address === "" ? undefined : { id, kind: "video", title, address, picture };
    }
    case "testimonial": {
      const review = reviews.get(block.reviewId ?? "");
      return review && { id, kind: "testimonial", ...review, text: shortened(review.text) };
    }
    case "coupon": {
      const coupon = coupons.get(block.couponId ?? "");
      return coupon && { id, kind: "coupon", title: block.title, ...coupon };
    }
    case "faq": {
      const questions = block.questions.filter(({ question, answer }) => question !== "" && answer !== "");
      return questions.length > 0 ? { ...block, questions } : undefined;
    }
    default:
      return block satisfies never;
  }
}

/** A long review is read where all of them stand. */
const longestReview = 600;
const shortened = (text: string): string =>
  text.length > longestReview ? `${text.slice(0, longestReview).toWellFormed().trimEnd()}…` : text;

const withoutScheme = (address: string): string =>
  address.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/i, "").replace(/\/$/, "");

const publishedBlocks = hotStatement("design_published_blocks")<
  { ownerId: string; blocks: Design["blocks"] | null },
  [handle: string]
>(`select u.id as "ownerId", d.published -> 'blocks' as blocks
     from users u left join store_designs d on d.owner_id = u.id where u.handle = $1`);

const selectThings = hotStatement("design_select_things")<
  { id: string; picture: StoredPicture | null; review: Review | null; coupon: StoredCoupon | null },
  [ownerId: string, images: string[], reviews: string[], coupons: string[], now: Date]
>(`select i.id::text as id, null::json as review, null::json as coupon,
          json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) as picture
     from images i where i.owner_id = $1 and i.id = any($2::uuid[])
   union all
   select r.id::text, json_build_object('rating', r.rating, 'text', r.text, 'authorName', r.author_name,
            'productId', p.id, 'productTitle', p.title),
          null::json, null::json
     from counted_reviews r join products p on p.id = r.product_id
    where p.owner_id = $1 and r.id = any($3::uuid[])
   union all
   select c.id::text, null::json,
          json_build_object('code', c.code, 'discountType', c.discount_type, 'discountValue', c.discount_value,
            'minimumOrderCents', c.minimum_order_cents, 'firstTimeCustomerOnly', c.first_time_customer_only,
            'validUntil', c.valid_until, 'zone', ${creatorZone("u")},
            'productIds', array(select cp.product_id from coupon_products cp where cp.coupon_id = c.id)),
          null::json
     from coupons c join users u on u.id = c.owner_id
    where c.owner_id = $1 and c.id = any($4::uuid[]) and c.active and c.valid_from <= $5
      and (c.valid_until is null or c.valid_until > $5)
      and (c.usage_limit is null or c.usage_count < c.usage_limit)`);
