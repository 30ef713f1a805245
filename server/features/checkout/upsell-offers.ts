import type { FastifyRequest } from "fastify";
import type { UpsellOffer } from "#contract/checkout/post-purchase.ts";
import type { ProductType } from "#contract/catalog/catalog.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { creatorPortrait, isWhiteLabel } from "#server/database/creator-look.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { eventOf, publicEventJson, type PublicEventJson } from "#server/database/event-json.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { downloadDays, mostDownloads } from "#server/database/download-end.ts";
import { refundPolicy } from "#server/database/refund-policy.ts";
import { downloadLimit, type LimitedFile } from "#server/features/catalog/purchase-facts.ts";
import { isForSale } from "#server/features/catalog/has-content.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { findProvenOrder, type ProvenOrder } from "#server/features/access/can-see.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { type Discount, discountedPriceCents } from "#server/features/offers/discount.ts";
import type { Services } from "#server/services.ts";
import { leastPayableCents } from "./price-cart.ts";

/** How long after paying an order takes add-ons. */
const offeredMinutes = 15;

/**
 * The add-ons that an order still has on offer, in their order; the first of them counts as seen. Empty for anyone but the
 * browser that paid, less than 15 minutes ago.
 */
export async function listUpsellOffers(
  services: Services,
  request: FastifyRequest,
  { mainProductId, paymentIntentId }: { mainProductId: string; paymentIntentId: string },
): Promise<UpsellOffer[]> {
  const order = await findOpenOrder(services, request, paymentIntentId);
  if (!order) return [];
  const offers = await findUpsells(services, order.id, mainProductId);
  await countSeen(services, order.id, offers[0]);
  return offers;
}

/** The order of a payment while it takes add-ons, for the browser that paid it. */
export async function findOpenOrder(
  services: Services,
  request: FastifyRequest,
  paymentIntentId: string,
): Promise<ProvenOrder | undefined> {
  const order = await findProvenOrder(services, request, { paymentIntentId });
  if (order?.proof !== "BROWSER" || order.status !== "PAID" || order.disputed) return undefined;
  const rows = await selectJustPaid(services.pool, order.id, services.clock.now(), offeredMinutes);
  return rows.length > 0 ? order : undefined;
}

const selectJustPaid = statement("upsell_select_just_paid")<
  never,
  [orderId: string, now: Date, minutes: number]
>("select from orders where id = $1 and paid_at > $2::timestamptz - make_interval(mins => $3)");

export type FoundUpsell = UpsellOffer & { ownerId: string };

/**
 * What an order has on offer now: undecided, on sale, shipped to where the order goes, not past its end unless it was accepted before that, in stock, not owned by the buyer; one offer for each product. */
export async function findUpsells(
  { pool, clock, payments, config }: Services,
  orderId: string,
  mainProductId?: string,
): Promise<FoundUpsell[]> {
  const rows = await selectUpsells(pool, orderId, mainProductId ?? null, clock.now());
  const offers = rows.map(
    ({
      product: { cover, event, digitalFileType, maxDownloads, downloadDays, ...product },
      seller,
      ...offer
    }) => ({
      ...offer,
      seller: { ...seller, isWhiteLabel: seller.isWhiteLabel || !config.plans },
      upsellProduct: {
        ...product,
        cover: pictureOf(cover),
        event: eventOf(event),
        downloadLimit: downloadLimit({ digitalFileType, maxDownloads, downloadDays }),
      },
      offerPriceCents: discountedPriceCents(product.priceCents, {
        type: offer.discountType,
        value: offer.discountValue,
      }),
    }),
  );
  // A card cannot pay less, nor more at once; a product's price may have changed since the offer was made.
  return offers.filter(
    ({ offerPriceCents, shippingCents }) =>
      offerPriceCents + shippingCents === 0 ||
      (offerPriceCents + shippingCents >= leastPayableCents &&
        offerPriceCents + shippingCents <= payments.highestPaymentCents),
  );
}

/** The acceptance rate is over the orders that saw an offer: one that comes into view counts, once. */
export async function countSeen(
  { pool, clock }: Services,
  orderId: string,
  offer: Pick<FoundUpsell, "id" | "ownerId"> | undefined,
): Promise<void> {
  if (offer) await insertSeen(pool, orderId, offer.id, offer.ownerId, clock.now());
}

const insertSeen = hotStatement("upsell_insert_seen")<
  never,
  [orderId: string, upsellId: string, ownerId: string, now: Date]
