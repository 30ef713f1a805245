import { printedAddress } from "#contract/checkout/formats-of-countries.ts";
import type { OrderPage } from "#contract/orders/order-page.ts";
import type { ShippingAddress } from "#server/database/schema/checkout.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { listOrderLines } from "./order-lines.ts";
import { orderRow } from "./list-orders.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { listRequestsOfOrder } from "./refund-requests/refund-request-rows.ts";
import { selectQuarantined } from "./quarantined-payments.ts";

type Head = Omit<
  OrderPage,
  | "lines"
  | "payments"
  | "refunds"
  | "refundRequests"
  | "disputes"
  | "timeline"
  | "quarantined"
  | "discountCents"
  | "shippingAddress"
> & { checkoutSessionId: string | null; shippingAddress: ShippingAddress | null };

/** Which reply `o` came from, as JSON; no row when none led to it. */
const replyThatLedTo = `
  select json_build_object('keyword', k.keyword, 'ruleName', r.rule_name, 'platform', s.platform, 'username', e.person_username)
    from order_attributions a join reply_links l on l.id = a.link_id
    left join keyword_responses k on k.id = l.keyword_response_id
    left join automation_rules r on r.id = l.automation_rule_id
    left join social_events e on e.id = l.event_id
    left join social_accounts s on s.id = coalesce(k.social_account_id, r.social_account_id, e.social_account_id)
   where a.order_id = o.id and l.mailing_id is null`;

/** Everything about one of the creator's orders. Throws 404 for any other. */
export async function getOrder(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  orderId: string,
): Promise<OrderPage> {
  const [head] = await selectHead(pool, ownerId, orderId);
  if (!head) throw NotFound();
  const { checkoutSessionId, shippingAddress, ...order } = head;
  const [lines, payments, refunds, refundRequests, disputes, timeline, quarantined] = await Promise.all([
    listOrderLines(pool, ownerId, orderId, clock.now()),
    selectPayments(pool, ownerId, orderId),
    listOrderRefunds(pool, ownerId, orderId, null),
    listRequestsOfOrder(pool, ownerId, orderId),
    selectDisputes(pool, ownerId, orderId),
    selectTimeline(pool, ownerId, orderId),
    selectQuarantined(pool, ownerId, { checkoutSessionId: checkoutSessionId ?? noSession }),
  ]);
  return {
    ...order,
    shippingAddress: shippingAddress && printedAddress(shippingAddress),
    discountCents: lines.reduce((sum, { discountCents }) => sum + discountCents, 0),
    lines,
    payments,
    refunds,
    refundRequests,
    disputes,
    timeline,
    quarantined,
  };
}

const noSession = "00000000-0000-0000-0000-000000000000";

type OwnOrder = [ownerId: string, orderId: string];

const selectHead = statement("orders_select_head")<Head, OwnOrder>(`
  select ${orderRow}, ${isReturned("c.email")} as "isReturned", o.paid_at as "paidAt", o.shipping_address as "shippingAddress", o.checkout_session_id as "checkoutSessionId",
         (select a.name from affiliate_links l join affiliates a on a.id = l.affiliate_id where l.id = o.affiliate_link_id) as "affiliateName",
         (${replyThatLedTo}) as reply
    from orders o join customers c on c.id = o.customer_id where o.id = $2 and o.owner_id = $1`);

const selectPayments = statement("orders_select_payments")<OrderPage["payments"][number], OwnOrder>(`
  select pay.id, pay.payment_intent_id as "paymentIntentId", pay.amount_cents as "amountCents", pay.refunded_cents as "refundedCents",
         pay.status, pay.upsell_id is not null as "isUpsell", pay.card_brand as "cardBrand", pay.card_last4 as "cardLast4",
         pay.created_at as "createdAt"
    from order_payments pay join orders o on o.id = pay.order_id
   where o.owner_id = $1 and o.id = $2 order by pay.created_at, pay.id`);

const selectDisputes = statement("orders_select_disputes")<OrderPage["disputes"][number], OwnOrder>(`
  select id, amount_cents as "amountCents", reason, status, is_inquiry as "isInquiry", created_at as "createdAt"
    from disputes where owner_id = $1 and order_id = $2 order by created_at, id`);

const selectTimeline = statement("orders_select_timeline")<OrderPage["timeline"][number], OwnOrder>(`
  select e.id::int as id, e.kind, e.detail, e.created_at as "createdAt"
    from order_events e join orders o on o.id = e.order_id
   where o.owner_id = $1 and o.id = $2 order by e.id desc limit 500`);
