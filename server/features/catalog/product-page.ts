import type { ProductPage } from "#contract/catalog/product-page.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { creatorPortrait, isWhiteLabel } from "#server/database/creator-look.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { downloadDays, mostDownloads } from "#server/database/download-end.ts";
import { refundPolicy } from "#server/database/refund-policy.ts";
import { productOfSlug, storeNamed } from "#server/database/product-of-slug.ts";
import { isSuspended } from "#server/database/suspended.ts";
import { NotFound, StoreSuspended } from "#server/errors.ts";
import { lessonParts } from "#server/database/lesson-parts.ts";
import { textVideoList } from "#server/database/text-videos.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { shownVideos, type StoredTextVideo } from "#server/features/files/text-videos.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { seatsLeft, shippingOf } from "./facts-before-payment.ts";
import { eventFields } from "./event-fields.ts";
import { bundleFields, isPosted, isSoldOut, partFields, partList } from "./bundle-parts.ts";
import { descriptionHtml } from "./product-description.ts";
import { openingFields, partObstacle } from "./has-content.ts";
import { productPictures } from "./product-media.ts";
import { listProductsInTexts } from "./products-in-texts.ts";
import { type FactsRow, purchaseFacts } from "./purchase-facts.ts";
import { productRating } from "./product-rating.ts";

/**
 * A product on sale with its outline, by its id or its slug in the store of the handle `store`. `viewerId` is the signed-in creator, who sees their own inactive
 * ones too. A plan is for whoever is signed in, by its id: its checkout shows it, and no page. Throws 404 for all that is not on
 * sale, and says so where the store is suspended.
 */
export async function getProduct(
  { pool, clock, config }: Pick<Services, "pool" | "clock" | "config">,
  { idOrSlug, store }: { idOrSlug: string; store?: string | undefined },
  viewerId: string | undefined,
): Promise<ProductPage> {
  const wanted = idOrSlug.toLowerCase();
  const now = clock.now();
  // No slug has the form of an id.
  const [row] = isUuid(wanted)
    ? await productById(pool, wanted, viewerId ?? null, now)
    : /^[a-z0-9-]{1,80}$/.test(wanted)
      ? await productBySlug(pool, wanted, viewerId ?? null, now, storeNamed(store))
      : [];
  if (row) return pageOf({ pool, config }, row);
  const isOfSuspended = await selectSuspended(
    pool,
    wanted,
    isUuid(wanted) ? wanted : null,
    storeNamed(store),
  );
  throw isOfSuspended.length > 0 ? StoreSuspended() : NotFound("Product not found");
}

/** The same for somebody who is known to have bought it: on sale or not. Throws 404 for an unknown id. */
export async function getProductForBuyer(
  { pool, clock, config }: Pick<Services, "pool" | "clock" | "config">,
  productId: string,
): Promise<ProductPage> {
  const [row] = await productInAnyState(pool, productId, null, clock.now());
  if (!row) throw NotFound("Product not found");
  return pageOf({ pool, config }, row);
}

async function pageOf(
  { pool, config }: Pick<Services, "pool" | "config">,
  {
    ownerId,
    cover,
    handle,
    creatorName,
    refundPolicy,
    accent,
    portrait,
    descriptionDocument,
    pictures,
    textVideos,
    isWhiteLabel,
    maxDownloads,
    downloadDays,
    shipping,
    seatsLeft,
    ...product
  }: ProductRow,
): Promise<ProductPage> {
  const { description } = product;
  const products = await listProductsInTexts(pool, ownerId, [descriptionDocument]);
  return {
    ...product,
    descriptionHtml: descriptionHtml(
      { description, descriptionDocument },
      { products, videos: shownVideos(textVideos, `/api/product-video/${product.id}`) },
    ),
    facts: purchaseFacts({ ...product, refundPolicy, maxDownloads, downloadDays, shipping, seatsLeft }),
    cover: pictureOf(cover),
    pictures: pictures.map((picture) => pictureOf(picture)),
    creator: {
      handle,
      name: creatorName,
      refundPolicy,
      accent,
      portrait,
      isWhiteLabel: !config.plans || isWhiteLabel,
    },
  };
}

type ProductRow = Omit<
  ProductPage,
  "cover" | "creator" | "descriptionHtml" | "facts" | "parts" | "pictures"
