import type pg from "pg";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import type { Member } from "./seed-sandbox-memberships.ts";
import { type Joined, seedMembership } from "./seed-memberships.ts";
import { openCheckout } from "./sell-demo-order.ts";

const dayMs = 86_400_000;
const trialDays = 14;

/** A week in which the membership could be tried for free: who stayed, who left before the first bill, and who is still in it. */
const trials = [
  { daysAgo: 47, leaves: false },
  { daysAgo: 33, leaves: true },
  { daysAgo: 4, leaves: false },
] as const;

/** Lets buyers who are no members begin with a free trial, each by an order of nothing, as such an order is written. */
export async function seedTrials(client: pg.PoolClient, ownerId: string, now: Date): Promise<Member[]> {
  const { rows } = await client.query<Omit<Joined, "orderId" | "checkoutSessionId" | "paidAt">>(
    selectOthers,
    [ownerId, trials.length],
  );
  const members: Member[] = [];
  for (const [index, { daysAgo, leaves }] of trials.entries()) {
    const buyer = rows[index];
    if (!buyer) continue;
    const { productId, customerId, customerName, email, priceCents } = buyer;
    const paidAt = new Date(now.getTime() - daysAgo * dayMs);
    const checkout = { ownerId, productId, customerName, couponCode: null, email, bumpIds: [] };
    const { checkoutSessionId } = await openCheckout(client, {
      ...checkout,
      paymentIntentId: null,
      now: paidAt,
    });
    const orderId = await writePaidOrder(client, {
      ownerId,
      productId,
      customerName,
      buyer: { customerId },
      currency: "usd",
      checkoutSessionId,
      lines: [
        {
          productId,
          itemType: "MAIN",
          quantity: 1,
          unitPriceCents: priceCents,
          discountCents: priceCents,
          shippingCents: 0,
          totalPriceCents: 0,
          offerId: null,
          discountSource: "TRIAL",
        },
      ],
      totalCents: 0,
      payment: null,
      now: paidAt,
    });
    const fate = { trialDays, ...(leaves && { leavesAfter: 1 }) };
    members.push(await seedMembership(client, { ...buyer, orderId, checkoutSessionId, paidAt }, fate, now));
  }
  return members;
}

/** Some who bought something else, the first of them first. */
const selectOthers = `
  select k.owner_id as "ownerId", p.id as "productId", p.title, k.customer_id as "customerId", k.name as "customerName", c.email,
         p.price_cents as "priceCents", p.yearly_price_cents as "yearlyPriceCents", 0 as "totalCents", null as "paymentIntentId",
         '{"brand": "visa", "last4": "4242"}'::json as card
    from creator_customers k join customers c on c.id = k.customer_id
    join products p on p.owner_id = k.owner_id and p.type = 'MEMBERSHIP'
   where k.owner_id = $1 and not exists (
     select from access a where a.customer_id = k.customer_id and a.product_id = p.id)
   order by k.first_order_at, k.customer_id limit $2`;
