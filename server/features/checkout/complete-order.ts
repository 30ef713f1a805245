import type pg from "pg";
import { hotStatement } from "#server/database/hot-statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { quarantinePayment, refundDuplicate } from "./quarantine.ts";

export type CompletedOrder = {
  status: "PAID" | "PENDING" | "FAILED";
  /** Undefined while there is no order. */
  orderId?: string;
  /** Why the payment failed, in words for the buyer. */
  message?: string | null;
};

/**
 * The only way to PAID for a payment: asks the gateway what became of it and, if it succeeded, writes everything the
 * paid order causes in one transaction. The webhook, the return page and the reconciler all call it; repeated, late and
 * parallel calls change nothing. A payment that does not fit what we asked for is quarantined instead.
 */
export async function completeOrder(services: Services, paymentIntentId: string): Promise<CompletedOrder> {
  const intent = await services.payments.getIntent(paymentIntentId);
  if (intent.status === "succeeded") return completePaid(services, intent);
  if (intent.status === "processing") return { status: "PENDING" };
  if (intent.status === "canceled" || intent.failureMessage !== null)
    return { status: "FAILED", message: intent.failureMessage };
  return { status: "PENDING" };
}

/** Places an order with nothing to pay. The caller has checked that this browser owns the session and saw this version. */
export async function completeFreeOrder(
  services: Services,
  checkoutSessionId: string,
  cartVersion: number,
): Promise<CompletedOrder> {
  const outcome = await inTransaction(services.pool, async (client): Promise<CompletedOrder> => {
    const [session] = await lockSession(client, checkoutSessionId, cartVersion);
    if (session?.completedOrderId) return { status: "PAID", orderId: session.completedOrderId };
    if (session?.status !== "ACTIVE" || session.totalCents !== 0) return { status: "FAILED", message: null };
    return { status: "PAID", orderId: await settle(client, services, session, null) };
  });
  wakeListeners(services.pool, "job_outbox");
  return outcome;
}

async function completePaid(services: Services, intent: PaymentIntent): Promise<CompletedOrder> {
  const sessionId = intent.metadata["checkout_session"] ?? "";
  const version = Number(intent.metadata["cart_version"]);
  if (!uuid.test(sessionId) || !Number.isSafeInteger(version))
    return quarantinePayment(services, intent, undefined, "It names no checkout of ours.");

  const outcome = await inTransaction(services.pool, async (client): Promise<CompletedOrder | Misfit> => {
    const [session] = await lockSession(client, sessionId, version);
    if (!session) return { misfit: "It names no checkout of ours." };
    if (session.status === "COMPLETED" && session.completedOrderId) {
      if (session.completedPaymentIntentId === intent.id)
        return { status: "PAID", orderId: session.completedOrderId };
      return { duplicateOf: session.completedOrderId };
    }
    if (intent.receivedCents !== session.totalCents || intent.currency !== session.currency) {
      return { misfit: "The amount received is not what was asked for.", session };
    }
    return { status: "PAID", orderId: await settle(client, services, session, intent) };
  });

  wakeListeners(services.pool, "job_outbox");
  if ("duplicateOf" in outcome) return refundDuplicate(services, intent, outcome.duplicateOf);
  if ("misfit" in outcome) return quarantinePayment(services, intent, outcome.session, outcome.misfit);
  return outcome;
}

type Misfit = { misfit: string; session?: LockedSession } | { duplicateOf: string };

export type LockedSession = {
  id: string;
  ownerId: string;
  productId: string;
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
  couponCode: string | null;
  affiliateCode: string | null;
};

/** The session and the cart version that was charged, locked until the transaction ends. */
const lockSession = hotStatement<LockedSession, [sessionId: string, version: number]>(
  "complete_lock_session",
  `select s.session_id as id, s.owner_id as "ownerId", s.product_id as "productId", s.browser_hash as "browserHash", s.status,
          s.payment_intent_id as "paymentIntentId", s.completed_order_id as "completedOrderId", o.payment_intent_id as "completedPaymentIntentId",
          o.id as "earlierOrderId", s.customer_name as "customerName", v.email, v.lines, v.total_cents as "totalCents", v.currency,
          v.coupon_code as "couponCode", v.affiliate_code as "affiliateCode"
     from checkout_sessions s
     join cart_versions v on v.checkout_session_id = s.session_id and v.version = $2
     left join orders o on o.checkout_session_id = s.session_id
    where s.session_id = $1
      for update of s`,
);

