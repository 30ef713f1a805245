import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { billingIntervals } from "#server/database/schema/catalog.ts";
import type { CartLine, ShippingAddress } from "#server/database/schema/checkout.ts";

/** A checkout and the cart version that was charged, locked until the transaction ends. */
export type LockedSession = {
  id: string;
  ownerId: string;
  productId: string;
  productTitle: string;
  /** It pays for a creator's plan. */
  isPlan: boolean;
  browserHash: string;
  status: string;
  paymentIntentId: string | null;
  completedOrderId: string | null;
  completedPaymentIntentId: string | null;
  earlierOrderId: string | null;
  customerName: string;
  email: string;
  lines: CartLine[];
  totalCents: number;
  currency: string;
  billingInterval: (typeof billingIntervals)[number];
  trialDays: number;
  /** Its buyer has had the trial that it was for. */
  trialRefused: boolean;
  couponId: string | null;
  couponCode: string | null;
  affiliateCode: string | null;
  replyLinkCode: string | null;
  shippingAddress: ShippingAddress | null;
  /** It has or had stock kept for it, or something that was paid for has a stock. */
  takesStock: boolean;
  holdsCoupon: boolean;
  /** A session's time was kept for it. */
  takesTime: boolean;
  /** The cart whose mail led here, read while the checkout's draft is still there: its order deletes that. */
  linkedCartId: string | null;
};

/**
 * The session and the cart version that was charged, locked until the transaction ends. The lock comes first, by itself:
 * a statement that waits for a lock sees the locked row as it is then, but every row joined to it as it was before.
 */
export async function lockSession(
  client: pg.PoolClient,
  sessionId: string,
  version: number,
): Promise<LockedSession | undefined> {
  await lock(client, sessionId);
  const [session] = await selectLocked(client, sessionId, version);
  return session;
}

const lock = hotStatement("complete_lock_session")<never, [sessionId: string]>(
  "select from checkout_sessions where session_id = $1 for update",
);

const selectLocked = hotStatement("complete_select_session")<
  LockedSession,
  [sessionId: string, version: number]
>(`select s.session_id as id, s.owner_id as "ownerId", s.product_id as "productId",
          sold.title as "productTitle", sold.plan is not null as "isPlan", s.browser_hash as "browserHash", s.status,
          s.payment_intent_id as "paymentIntentId", s.completed_order_id as "completedOrderId", o.payment_intent_id as "completedPaymentIntentId",
          o.id as "earlierOrderId", s.customer_name as "customerName", v.email, v.lines, v.total_cents as "totalCents", v.currency,
          v.billing_interval as "billingInterval", v.trial_days as "trialDays", s.trial_refused as "trialRefused",
          v.coupon_id as "couponId", v.coupon_code as "couponCode", v.affiliate_code as "affiliateCode",
          case when v.shipping_country in (s.shipping_address ->> 'country', '*') then s.shipping_address end as "shippingAddress", s.reply_link_code as "replyLinkCode",
          exists (select 1 from stock_holds h where h.checkout_session_id = s.session_id)
            or exists (select 1 from jsonb_array_elements(v.lines) line
                        where (select p.track_inventory from products p where p.id = (line ->> 'productId')::uuid)) as "takesStock",
          exists (select 1 from coupon_redemptions r where r.checkout_session_id = s.session_id and r.state = 'HELD') as "holdsCoupon",
          exists (select 1 from bookings b where b.checkout_session_id = s.session_id) as "takesTime",
          (select r.cart_id from checkout_drafts d join cart_returns r on r.draft_id = d.id
            where d.checkout_session_id = s.session_id limit 1) as "linkedCartId"
     from checkout_sessions s
     join products sold on sold.id = s.product_id
     join cart_versions v on v.checkout_session_id = s.session_id and v.version = $2
     left join orders o on o.checkout_session_id = s.session_id
    where s.session_id = $1`);