>(
  `insert into upsell_offers (order_id, upsell_id, owner_id, shown_at) values ($1, $2, $3, $4) on conflict do nothing`,
);

type Row = {
  id: string;
  ownerId: string;
  title: string;
  description: string;
  discountType: Discount["type"];
  discountValue: number;
  endsAt: Date | null;
  shippingCents: number;
  refundPolicy: UpsellOffer["refundPolicy"];
  seller: UpsellOffer["seller"];
  product: {
    id: string;
    title: string;
    description: string;
    type: ProductType;
    priceCents: number;
    currency: string;
    cover: StoredPicture | null;
    event: PublicEventJson | null;
  } & LimitedFile;
};

/** Limits: the main product's `maxUpsells`, those decided already included. Triggers: any product of the order, the main one first. */
const selectUpsells = hotStatement("upsell_select")<
  Row,
  [orderId: string, mainProductId: string | null, now: Date]
>(`with bought as (
     select i.product_id, min(case i.item_type when 'MAIN' then 0 else 1 end) as rank
       from order_items i where i.order_id = $1 group by 1),
   owned as (
     select a.product_id from order_browsers mine
       join order_browsers others on others.browser_hash = mine.browser_hash and others.granted_at > $3::timestamptz - interval '30 days'
       join ${openAccess("$3")} a on a.order_id = others.order_id
      where mine.order_id = $1),
   fitting as (
     select distinct on (p.id) u.id, u.owner_id, u.title, u.description, u.discount_type, u.discount_value, u.ends_at,
            p.id as product_id, coalesce(rate.further_cents, 0) as shipping_cents, bought.rank, u.sequence, u.created_at
       from orders o
       join products m on m.id = o.product_id and m.allow_upsells
       join bought on true
       join upsells u on u.trigger_product_id = bought.product_id and u.owner_id = o.owner_id and u.active
        and (u.ends_at is null or u.ends_at > $3
             or exists (select from upsell_offers f where f.order_id = o.id and f.upsell_id = u.id and f.amount_cents is not null))
       join products p on p.id = u.upsell_product_id and ${isForSale("p", "$3")}
        and p.billing_interval = 'ONE_TIME' and p.suggested_price_cents is null and p.type <> 'BUNDLE' and p.currency = o.currency
       -- It joins a parcel that goes somewhere already.
       left join lateral (
         select r.further_cents from shipping_rates r
          where p.requires_shipping and r.owner_id = o.owner_id and r.country in (o.shipping_address ->> 'country', 'ELSEWHERE')
          order by length(r.country) limit 1) rate on true
      where o.id = $1 and ($2::uuid is null or o.product_id = $2)
        and (not p.track_inventory or p.allow_backorder or p.inventory_quantity >= 1
             or exists (select from stock_holds h where h.checkout_session_id = o.checkout_session_id and h.product_id = p.id and h.state = 'HELD'))
        and (not p.requires_shipping or o.shipping_address is not null and rate.further_cents is not null)
        and not exists (select from owned where owned.product_id = p.id)
        and not exists (select from bought b where b.product_id = p.id)
        and not exists (select from upsell_offers f where f.order_id = o.id and f.upsell_id = u.id and f.decision is not null)
      order by p.id, bought.rank, u.sequence, u.created_at)
   select f.id, f.owner_id as "ownerId", f.title, f.description, f.discount_type as "discountType", f.discount_value as "discountValue", f.ends_at as "endsAt", f.shipping_cents as "shippingCents",
          ${refundPolicy("creator")} as "refundPolicy",
          json_build_object('handle', creator.handle, 'name', ${creatorName("creator")}, 'accent', ${creatorAccent("creator")},
            'portrait', ${creatorPortrait("creator", "webp")}, 'isWhiteLabel', ${isWhiteLabel("creator")}) as seller,
          json_build_object('id', p.id, 'title', p.title, 'description', p.description, 'type', p.type, 'priceCents', p.price_cents,
            'currency', p.currency, 'digitalFileType', p.digital_file_type, 'maxDownloads', ${mostDownloads("p")}, 'downloadDays', ${downloadDays("p")}, 'event', ${publicEventJson("p")}, 'cover', case when i.id is not null then json_build_object(
              'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end) as product
     from fitting f join products p on p.id = f.product_id join users creator on creator.id = f.owner_id left join images i on i.id = p.cover_image_id
    order by f.rank, f.sequence, f.created_at, f.id
    limit greatest(0, (select m.max_upsells from orders o join products m on m.id = o.product_id where o.id = $1)
                      - (select count(*) from upsell_offers f where f.order_id = $1 and f.decision is not null))`);
