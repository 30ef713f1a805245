import type pg from "pg";
import { hotStatement } from "#server/database/hot-statement.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import type { GatewayInvoice } from "#server/payments/subscription-gateway.ts";

/** A membership, locked until the transaction ends, and the order that began it. */
export type LockedMembership = {
  id: string;
  orderId: string;
  email: string;
  affiliateCode: string | null;
  /** Of the provider's answer that it stands by. */
  askedNumber: string;
};

export const lockMembership = hotStatement<LockedMembership, [id: string]>(
  "members_lock_membership",
  `select s.id, o.id as "orderId", c.email, o.affiliate_link_code as "affiliateCode", s.asked_number as "askedNumber"
     from subscriptions s join orders o on o.id = s.order_id join customers c on c.id = s.customer_id
    where s.id = $1
      for update of s`,
);

/** Writes how one bill stands. What follows from its payment or from each failure happens once, however often it is told. */
export async function recordBill(
  client: pg.PoolClient,
  membership: LockedMembership,
  bill: GatewayInvoice,
  now: Date,
): Promise<void> {
  const isFirst = bill.reason === "subscription_create";
  // A bill that nobody owes (void while it rests, given up before it was paid) is no period of this membership.
  if (bill.status === "draft" || bill.status === "void") return;
  const [known] = await selectBill(client, bill.id);
  if (known?.status === "PAID") return;
  const hasFailed =
    bill.status === "uncollectible" || (bill.attempts > 0 && bill.intent?.status !== "processing");
  const status = bill.status === "paid" ? "PAID" : hasFailed ? "FAILED" : "OPEN";
  const [written] = await writeBill(
    client,
    membership.id,
    bill.id,
    bill.amountCents,
    status,
    bill.periodStart,
    bill.periodEnd,
    bill.attempts,
    status === "FAILED" ? (bill.intent?.failureMessage ?? null) : null,
    isFirst ? membership.orderId : null,
    now,
  );
  if (!written) throw new Error("a bill was not written");
  if (status === "PAID" && !isFirst) await recordRenewal(client, membership, bill, written.id, now);
  if (status === "FAILED" && !isFirst && bill.attempts > (known?.attempts ?? 0))
    await tellOfFailure(client, membership.orderId, membership.email, written.id, bill.attempts, now);
}

/** A paid renewal is an order of its own, with what every paid order causes. */
async function recordRenewal(
  client: pg.PoolClient,
  { id, affiliateCode }: LockedMembership,
  { amountCents, intent }: GatewayInvoice,
  billId: string,
  now: Date,
): Promise<void> {
  const [order] = await writeRenewal(
    client,
    id,
    amountCents,
    intent?.id ?? null,
    intent?.card?.brand ?? null,
    intent?.card?.last4 ?? null,
    billId,
    now,
  );
  if (!order) throw new Error("a renewal was not written");
  await addCommissions(client, { orderId: order.id, affiliateCode, now });
}

const selectBill = hotStatement<{ status: string; attempts: number }, [providerInvoiceId: string]>(
  "members_select_bill",
  "select status, attempts from subscription_invoices where provider_invoice_id = $1",
);

const writeBill = hotStatement<
  { id: string },
  [
    subscriptionId: string,
    providerInvoiceId: string,
    amountCents: number,
    status: string,
    periodStart: Date,
    periodEnd: Date,
    attempts: number,
    failure: string | null,
    orderId: string | null,
    now: Date,
  ]
>(
  "members_write_bill",
  `insert into subscription_invoices (subscription_id, provider_invoice_id, amount_cents, status, period_start, period_end, attempts, failure, order_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
   on conflict (provider_invoice_id) do update set status = excluded.status, attempts = greatest(subscription_invoices.attempts, excluded.attempts),
     failure = excluded.failure, updated_at = excluded.updated_at
   returning id`,
);

/** One statement: the effects of a paid renewal, each in its own named part. */
const writeRenewal = hotStatement<
  { id: string },
  [
    subscriptionId: string,
    amountCents: number,
    paymentIntentId: string | null,
    cardBrand: string | null,
    cardLast4: string | null,
    billId: string,
    now: Date,
  ]
>(
  "members_write_renewal",
  `with membership as (
     select s.*, o.customer_name, c.email from subscriptions s join orders o on o.id = s.order_id join customers c on c.id = s.customer_id
      where s.id = $1),
   paid_order as (
     insert into orders (owner_id, customer_id, product_id, customer_name, total_cents, currency, status, payment_intent_id, subscription_id, paid_at, created_at, updated_at)
     select owner_id, customer_id, product_id, customer_name, $2, currency, 'PAID', $3, id, $7, $7, $7 from membership
     returning id, owner_id, customer_id, product_id),
   payment as (
     insert into order_payments (order_id, payment_intent_id, amount_cents, status, card_brand, card_last4, created_at)
     select id, $3, $2, 'SUCCEEDED', $4, $5, $7 from paid_order where $3::text is not null
     returning id),
   item as (
     insert into order_items (order_id, owner_id, product_id, item_type, unit_price_cents, total_price_cents, order_payment_id, created_at)
     select id, owner_id, product_id, 'MAIN', $2, $2, (select id from payment), $7 from paid_order
     returning id),
   granted as (
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id, subscription_id, granted_at)
     select o.customer_id, o.owner_id, o.product_id, o.id, item.id, $1, $7 from paid_order o, item),
   downloads as (
     insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, max_downloads, expires_at, created_at)
     select o.id, item.id, o.owner_id, p.id, o.customer_id, p.max_downloads, $7::timestamptz + make_interval(days => p.digital_expiration_days), $7
       from paid_order o, item, products p where p.id = o.product_id and p.digital_file_type is not null),
   billed as (
     update subscription_invoices set order_id = paid_order.id from paid_order where subscription_invoices.id = $6),
   events as (
     insert into order_events (order_id, kind, detail, created_at)
     select id, 'PAID', jsonb_build_object('totalCents', $2::int, 'renewal', true), $7 from paid_order
     union all
     select m.order_id, 'RENEWED', jsonb_build_object('totalCents', $2::int, 'orderId', o.id), $7 from membership m, paid_order o),
   receipt as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'renewal:' || o.id, m.email, 'renewal', jsonb_build_object('orderId', o.id), $7 from membership m, paid_order o
     returning id),
   receipt_job as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from receipt)
   select id from paid_order`,
);

const tellOfFailure = hotStatement<
  never,
  [orderId: string, email: string, billId: string, attempt: number, now: Date]
>(
  "members_tell_of_failure",
  `with event as (
     insert into order_events (order_id, kind, detail, created_at)
     values ($1, 'RENEWAL_FAILED', jsonb_build_object('attempt', $4::int), $5)),
   mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     values ('renewal-failed:' || $3::text || ':' || $4::int, $2, 'renewal-failed', jsonb_build_object('billId', $3::text), $5)
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`,
);
