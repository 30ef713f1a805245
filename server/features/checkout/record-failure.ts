import { hotStatement, statement } from "#server/database/statement.ts";
import { insertLines } from "#server/features/orders/write-lines.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { cartVersionOf } from "./checkout-session.ts";

/**
 * Shows the creator an attempt that has not been paid (yet): a PENDING order while the bank takes its time, a FAILED one
 * after a refusal. An order that is paid already is never touched.
 */
export async function recordUnpaid(
  { pool, clock }: Services,
  intent: PaymentIntent,
  status: "PENDING" | "FAILED",
): Promise<void> {
  await upsertUnpaidOrder(
    pool,
    intent.id,
    cartVersionOf(intent.metadata) ?? 0,
    status,
    clock.now(),
    intent.failureMessage,
  );
}

/** The bank took its time over a payment that was then sent back: the order that waited for it is over. */
export async function failWaitingOrder(
  { pool, clock }: Services,
  checkoutSessionId: string,
  message: string,
): Promise<void> {
  await failWaiting(pool, checkoutSessionId, message, clock.now());
}

const failWaiting = statement("checkout_fail_waiting_order")<
  never,
  [checkoutSessionId: string, message: string, now: Date]
>(`with failed as (
     update orders set status = 'FAILED', updated_at = $3 where checkout_session_id = $1 and status = 'PENDING' returning id)
   insert into order_events (order_id, kind, detail, created_at)
   select id, 'FAILED', jsonb_build_object('message', $2::text), $3 from failed`);

const upsertUnpaidOrder = hotStatement("checkout_upsert_unpaid_order")<
  { id: string },
  [paymentIntentId: string, version: number, status: string, now: Date, message: string | null]
>(`with cart as (
     select s.session_id, s.owner_id, s.product_id, s.customer_name, s.payment_intent_id, v.*
       from checkout_sessions s join cart_versions v on v.checkout_session_id = s.session_id and v.version = $2
      where s.payment_intent_id = $1 and s.status = 'ACTIVE'
        for update of s),
   -- Of an attempt that is on record the buyer is known: they may have had their address removed since.
   known as (
     select o.customer_id as id from cart join orders o on o.checkout_session_id = cart.session_id),
   newcomer as (
     insert into customers (email, created_at) select email, $4 from cart where not exists (select from known)
     on conflict (lower(email)) do update set email = customers.email returning id),
   buyer as (select id from known union all select id from newcomer),
   unpaid as (
     insert into orders (owner_id, customer_id, product_id, customer_name, total_cents, currency, status, checkout_session_id, payment_intent_id, created_at, updated_at)
     select owner_id, buyer.id, product_id, customer_name, total_cents, currency, $3, session_id, payment_intent_id, $4, $4 from cart, buyer
     on conflict (checkout_session_id) do update set status = excluded.status, updated_at = excluded.updated_at
       where orders.status = 'PENDING'
     returning id, owner_id, (xmax = 0) as inserted),
   fresh as (select unpaid.id, unpaid.owner_id, cart.lines from unpaid, cart where unpaid.inserted),
   items as (
     ${insertLines({ order: "fresh", lines: "fresh.lines", payment: "null::uuid", now: "$4::timestamptz" })}),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select id, case when $3 = 'FAILED' then 'FAILED' else 'CREATED' end, jsonb_build_object('message', $5::text), $4 from unpaid)
   select id from unpaid`);
