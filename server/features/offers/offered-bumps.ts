import type pg from "pg";
import type { ProductType } from "#contract/catalog/catalog.ts";
import type { PublicOrderBump } from "#contract/offers/offers.ts";
import type { Picture } from "#contract/values.ts";
import { downloadDays, mostDownloads } from "#server/database/download-end.ts";
import { eventOf, publicEventJson, type PublicEventJson } from "#server/database/event-json.ts";
import { hotStatement } from "#server/database/statement.ts";
import { downloadLimit, type LimitedFile } from "#server/features/catalog/purchase-facts.ts";
import { isForSale } from "#server/features/catalog/has-content.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { type Discount, discountedPriceCents } from "./discount.ts";

/** An extra that a buyer can add to a product at checkout. Prices in cents; `currency` is the main product's too. */
export type OfferedBump = {
  id: string;
  ownerId: string;
  bumpProductId: string;
  title: string;
  description: string;
  discountType: Discount["type"];
  /** Cents when FIXED, basis points when PERCENTAGE. */
  discountValue: number;
  position: number;
  endsAt: Date | null;
  product: {
    id: string;
    title: string;
    description: string;
    type: ProductType;
    priceCents: number;
    currency: string;
    requiresShipping: boolean;
    trackInventory: boolean;
    /** Without what open payments hold, this buyer's own among them. */
    inventoryQuantity: number;
    allowBackorder: boolean;
    cover: Picture | null;
    downloadLimit: string | null;
    event: PublicOrderBump["bumpProduct"]["event"];
  };
  /** What the product costs as this bump. */
  offerPriceCents: number;
};

/** Who asks, as far as they have proved it; see `buyerProofs`. */
export type OfferedTo = {
  productId: string;
  browserHash: string | null;
  buyerTokenHashes: string[];
  now: Date;
};

/**
 * The bumps offered with a product, in their order: active, not past their end, on sale, in stock, bought once, no bundle and no part of this one, in the product's currency,
 * not owned by this buyer, and no more than the product allows. What this buyer's own open checkout of the product holds
 * counts as in stock, so that a ticked bump stays on offer. Nothing is offered with a product that is not on sale.
 */
export async function listOfferedBumps(
  pool: Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">,
  { productId, browserHash, buyerTokenHashes, now }: OfferedTo,
): Promise<OfferedBump[]> {
  const rows = await selectOfferedBumps(pool, productId, browserHash, buyerTokenHashes, now);
  return rows.map(
    ({ product: { cover, event, digitalFileType, maxDownloads, downloadDays, ...product }, ...bump }) => ({
      ...bump,
      bumpProductId: product.id,
      product: {
        ...product,
        cover: pictureOf(cover),
        event: eventOf(event),
        downloadLimit: downloadLimit({ digitalFileType, maxDownloads, downloadDays }),
      },
      offerPriceCents: discountedPriceCents(product.priceCents, {
        type: bump.discountType,
        value: bump.discountValue,
      }),
    }),
  );
}

type Row = Omit<OfferedBump, "bumpProductId" | "product" | "offerPriceCents"> & {
  product: Omit<OfferedBump["product"], "cover" | "downloadLimit" | "event"> &
    LimitedFile & { cover: StoredPicture | null; event: PublicEventJson | null };
};

const selectOfferedBumps = hotStatement("offers_offered_bumps")<
  Row,
  [productId: string, browserHash: string | null, buyerTokenHashes: string[], now: Date]
>(`with proven (order_id) as (
     select order_id from order_browsers
      where browser_hash = $2 and granted_at > $4::timestamptz - interval '30 days'
     union
     select o.id from buyer_sessions s join orders o on o.customer_id = s.customer_id
      where s.token_hash = any ($3::text[]) and s.expires_at > $4)
   select b.id, b.owner_id as "ownerId", b.title, b.description, b.discount_type as "discountType",
     b.discount_value as "discountValue", b.position, b.ends_at as "endsAt",
     json_build_object('id', p.id, 'title', p.title, 'description', p.description, 'type', p.type,
       'priceCents', p.price_cents, 'currency', p.currency, 'requiresShipping', p.requires_shipping,
       'trackInventory', p.track_inventory, 'inventoryQuantity', p.inventory_quantity, 'allowBackorder', p.allow_backorder, 'digitalFileType', p.digital_file_type,
       'maxDownloads', ${mostDownloads("p")}, 'downloadDays', ${downloadDays("p")},
       'event', ${publicEventJson("p")}, 'cover', case when i.id is not null then json_build_object(
         'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end) as product
   from products m
   join order_bumps b on b.main_product_id = m.id and b.owner_id = m.owner_id and b.active
    and (b.ends_at is null or b.ends_at > $4)
   join products p on p.id = b.bump_product_id and p.owner_id = m.owner_id and p.currency = m.currency
     and ${isForSale("p", "$4")} and p.billing_interval = 'ONE_TIME' and p.suggested_price_cents is null and p.type <> 'BUNDLE'
     and not exists (select from bundle_parts held where held.bundle_id = m.id and held.part_id = p.id)
   left join images i on i.id = p.cover_image_id
   -- A free trial is begun by itself: its checkout charges nothing that an extra could join.
   where m.id = $1 and m.allow_order_bumps and m.trial_days = 0 and m.state = 'PUBLISHED'
     and (not p.track_inventory or p.allow_backorder or p.inventory_quantity >= 1
       or exists (select from stock_holds h join checkout_sessions s on s.session_id = h.checkout_session_id
                   where h.product_id = p.id and h.state = 'HELD'
                     and s.product_id = m.id and s.browser_hash = $2 and s.status = 'ACTIVE'))
     and not exists (select from proven join ${openAccess("$4")} a on a.order_id = proven.order_id where a.product_id = p.id)
   order by b.position, b.created_at, b.id
   limit (select max_order_bumps from products where id = $1)`);