/** Marks the order paid and does all that follows from it, in this order. Returns the order's id. */
async function settle(
  client: pg.PoolClient,
  { clock }: Services,
  session: LockedSession,
  intent: PaymentIntent | null,
): Promise<string> {
  // What an earlier, failed attempt was for may have changed since.
  if (session.earlierOrderId)
    await client.query("delete from order_items where order_id = $1", [session.earlierOrderId]);
  const [order] = await settleOrder(
    client,
    session.id,
    session.ownerId,
    session.productId,
    session.email,
    session.customerName,
    session.totalCents,
    session.currency,
    intent?.id ?? null,
    intent?.card?.brand ?? null,
    intent?.card?.last4 ?? null,
    session.couponCode,
    session.affiliateCode,
    JSON.stringify(session.lines),
    session.browserHash,
    clock.now(),
  );
  if (!order) throw new Error("a paid order was not written");
  return order.id;
}

/** One statement, one round trip: the effects of a paid order, each in its own named part. */
const settleOrder = hotStatement<
  { id: string },
  [
    sessionId: string,
    ownerId: string,
    productId: string,
    email: string,
    customerName: string,
    totalCents: number,
    currency: string,
    paymentIntentId: string | null,
    cardBrand: string | null,
    cardLast4: string | null,
    couponCode: string | null,
    affiliateCode: string | null,
    lines: string,
    browserHash: string,
    now: Date,
  ]
>(
  "complete_settle_order",
  `with buyer as (
     insert into customers (email, created_at) values ($4, $15)
     on conflict (lower(email)) do update set email = customers.email
     returning id),
   paid_order as (
     insert into orders (owner_id, customer_id, product_id, customer_name, total_cents, currency, status, checkout_session_id,
                         payment_intent_id, coupon_code, affiliate_link_code, paid_at, created_at, updated_at)
     select $2, buyer.id, $3, $5, $6, $7, 'PAID', $1, $8, $11, $12, $15, $15, $15 from buyer
     on conflict (checkout_session_id) do update set status = 'PAID', customer_id = excluded.customer_id, customer_name = excluded.customer_name,
       total_cents = excluded.total_cents, payment_intent_id = excluded.payment_intent_id, paid_at = excluded.paid_at, updated_at = excluded.updated_at
     returning id, owner_id, customer_id),
   payment as (
     insert into order_payments (order_id, payment_intent_id, amount_cents, status, card_brand, card_last4, created_at)
     select id, $8, $6, 'SUCCEEDED', $9, $10, $15 from paid_order where $8::text is not null
     on conflict (payment_intent_id) do update set status = 'SUCCEEDED', amount_cents = excluded.amount_cents
     returning id),
   items as (
     insert into order_items (order_id, owner_id, product_id, item_type, quantity, unit_price_cents, total_price_cents, discount_cents, offer_id, order_payment_id, created_at)
     select paid_order.id, paid_order.owner_id, line."productId", line."itemType", line.quantity, line."unitPriceCents",
            line."totalPriceCents", line."discountCents", line."offerId", (select id from payment), $15
       from paid_order, jsonb_to_recordset($13::jsonb) as line(
            "productId" uuid, "itemType" text, quantity int, "unitPriceCents" int, "totalPriceCents" int, "discountCents" int, "offerId" uuid)
     returning id, product_id),
   granted as (
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id, granted_at)
     select paid_order.customer_id, paid_order.owner_id, items.product_id, paid_order.id, items.id, $15 from paid_order, items),
   downloads as (
     insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, max_downloads, expires_at, created_at)
     select paid_order.id, items.id, paid_order.owner_id, products.id, paid_order.customer_id, products.max_downloads,
            $15::timestamptz + make_interval(days => products.digital_expiration_days), $15
       from paid_order, items join products on products.id = items.product_id
      where products.digital_file_type is not null),
   browser as (
     insert into order_browsers (order_id, browser_hash, granted_at) select id, $14, $15 from paid_order on conflict do nothing),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select id, 'PAID', jsonb_build_object('totalCents', $6::int), $15 from paid_order),
   closed as (
     update checkout_sessions set status = 'COMPLETED', completed_order_id = paid_order.id, next_check_at = null
       from paid_order where session_id = $1),
   receipt as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'receipt:' || id, $4, 'receipt', jsonb_build_object('orderId', id), $15 from paid_order
     on conflict do nothing returning id),
   receipt_job as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from receipt)
   select id from paid_order`,
);

/** Whether a gateway's error means that the payment does not exist there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === "resource_missing";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
