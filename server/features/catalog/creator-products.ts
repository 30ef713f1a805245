import type { PublicProduct } from "#contract/catalog/catalog.ts";
import { hotStatement } from "#server/database/statement.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { storefrontEnd } from "#server/pages/storefront-end.ts";
import type { Services } from "#server/services.ts";
import { eventFields } from "./event-fields.ts";
import { bundleFields, isSoldOut } from "./bundle-parts.ts";
import { hasContent, isComingSoon, openingFields } from "./has-content.ts";
import { productRating } from "./product-rating.ts";

/**
 * What a creator has on sale, in the order of the shelf: that of their published design, then as they came; and `until` when
 * by itself (see `findStorefrontEnd`). Undefined where nobody has this handle (lower case).
 */
export async function findCreatorProducts(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
): Promise<{ products: PublicProduct[]; until: Date | undefined } | undefined> {
  if (!/^[a-z0-9_]{3,30}$/.test(handle)) return undefined;
  const rows = await onSale(pool, handle, clock.now());
  if (rows.length === 0) return undefined;
  // It stands in every row, and in no product's JSON.
  const products = rows.flatMap((row) =>
    row.id === null ? [] : [{ ...row, until: undefined, cover: pictureOf(row.cover) }],
  );
  return { products, until: rows[0]?.until ?? undefined };
}

type Row = Omit<PublicProduct, "cover"> & { cover: StoredPicture | null };
type Ending = { until: Date | null };

/** One row without a product for a creator who sells nothing. */
const onSale = hotStatement("catalog_creator_products")<
  (Row & Ending) | ({ [Column in keyof Row]: null } & Ending),
  [handle: string, now: Date]
>(`select p.id, p.title, p.slug, p.description, p.type, p.price_cents as "priceCents",
     p.original_price_cents as "originalPriceCents", p.suggested_price_cents as "suggestedPriceCents", p.currency, p.billing_interval as "billingInterval",
       p.yearly_price_cents as "yearlyPriceCents", p.trial_days as "trialDays", p.buy_button_text as "buyButtonText", p.featured, ${openingFields("p", "u", "$2")}, ${eventFields("p", "$2")},
     ${isSoldOut("p")} as "soldOut", ${bundleFields("p")},
     ${productRating("p.id")} as rating,
     case when i.id is not null then json_build_object(
       'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as cover,
     ends.until
   from users u
   cross join lateral ${storefrontEnd("u", "$2")} ends (until)
   left join products p on p.owner_id = u.id and p.state = 'PUBLISHED' and (${hasContent("p", "$2")} or ${isComingSoon("p", "$2")})
     and (p.event_ends_at is null or p.event_ends_at > $2)
   left join images i on i.id = p.cover_image_id
   left join store_designs d on d.owner_id = u.id
   left join jsonb_array_elements_text(d.published -> 'productOrder') with ordinality place (product_id, number)
     on place.product_id = p.id::text
   where u.handle = $1 and not u.is_platform and u.erased_at is null
   order by place.number, p.position, p.created_at, p.id`);
