import type { NamedPart } from "#contract/catalog/product-page.ts";
import { isSuspended } from "#server/database/suspended.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isPosted, isSoldOut, partFields, partList } from "#server/features/catalog/bundle-parts.ts";
import { hasBegun, hasContent, isComingSoon, isForSale } from "#server/features/catalog/has-content.ts";
import { hadTrial } from "#server/features/memberships/claim-trial.ts";
import { readyAccount } from "#server/features/payouts/payee.ts";
import type { CartLine, checkoutTypes, ShippingAddress } from "#server/database/schema/checkout.ts";
import type { PricedPart } from "./split-bundle.ts";
import type { billingIntervals } from "#server/database/schema/catalog.ts";

/** Everything the next step of a checkout depends on, read in one statement. */
export type OpenCheckout = {
  productId: string;
  ownerId: string;
  title: string;
  /** What this buyer pays for it, where they choose: see `openAtChoice`. */
  priceCents: number;
  /** The least that it is sold for. */
  leastCents: number;
  suggestedPriceCents: number | null;
  currency: string;
  billingInterval: (typeof billingIntervals)[number];
  yearlyPriceCents: number | null;
  /** The free trial that this browser may have; 0 where there is none, or it has been shown to have had it. */
  trialDays: number;
  /** It is posted, or a part of it is. */
  requiresShipping: boolean;
  /** What a bundle consists of, in its order. */
  parts: (NamedPart & PricedPart & { trackInventory: boolean })[];
  trackInventory: boolean;
  /** None is left but what others hold. What this browser's own open checkout holds counts as left. */
  soldOut: boolean;
  /** How many this buyer may still have; null where nobody counts. */
  stockLeft: number | null;
  /** On sale: active and not archived. */
  onSale: boolean;
  /** It was on sale when its store was suspended. */
  isSuspended: boolean;
  isBundle: boolean;
  /** It is a plan of this installation. */
  isPlan: boolean;
  /** There is something in it: a course has a lesson, and all that a bundle consists of is for sale. */
  hasContent: boolean;
  /** It is announced, and not sold yet. */
  comingSoon: boolean;
  /** It is an event that has begun. */
  hasBegun: boolean;
  /** It is a session whose time is chosen here. */
  offersTimes: boolean;
  /** The account of its creator that payments go to at once; null while none is ready. */
  payeeAccountId: string | null;
  /** This browser bought the product for this address in the last two hours. */
  recentOrderId: string | null;
  recentPaymentIntentId: string | null;
  session: CheckoutSession | null;
};

export type CheckoutSession = {
  id: string;
  cartVersion: number;
  paymentIntentId: string | null;
  providerSubscriptionId: string | null;
  email: string;
  customerName: string;
  affiliateCode: string | null;
  /** The link of a reply that led here. */
  replyLinkCode: string | null;
  checkoutType: (typeof checkoutTypes)[number];
  /** Whose plan it pays for; null for everything else. */
  planFor: string | null;
  couponId: string | null;
  couponCode: string | null;
  /** The bumps in the cart, by id. */
  orderBumps: string[];
  lines: CartLine[];
  totalCents: number;
  /** Where its goods go, as far as its shipping is priced. */
  shippingCountry: string | null;
  billingInterval: (typeof billingIntervals)[number];
  /** The free trial that it begins with, in days. */
  trialDays: number;
  /** Pay was pressed: it keeps stock or a coupon's use. */
  holds: boolean;
  /** As JSON has it. Null before pay is pressed, and after a payment that failed. */
  heldUntil: string | null;
  /** When pay was pressed last, for the cart version and total that the buyer saw. */
  pressedAt: string | null;
  /** The last attempt that had failed by then. */
  knownFailure: string | null;
};

/** The cart version that a payment's metadata names; undefined where that is none. */
export function cartVersionOf(metadata: Record<string, string>): number | undefined {
  const named = metadata["cart_version"] ?? "";
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : undefined;
}

/** The product, and this browser's open session for it with its newest cart version. */
export const selectOpenCheckout = hotStatement("checkout_select_open")<
  OpenCheckout,
  [productId: string, browserHash: string, email: string, now: Date, provider: string]
