import type pg from "pg";
import { shownDecline } from "#contract/checkout/declines.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import { markRenewals } from "#server/features/notifications/renewal-news.ts";
import type { GatewayInvoice } from "#server/payments/subscription-gateway.ts";
import { notifyOfMember } from "./creator-news.ts";

/** A membership, locked until the transaction ends, and the order that began it. */
export type LockedMembership = {
  id: string;
  orderId: string;
  ownerId: string;
  customerId: string;
  productId: string;
  customerName: string;
  currency: string;
  email: string;
  affiliateCode: string | null;
  status: string;
  billingInterval: "MONTH" | "YEAR";
  nextInterval: "MONTH" | "YEAR" | null;
  /** The free trial that it began with. */
  trialDays: number | null;
  cancelAtPeriodEnd: boolean;
  /** Of the provider's answer that it stands by. */
  askedNumber: string;
  title: string;
  paidUntil: Date | null;
  /** It pays for a creator's plan, of whose members nobody is told. */
  isPlan: boolean;
};

export const lockMembership = hotStatement("memberships_lock_membership")<
  LockedMembership,
  [id: string]
>(`select s.id, o.id as "orderId", s.owner_id as "ownerId", s.customer_id as "customerId", s.product_id as "productId",
          o.customer_name as "customerName", s.currency, c.email, o.affiliate_link_code as "affiliateCode",
          s.status, s.billing_interval as "billingInterval", s.next_billing_interval as "nextInterval", s.trial_days as "trialDays",
          s.cancel_at_period_end as "cancelAtPeriodEnd", s.asked_number as "askedNumber",
          p.title, s.current_period_end as "paidUntil", p.plan is not null as "isPlan"
     from subscriptions s join orders o on o.id = s.order_id join customers c on c.id = s.customer_id join products p on p.id = s.product_id
    where s.id = $1
      for update of s`);

/**
 * Writes how one bill stands. What follows from its payment or from each failure happens once, however often it is told.
 * True when its member hears of a failure.
 */
export async function recordBill(
  client: pg.PoolClient,
  membership: LockedMembership,
  bill: GatewayInvoice,
  now: Date,
): Promise<boolean> {
  const isFirst = bill.reason === "subscription_create";
  // A bill that nobody owes (void while it rests, given up before it was paid) is no period of this membership.
  if (bill.status === "draft" || bill.status === "void") return false;
  const [known] = await selectBill(client, bill.id);
  if (known?.status === "PAID") return false;
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
    bill.nextAttemptAt,
    status === "FAILED" && bill.intent
      ? shownDecline({ code: bill.intent.failureCode, message: bill.intent.failureMessage }).message
      : null,
    isFirst ? membership.orderId : null,
    now,
  );
  if (!written) throw new Error("a bill was not written");
  if (status === "PAID" && !isFirst) await recordRenewal(client, membership, bill, written.id, now);
  const isNewFailure = status === "FAILED" && !isFirst && bill.attempts > (known?.attempts ?? 0);
  if (isNewFailure && !known?.attempts)
    await notifyOfMember(client, membership, now, {
      kind: "MEMBER_PAYMENT_FAILED",
      event: `member-payment-failed:${written.id}`,
      facts: { orderId: membership.orderId, title: membership.title, cents: bill.amountCents },
    });
  if (isNewFailure)
    await queueFailureMail(client, membership.orderId, membership.email, written.id, bill.attempts, now);
  return isNewFailure;
}

/** A paid renewal is an order of its own, with what every paid order causes. */
async function recordRenewal(
  client: pg.PoolClient,
  membership: LockedMembership,
  { amountCents, intent }: GatewayInvoice,
  billId: string,
  now: Date,
): Promise<void> {
  const { id, orderId, customerId, ownerId, productId, customerName, currency, affiliateCode } = membership;
  const endsTrial = membership.trialDays !== null && (await selectOtherPaid(client, id, billId)).length === 0;
  const renewalId = await writePaidOrder(client, {
    ownerId,
    productId,
    customerName,
    currency,
    affiliateCode,
    buyer: { customerId },
    subscriptionId: id,
    ...(endsTrial && { attributedLike: orderId }),
    lines: [renewalLine(productId, amountCents)],
    totalCents: amountCents,
    payment: intent,
    mail: "renewal",
    now,
  });
  await setBillOrder(client, billId, renewalId);
  await addOrderEvent(client, orderId, "RENEWED", now, { totalCents: amountCents, orderId: renewalId });
  if (endsTrial)
    await notifyOfMember(client, membership, now, {
      kind: "MEMBER_FIRST_PAYMENT",
      event: `member-first-payment:${id}`,
      facts: { orderId: renewalId, title: membership.title, cents: amountCents },
    });
  else if (!membership.isPlan) await markRenewals(client, ownerId, now);
}

const renewalLine = (productId: string, amountCents: number): CartLine => ({
  productId,
  itemType: "MAIN",
  quantity: 1,
  unitPriceCents: amountCents,
  discountCents: 0,
  shippingCents: 0,
  totalPriceCents: amountCents,
  offerId: null,
  discountSource: null,
});

/** Whether anything else has been paid for it: what begins a trial is paid with nothing. */
const selectOtherPaid = hotStatement("memberships_select_other_paid")<never, [id: string, billId: string]>(
  `select from subscription_invoices
    where subscription_id = $1 and id <> $2 and status = 'PAID' and amount_cents > 0 limit 1`,
);

const selectBill = hotStatement("memberships_select_bill")<
  { status: string; attempts: number },
  [providerInvoiceId: string]
>("select status, attempts from subscription_invoices where provider_invoice_id = $1");

const writeBill = hotStatement("memberships_write_bill")<
  { id: string },
  [
    subscriptionId: string,
    providerInvoiceId: string,
    amountCents: number,
    status: string,
    periodStart: Date,
    periodEnd: Date,
    attempts: number,
    nextAttemptAt: Date | null,
    failure: string | null,
    orderId: string | null,
    now: Date,
  ]
>(`insert into subscription_invoices (subscription_id, provider_invoice_id, amount_cents, status, period_start, period_end, attempts, next_attempt_at, failure, order_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   on conflict (provider_invoice_id) do update set status = excluded.status, attempts = greatest(subscription_invoices.attempts, excluded.attempts),
     next_attempt_at = excluded.next_attempt_at, failure = excluded.failure, updated_at = excluded.updated_at
   returning id`);

const setBillOrder = hotStatement("memberships_set_bill_order")<never, [billId: string, orderId: string]>(
  "update subscription_invoices set order_id = $2 where id = $1",
);

const queueFailureMail = hotStatement("memberships_queue_failure_mail")<
  never,
  [orderId: string, email: string, billId: string, attempt: number, now: Date]
>(`with event as (
     insert into order_events (order_id, kind, detail, created_at)
     values ($1, 'RENEWAL_FAILED', jsonb_build_object('attempt', $4::int), $5)),
   mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     values ('renewal-failed:' || $3::text || ':' || $4::int, $2, 'renewal-failed', jsonb_build_object('billId', $3::text), $5)
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`);
