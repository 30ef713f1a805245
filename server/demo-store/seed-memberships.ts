import { randomUUID } from "node:crypto";
import type pg from "pg";
import { recordMembership } from "#server/features/memberships/record-membership.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import { periodEnd } from "#server/payments/sandbox/billing-periods.ts";
import type { Bill, Member } from "./seed-sandbox-memberships.ts";

/** An order of the history that bought a membership. */
export type Joined = {
  orderId: string;
  ownerId: string;
  productId: string;
  title: string;
  checkoutSessionId: string;
  customerId: string;
  customerName: string;
  email: string;
  priceCents: number;
  yearlyPriceCents: number | null;
  totalCents: number;
  paymentIntentId: string | null;
  card: { brand: string; last4: string };
  paidAt: Date;
};

/** What becomes of each: most go on; of five one leaves after a period, and some pay by the year from the second on. */
type Fate = { leavesAfter?: number; paysByTheYear?: true; trialDays?: number };

const fateOf = (index: number): Fate => {
  if (index % 5 === 2) return { leavesAfter: 1 };
  if (index % 7 === 5) return { paysByTheYear: true };
  return {};
};

/**
 * Makes members of those who bought a membership, each billed since by the writers of real ones. Answers what their provider
 * has to know of them, to bill them on.
 */
export async function seedMemberships(client: pg.PoolClient, ownerId: string, now: Date): Promise<Member[]> {
  const { rows } = await client.query<Joined>(selectJoined, [ownerId]);
  const members: Member[] = [];
  for (const [index, joined] of rows.entries())
    members.push(await seedMembership(client, joined, fateOf(index), now));
  return members;
}

const selectJoined = `
  select o.id as "orderId", o.owner_id as "ownerId", o.product_id as "productId", p.title, o.checkout_session_id as "checkoutSessionId",
         o.customer_id as "customerId", o.customer_name as "customerName", c.email, p.price_cents as "priceCents",
         p.yearly_price_cents as "yearlyPriceCents", o.total_cents as "totalCents", o.payment_intent_id as "paymentIntentId",
         json_build_object('brand', pay.card_brand, 'last4', pay.card_last4) as card, o.paid_at as "paidAt"
    from orders o join products p on p.id = o.product_id and p.type = 'MEMBERSHIP' join customers c on c.id = o.customer_id
    join order_payments pay on pay.payment_intent_id = o.payment_intent_id
   where o.owner_id = $1 and o.status = 'PAID' and o.refunded_cents = 0
   order by o.paid_at, o.id`;