>(`select p.id as "productId", p.owner_id as "ownerId", p.title, p.price_cents as "priceCents", p.price_cents as "leastCents", p.suggested_price_cents as "suggestedPriceCents", p.currency,
          p.billing_interval as "billingInterval", p.yearly_price_cents as "yearlyPriceCents",
          case when p.trial_days > 0 and not ${hadTrial("p.id", "$2")} then p.trial_days else 0 end as "trialDays", ${isPosted("p")} as "requiresShipping", p.type = 'BUNDLE' as "isBundle", p.plan is not null as "isPlan",
          ${partList("p", `${partFields}, 'priceCents', part.price_cents, 'requiresShipping', part.requires_shipping, 'trackInventory', part.track_inventory`)} as parts, p.track_inventory as "trackInventory",
          p.state = 'PUBLISHED' as "onSale", ${isSuspended("p")} as "isSuspended", ${hasContent("p", "$4")} as "hasContent", ${isComingSoon("p", "$4")} as "comingSoon", ${hasBegun("p", "$4")} as "hasBegun",
          p.session_times is not null as "offersTimes",
          ${isSoldOut("p", (out) => `exists (select 1 from stock_holds h where h.checkout_session_id = s.session_id and h.product_id = ${out}.id and h.state = 'HELD')`)} as "soldOut",
          (select min(greatest(counted.inventory_quantity, 0) + coalesce((
              select sum(h.quantity) from stock_holds h where h.checkout_session_id = s.session_id and h.product_id = counted.id and h.state = 'HELD'), 0))::int
             from products counted
            where counted.id = any (array(select p.id union all select held.part_id from bundle_parts held where held.bundle_id = p.id))
              and counted.track_inventory and not counted.allow_backorder) as "stockLeft",
          ${readyAccount("p.owner_id", "$5")} as "payeeAccountId",
          r.id as "recentOrderId", r.payment_intent_id as "recentPaymentIntentId",
          case when s.session_id is not null then json_build_object(
            'id', s.session_id, 'cartVersion', s.cart_version, 'paymentIntentId', s.payment_intent_id,
            'providerSubscriptionId', s.provider_subscription_id, 'email', s.email,
            'customerName', s.customer_name, 'affiliateCode', s.affiliate_code, 'replyLinkCode', s.reply_link_code, 'checkoutType', s.checkout_type, 'planFor', s.plan_for, 'couponId', v.coupon_id, 'couponCode', s.coupon_code,
            'orderBumps', s.order_bumps_accepted, 'lines', v.lines, 'totalCents', v.total_cents, 'shippingCountry', nullif(v.shipping_country, '*'), 'billingInterval', v.billing_interval, 'trialDays', v.trial_days, 'heldUntil', s.held_until, 'pressedAt', s.pressed_at, 'knownFailure', s.known_failure,
            'holds', exists (select 1 from coupon_redemptions r where r.checkout_session_id = s.session_id and r.state = 'HELD')
                  or exists (select 1 from stock_holds h where h.checkout_session_id = s.session_id and h.state = 'HELD')
                  or exists (select 1 from bookings b where b.checkout_session_id = s.session_id and b.state = 'HELD')) end as session
     from products p
     left join checkout_sessions s on s.browser_hash = $2 and s.product_id = p.id and s.status = 'ACTIVE'
     left join cart_versions v on v.checkout_session_id = s.session_id and v.version = s.cart_version
     left join lateral (
       select o.id, o.payment_intent_id from order_browsers b
         join orders o on o.id = b.order_id join customers c on c.id = o.customer_id
        where b.browser_hash = $2 and o.product_id = p.id and o.status = 'PAID'
          and o.paid_at > $4::timestamptz - interval '2 hours' and lower(c.email) = $3
        order by o.paid_at desc limit 1) r on true
    where p.id = $1`);

/** What a cart version says, as the statements below take it: the lines as JSON. */
export type CartValues = [
  email: string,
  affiliateCode: string | null,
  couponId: string | null,
  couponCode: string | null,
  orderBumps: string[],
  lines: string,
  totalCents: number,
  currency: string,
  billingInterval: (typeof billingIntervals)[number],
  expiresAt: Date,
  now: Date,
  trialDays: number,
];

/** Opens a session with cart version 1. No row when another request of this browser opened one first. */
export const insertSession = hotStatement("checkout_insert_session")<
  { id: string },
  [
    ownerId: string,
    productId: string,
    browserHash: string,
    customerName: string,
    ...cart: CartValues,
    replyLinkCode: string | null,
    shippingCountry: string | null,
    planFor: string | null,
  ]
>(`with opened as (
     insert into checkout_sessions (owner_id, product_id, browser_hash, customer_name, email, affiliate_code, coupon_code, reply_link_code, plan_for,
                                    order_bumps_offered, order_bumps_accepted, expires_at, next_check_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $8, $17, $19,
             array(select b.id from products m join order_bumps b on b.main_product_id = m.id join products p on p.id = b.bump_product_id
                    where m.id = $2 and m.allow_order_bumps and b.active and (b.ends_at is null or b.ends_at > $15) and ${isForSale("p", "$15")}
                      and (not p.track_inventory or p.allow_backorder or p.inventory_quantity >= 1)
                      and b.bump_product_id not in (select held.part_id from bundle_parts held where held.bundle_id = m.id) and p.type <> 'BUNDLE'
                    order by b.position, b.created_at, b.id limit (select max_order_bumps from products where id = $2)),
             $9, $14, $15::timestamptz + interval '2 minutes', $15, $15)
     on conflict (browser_hash, product_id) where status = 'ACTIVE' do nothing
     returning session_id),
   version as (
     insert into cart_versions (checkout_session_id, version, email, lines, total_cents, currency, billing_interval, trial_days, affiliate_code, coupon_id, coupon_code, shipping_country, created_at)
     select session_id, 1, $5, $10::jsonb, $11, $12, $13, $16, $6, $7, $8, $18, $15 from opened)
   select session_id as id from opened`);

