import { hotStatement } from "#server/database/hot-statement.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";

/** Everything the next step of a checkout depends on, read in one statement. */
export type OpenCheckout = {
  productId: string;
  ownerId: string;
  title: string;
  priceCents: number;
  currency: string;
  /** On sale: active and not archived. */
  onSale: boolean;
  /** This browser bought the product for this address in the last two hours. */
  recentOrderId: string | null;
  recentPaymentIntentId: string | null;
  session: CheckoutSession | null;
};

export type CheckoutSession = {
  id: string;
  cartVersion: number;
  paymentIntentId: string | null;
  email: string;
  customerName: string;
  affiliateCode: string | null;
  couponCode: string | null;
  lines: CartLine[];
  totalCents: number;
};

/** The product, and this browser's open session for it with its newest cart version. */
export const selectOpenCheckout = hotStatement<
  OpenCheckout,
  [productId: string, browserHash: string, email: string, now: Date]
>(
  "checkout_select_open",
  `select p.id as "productId", p.owner_id as "ownerId", p.title, p.price_cents as "priceCents", p.currency,
          p.active and p.archived_at is null as "onSale", r.id as "recentOrderId", r.payment_intent_id as "recentPaymentIntentId",
          case when s.session_id is not null then json_build_object(
            'id', s.session_id, 'cartVersion', s.cart_version, 'paymentIntentId', s.payment_intent_id, 'email', s.email,
            'customerName', s.customer_name, 'affiliateCode', s.affiliate_code, 'couponCode', s.coupon_code,
            'lines', v.lines, 'totalCents', v.total_cents) end as session
     from products p
     left join checkout_sessions s on s.browser_hash = $2 and s.product_id = p.id and s.status = 'ACTIVE'
     left join cart_versions v on v.checkout_session_id = s.session_id and v.version = s.cart_version
     left join lateral (
       select o.id, o.payment_intent_id from order_browsers b
         join orders o on o.id = b.order_id join customers c on c.id = o.customer_id
        where b.browser_hash = $2 and o.product_id = p.id and o.status = 'PAID'
          and o.paid_at > $4::timestamptz - interval '2 hours' and lower(c.email) = $3
        order by o.paid_at desc limit 1) r on true
    where p.id = $1`,
);

/** Opens a session with cart version 1. No row when another request of this browser opened one first. */
export const insertSession = hotStatement<
  { id: string },
  [
    ownerId: string,
    productId: string,
    browserHash: string,
    email: string,
    customerName: string,
    affiliateCode: string | null,
    lines: string,
    totalCents: number,
    currency: string,
    now: Date,
  ]
>(
  "checkout_insert_session",
  `with opened as (
     insert into checkout_sessions (owner_id, product_id, browser_hash, email, customer_name, affiliate_code, expires_at, next_check_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $10::timestamptz + interval '24 hours', $10::timestamptz + interval '2 minutes', $10, $10)
     on conflict (browser_hash, product_id) where status = 'ACTIVE' do nothing
     returning session_id),
   version as (
     insert into cart_versions (checkout_session_id, version, email, lines, total_cents, currency, affiliate_code, created_at)
     select session_id, 1, $4, $7::jsonb, $8, $9, $6, $10 from opened)
   select session_id as id from opened`,
);

/** Adds the next cart version. No row when another request of this browser was faster, or the session has ended. */
export const insertVersion = hotStatement<
  { cartVersion: number },
  [
    sessionId: string,
    expectedVersion: number,
    email: string,
    affiliateCode: string | null,
    lines: string,
    totalCents: number,
    currency: string,
    now: Date,
  ]
>(
  "checkout_insert_version",
  `with moved as (
     update checkout_sessions set cart_version = cart_version + 1, email = $3, affiliate_code = $4, updated_at = $8,
            next_check_at = $8::timestamptz + interval '2 minutes', checks = 0
      where session_id = $1 and cart_version = $2 and status = 'ACTIVE'
     returning session_id, cart_version)
   insert into cart_versions (checkout_session_id, version, email, lines, total_cents, currency, affiliate_code, created_at)
   select session_id, cart_version, $3, $5::jsonb, $6, $7, $4, $8 from moved
   returning version as "cartVersion"`,
);

/** Ties the intent to its session, once. */
export const saveIntent = hotStatement<
  { paymentIntentId: string },
  [sessionId: string, paymentIntentId: string, clientSecretHash: string]
>(
  "checkout_save_intent",
  `update checkout_sessions set payment_intent_id = $2, client_secret_hash = $3
    where session_id = $1 and (payment_intent_id is null or payment_intent_id = $2)
   returning payment_intent_id as "paymentIntentId"`,
);

/** Gives a session up, so that the next call opens a new one: its intent was cancelled at the provider. */
export const expireSession = hotStatement<{ id: string }, [sessionId: string]>(
  "checkout_expire_session",
  `update checkout_sessions set status = 'EXPIRED' where session_id = $1 and status = 'ACTIVE' returning session_id as id`,
);