> &
  FactsRow & {
    ownerId: string;
    descriptionDocument: RichDocument | null;
    cover: StoredPicture | null;
    pictures: StoredPicture[];
    textVideos: StoredTextVideo[];
    handle: string;
    creatorName: string;
    refundPolicy: ProductPage["creator"]["refundPolicy"];
    accent: string | null;
    portrait: string | null;
    isWhiteLabel: boolean;
  };

const publicPart = `${partFields}, 'slug', part.slug, 'priceCents', part.price_cents, 'isOnSale', ${partObstacle("part", "$3")} is null, 'maxDownloads', ${mostDownloads("part")}, 'downloadDays', ${downloadDays("part")}`;

/** For whom its page is there. */
export const onSale = "p.state <> 'ARCHIVED' and (p.state = 'PUBLISHED' or p.owner_id = $2)";
type Wanted = [wanted: string, viewerId: string | null, now: Date];
const productById = hotStatement("catalog_product_by_id")<ProductRow, Wanted>(
  select(`p.id = $1 and ${onSale} and (p.plan is null or $2::uuid is not null)`),
);
const productBySlug = hotStatement("catalog_product_by_slug")<ProductRow, [...Wanted, store: string | null]>(
  select(`p.id = ${productOfSlug("$1", "$4")} and ${onSale}`),
);
const selectSuspended = statement("catalog_select_suspended")<
  { id: string },
  [wanted: string, id: string | null, store: string | null]
>(
  `select p.id from products p where p.id = coalesce($2::uuid, ${productOfSlug("$1", "$3")}) and p.plan is null and ${isSuspended("p")}`,
);
const productInAnyState = hotStatement("catalog_product_in_any_state")<ProductRow, Wanted>(
  select("p.id = $1 and $2::uuid is null"),
);

function select(condition: string): string {
  return `select p.id, p.owner_id as "ownerId", p.title, p.slug, p.description, p.description_document as "descriptionDocument", p.type, p.price_cents as "priceCents",
       p.original_price_cents as "originalPriceCents", p.suggested_price_cents as "suggestedPriceCents", p.currency, p.billing_interval as "billingInterval",
       p.yearly_price_cents as "yearlyPriceCents", p.trial_days as "trialDays", p.buy_button_text as "buyButtonText", p.featured, ${openingFields("p", "u", "$3")}, ${eventFields("p", "$3")},
     ${isSoldOut("p")} as "soldOut", ${bundleFields("p")},
       ${partList("p", publicPart)} as parts,
       ${productRating("p.id")} as rating,
       p.benefits, p.download_button_text as "downloadButtonText", p.digital_file_type as "digitalFileType",
       ${mostDownloads("p")} as "maxDownloads", ${downloadDays("p")} as "downloadDays", ${shippingOf("p", "u")} as shipping, ${seatsLeft("p")} as "seatsLeft",
       ${isPosted("p")} as "requiresShipping", p.plan is not null as "isPlan", p.questions, p.digital_file_name as "digitalFileName",
       p.digital_file_size::float8 as "digitalFileSize", u.handle,
       ${creatorName("u")} as "creatorName", ${refundPolicy("u")} as "refundPolicy", ${creatorAccent("u")} as accent, ${creatorPortrait("u", "webp")} as portrait, ${isWhiteLabel("u")} as "isWhiteLabel",
       case when i.id is not null then json_build_object(
         'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as cover, ${productPictures("p")} as pictures,
       case when ${onSale} then ${textVideoList("product_id = p.id", "p.owner_id")} else '[]' end as "textVideos",
       coalesce((
         select json_agg(json_build_object('id', m.id, 'title', m.title, 'position', m.position, 'lessons', coalesce((
             select json_agg(json_build_object('id', l.id, 'slug', l.slug, 'title', l.title, 'duration', l.duration, 'parts', ${lessonParts("l")},
                      'freePreview', l.free_preview, 'dripDays', l.drip_days, 'position', l.position) order by l.position, l.id)
               from lessons l where l.module_id = m.id), '[]')) order by m.position, m.id)
           from course_modules m where m.product_id = p.id), '[]') as modules
     from products p join users u on u.id = p.owner_id left join images i on i.id = p.cover_image_id
     where ${condition}`;
}
