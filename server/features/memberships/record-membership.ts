import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { notifyOfTrial } from "./creator-news.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { GatewaySubscription } from "#server/payments/subscription-gateway.ts";

type Input = {
  orderId: string;
  checkoutSessionId: string;
  subscription: GatewaySubscription;
  /** The card that paid. */
  card: PaymentIntent["card"];
  /** The free trial that it begins with; 0: none. */
  trialDays: number;
  now: Date;
};

/**
 * Writes the membership that a paid order began, in the transaction that pays it: its row, its first bill, and that the
 * main line's access is open only while it is. How it stands at the provider is asked for right after the commit.
 */
export async function recordMembership(client: pg.PoolClient, input: Input): Promise<void> {
  const { orderId, checkoutSessionId, subscription, card, trialDays, now } = input;
  // A much later order may find a second bill already; the first one's own event then writes it.
  const latest = subscription.latestInvoice;
  const first = latest?.reason === "subscription_create" ? latest : null;
  await insertMembership(
    client,
    orderId,
    checkoutSessionId,
    subscription.id,
    subscription.metadata["billing_interval"] === "YEAR" ? "YEAR" : "MONTH",
    card?.brand ?? null,
    card?.last4 ?? null,
    first?.periodEnd ?? subscription.currentPeriodEnd,
    now,
    first?.id ?? null,
    first?.amountCents ?? null,
    first?.periodStart ?? null,
    trialDays || null,
  );
  if (trialDays > 0) await notifyOfTrial(client, orderId, now);
}

const insertMembership = hotStatement("memberships_insert_membership")<
  never,
  [
    orderId: string,
    checkoutSessionId: string,
    providerSubscriptionId: string,
    billingInterval: "MONTH" | "YEAR",
    cardBrand: string | null,
    cardLast4: string | null,
    paidUntil: Date | null,
    now: Date,
    invoiceId: string | null,
    invoiceCents: number | null,
    periodStart: Date | null,
    trialDays: number | null,
  ]
>(`with membership as (
     insert into subscriptions (customer_id, owner_id, product_id, order_id, provider_subscription_id, status, price_cents, currency,
                                billing_interval, checkout_session_id, card_brand, card_last4, current_period_end, year_told_at, trial_days, created_at, updated_at)
     select o.customer_id, o.owner_id, o.product_id, o.id, $3, case when $12::int is null then 'active' else 'trialing' end, i.unit_price_cents, o.currency, $4, $2, $5, $6, $7, $8, $12, $8, $8
       from orders o join order_items i on i.order_id = o.id and i.item_type = 'MAIN' where o.id = $1
     on conflict (provider_subscription_id) do nothing
     returning id),
   first_bill as (
     insert into subscription_invoices (subscription_id, provider_invoice_id, order_id, amount_cents, status, period_start, period_end, attempts, created_at, updated_at)
     select id, $9, $1, $10::int, 'PAID', $11::timestamptz, $7, 1, $8, $8 from membership where $9::text is not null
     on conflict (provider_invoice_id) do nothing),
   limited as (
     update access set subscription_id = membership.id from membership, order_items i
      where i.id = access.order_item_id and i.order_id = $1 and i.item_type = 'MAIN'),
   linked as (
     update orders set subscription_id = membership.id from membership where orders.id = $1)
   insert into job_outbox (name, data)
   select 'sync-membership', jsonb_build_object('providerSubscriptionId', $3::text) from membership`);