/** One member, from the order that began it until now. Without a trial the order paid for the first period. */
export async function seedMembership(
  client: pg.PoolClient,
  joined: Joined,
  { leavesAfter, paysByTheYear, trialDays = 0 }: Fate,
  now: Date,
): Promise<Member> {
  const { orderId, checkoutSessionId, card, paidAt } = joined;
  const id = `sub_seed_${randomUUID().replaceAll("-", "")}`;
  const plan = { interval: "month" as "month" | "year", priceCents: joined.priceCents };
  let anchor = paidAt;
  let periods = 1;
  let end = trialDays > 0 ? addDays(paidAt, trialDays) : periodEnd(anchor, periods, plan.interval);
  const first: Bill = {
    id: newBillId(),
    reason: "subscription_create",
    amountCents: joined.totalCents,
    paymentIntentId: joined.paymentIntentId,
    periodStart: paidAt,
    periodEnd: end,
  };
  const bills = [first];
  const metadata = { checkout_session: checkoutSessionId, cart_version: "1", billing_interval: "MONTH" };
  const gateway = { ...first, subscriptionId: id, status: "paid" as const, currency: "usd", attempts: 1 };
  await recordMembership(client, {
    orderId,
    checkoutSessionId,
    subscription: {
      id,
      metadata,
      status: trialDays > 0 ? "trialing" : "active",
      plan,
      nextPlan: null,
      currentPeriodEnd: end,
      cancelAtPeriodEnd: false,
      pausedUntil: null,
      endedAt: null,
      card: null,
      latestInvoice: { ...gateway, nextAttemptAt: null, intent: null },
    },
    card,
    trialDays,
    now: paidAt,
  });
  let periodsPaid = 1;
  let endedAt: Date | null = null;
  while (end <= now) {
    if (periodsPaid === leavesAfter) {
      endedAt = end;
      break;
    }
    const start = end;
    const turnsYearly =
      paysByTheYear === true && plan.interval === "month" && joined.yearlyPriceCents !== null;
    if (turnsYearly) Object.assign(plan, { interval: "year", priceCents: joined.yearlyPriceCents });
    // A trial's days, and another interval, begin another count.
    if (turnsYearly || (trialDays > 0 && periodsPaid === 1)) [anchor, periods] = [start, 0];
    periods++;
    end = periodEnd(anchor, periods, plan.interval);
    bills.push(await renew(client, { joined, id, plan, start, end }));
    await client.query(updateMembership, [id, "active", plan.priceCents, intervalOf(plan), end, null, start]);
    periodsPaid++;
  }
  if (endedAt)
    await client.query(updateMembership, [
      id,
      "canceled",
      plan.priceCents,
      intervalOf(plan),
      end,
      endedAt,
      endedAt,
    ]);
  const isInTrial = trialDays > 0 && periodsPaid === 1 && !endedAt;
  const status = endedAt ? "canceled" : isInTrial ? "trialing" : "active";
  return { ...joined, id, status, plan, metadata, anchor, periods, currentPeriodEnd: end, endedAt, bills };
}

type Renewal = {
  joined: Joined;
  id: string;
  plan: { interval: "month" | "year"; priceCents: number };
  start: Date;
  end: Date;
};

/** A period more: an order of its own, as every paid bill is. */
async function renew(client: pg.PoolClient, { joined, id, plan, start, end }: Renewal): Promise<Bill> {
  const { ownerId, productId, customerId, customerName, card, orderId } = joined;
  const { priceCents } = plan;
  const { rows } = await client.query<{ id: string }>(
    "select id from subscriptions where provider_subscription_id = $1",
    [id],
  );
  const [membership] = rows;
  if (!membership) throw new Error("a membership of the demo store was not written");
  const bill: Bill = {
    id: newBillId(),
    reason: "subscription_cycle",
    amountCents: priceCents,
    paymentIntentId: `pi_seed_${randomUUID().replaceAll("-", "")}`,
    periodStart: start,
    periodEnd: end,
  };
  const renewalId = await writePaidOrder(client, {
    ownerId,
    productId,
    customerName,
    currency: "usd",
    buyer: { customerId },
    subscriptionId: membership.id,
    lines: [
      {
        productId,
        itemType: "MAIN",
        quantity: 1,
        unitPriceCents: priceCents,
        discountCents: 0,
        shippingCents: 0,
        totalPriceCents: priceCents,
        offerId: null,
        discountSource: null,
      },
    ],
    totalCents: priceCents,
    payment: { id: bill.paymentIntentId ?? "", card },
    now: start,
  });
  await client.query(insertBill, [membership.id, bill.id, renewalId, priceCents, start, end]);
  await addOrderEvent(client, orderId, "RENEWED", start, { totalCents: priceCents, orderId: renewalId });
  return bill;
}

const updateMembership = `
  update subscriptions set status = $2, price_cents = $3, billing_interval = $4, current_period_end = $5, ended_at = $6,
         cancel_at_period_end = $6::timestamptz is not null, updated_at = $7
   where provider_subscription_id = $1`;

const insertBill = `
  insert into subscription_invoices (subscription_id, provider_invoice_id, order_id, amount_cents, status, period_start, period_end,
    attempts, created_at, updated_at)
  values ($1, $2, $3, $4, 'PAID', $5, $6, 1, $5, $5)`;

const newBillId = () => `in_seed_${randomUUID().replaceAll("-", "")}`;
const intervalOf = ({ interval }: { interval: "month" | "year" }) => (interval === "year" ? "YEAR" : "MONTH");
const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000);