/** The reply that was clicked last is no part of the cart: no version is written for it. */
export const saveReplyLink = hotStatement("checkout_save_reply_link")<
  never,
  [sessionId: string, replyLinkCode: string]
>("update checkout_sessions set reply_link_code = $2 where session_id = $1 and status = 'ACTIVE'");

/** Nor is how the page shows the checkout. */
export const saveCheckoutType = hotStatement("checkout_save_type")<
  never,
  [sessionId: string, checkoutType: (typeof checkoutTypes)[number]]
>("update checkout_sessions set checkout_type = $2 where session_id = $1 and status = 'ACTIVE'");

/**
 * Adds the next cart version. No row when another request of this browser was faster, also in pressing pay, or the session
 * has ended.
 */
export const insertVersion = hotStatement("checkout_insert_version")<
  { cartVersion: number },
  [
    sessionId: string,
    expectedVersion: number,
    ...cart: CartValues,
    expectedHeldUntil: string | null,
    expectedPressedAt: string | null,
    shippingCountry: string | null,
  ]
>(`with moved as (
     update checkout_sessions set cart_version = cart_version + 1, email = $3, affiliate_code = $4, coupon_code = $6,
            order_bumps_accepted = $7, expires_at = $12, updated_at = $13,
            next_check_at = $13::timestamptz + interval '2 minutes', checks = 0
      where session_id = $1 and cart_version = $2 and status = 'ACTIVE'
        and held_until is not distinct from $15::timestamptz and pressed_at is not distinct from $16::timestamptz
     returning session_id, cart_version)
   insert into cart_versions (checkout_session_id, version, email, lines, total_cents, currency, billing_interval, trial_days, affiliate_code, coupon_id, coupon_code, shipping_country, created_at)
   select session_id, cart_version, $3, $8::jsonb, $9, $10, $11, $14, $4, $5, $6, $17, $13 from moved
   returning version as "cartVersion"`);

/** Ties the intent to its session, once. */
export const saveIntent = hotStatement("checkout_save_intent")<
  { paymentIntentId: string },
  [sessionId: string, paymentIntentId: string, clientSecretHash: string]
>(`update checkout_sessions set payment_intent_id = $2, client_secret_hash = $3
    where session_id = $1 and (payment_intent_id is null or payment_intent_id = $2)
   returning payment_intent_id as "paymentIntentId"`);

/**
 * Pay is pressed: what is charged from now on is what the buyer saw. No row when another request of the browser changed the
 * cart, or the session or, with `holds`, its hold has ended.
 */
export const recordPress = hotStatement("checkout_record_press")<
  { id: string },
  [sessionId: string, version: number, now: Date, knownFailure: string | null, holds: boolean]
>(`update checkout_sessions set pressed_at = $3, known_failure = $4
    where session_id = $1 and cart_version = $2 and status = 'ACTIVE' and (held_until is not null or not $5)
   returning session_id as id`);

/** The name and consent on the order are the last ones given before paying; what it was kept as until then ends with it. */
export const nameBuyer = hotStatement("checkout_name_buyer")<
  {
    productId: string;
    email: string;
    orderBumps: string[];
    couponCode: string | null;
    affiliateCode: string | null;
    billingInterval: (typeof billingIntervals)[number];
    shippingCountry: string | null;
    /** What its product was priced at. */
    amountCents: number | null;
  },
  [
    sessionId: string,
    browserHash: string,
    customerName: string,
    draftHash: string | null,
    consentVersion: number | null,
    buyerZone: string | null,
  ]
>(`with named as (
     update checkout_sessions set customer_name = $3, consent_version = $5, buyer_zone = coalesce($6, buyer_zone)
      where session_id = $1 and browser_hash = $2 and status in ('ACTIVE', 'EXPIRED')
     returning session_id, cart_version, product_id, email, order_bumps_accepted, coupon_code, affiliate_code),
   draft as (
     update checkout_drafts d set checkout_session_id = $1 from named where d.token_hash = $4 and d.product_id = named.product_id)
   select n.product_id as "productId", n.email, n.order_bumps_accepted as "orderBumps", n.coupon_code as "couponCode",
          n.affiliate_code as "affiliateCode", v.billing_interval as "billingInterval", nullif(v.shipping_country, '*') as "shippingCountry",
          (select sum((line ->> 'unitPriceCents')::int)::int from jsonb_array_elements(v.lines) line
            where line ->> 'itemType' in ('MAIN', 'PART')) as "amountCents"
     from named n join cart_versions v on v.checkout_session_id = n.session_id and v.version = n.cart_version`);

/**
 * Where the goods of the cart version that pay was pressed for go. Only after it is known that no earlier version can be
 * charged any more, and never for a country that it is not priced for.
 */
export const recordAddress = hotStatement("checkout_record_address")<
  never,
  [sessionId: string, version: number, shippingAddress: ShippingAddress]
>(`update checkout_sessions s set shipping_address = $3::jsonb
    where s.session_id = $1 and s.cart_version = $2 and s.status = 'ACTIVE'`);
