import { and, eq, inArray, sql } from "drizzle-orm";
import { access } from "#server/database/schema/access.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orderEvents } from "#server/database/schema/order-events.ts";
import { customers, orderItems, orderPayments, orders } from "#server/database/schema/orders.ts";
import { refunds } from "#server/database/schema/refunds.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PRODUCTS } from "./content/demo-products.ts";
import { type DemoOrder, makeOrderHistory } from "./content/order-history.ts";
import { orderRows } from "./order-rows.ts";
import type { OfferIds } from "./seed-offers.ts";
import type { Shelf } from "./seed-shelf.ts";

/** What was sold and to whom, for what builds on it. */
export type Sold = { orderCount: number; lines: SoldLine[] };
export type SoldLine = {
  orderId: string;
  productId: string;
  productSlug: string;
  customerId: string;
  buyerName: string;
  boughtAt: Date;
  refunded: boolean;
};

/** 90 days of orders with everything that a purchase writes; the sandbox knows their payments too, so they can be refunded. */
export async function seedOrders(
  { config, db, clock }: Services,
  ownerId: string,
  shelf: Shelf,
  offerIds: OfferIds,
): Promise<Sold> {
  const history = makeOrderHistory(clock.now(), DEMO_PRODUCTS);
  const customerIds = await seedCustomers(db, history);
  const all = history.map((order) => {
    const customerId = customerIds.get(order.buyer.email);
    if (!customerId) throw new Error(`${order.buyer.email} was not written`);
    return orderRows(order, { ownerId, customerId, shelf, offerIds });
  });

  await db.insert(orders).values(all.map(({ order }) => order));
  await db.insert(orderPayments).values(all.flatMap(({ payments }) => payments));
  await db.insert(orderItems).values(all.flatMap(({ items }) => items));
  await db.insert(access).values(all.flatMap(({ accesses }) => accesses));
  await db.insert(digitalDownloads).values(all.flatMap(({ downloads }) => downloads));
  const givenBack = all.flatMap(({ refunds }) => refunds);
  if (givenBack.length > 0) await db.insert(refunds).values(givenBack);
  if (config.payments.provider === "sandbox") await seedSandbox(db, ownerId);
  const events = all.flatMap(({ events }) => events);
  await db
    .insert(orderEvents)
    .values(events.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()));
  await countCouponUses(db, ownerId);

  return {
    orderCount: all.length,
    lines: all.flatMap(({ order, items, slugs }) =>
      items.map((item, index) => ({
        orderId: order.id,
        productId: item.productId,
        productSlug: slugs[index] ?? "",
        customerId: order.customerId,
        buyerName: order.customerName,
        boughtAt: order.createdAt,
        refunded: order.status === "REFUNDED",
      })),
    ),
  };
}

/** What the sandbox would have in its own books had the orders been paid and refunded there. */
async function seedSandbox(db: Services["db"], ownerId: string): Promise<void> {
  await db.execute(sql`
    insert into sandbox.payment_intents (id, client_secret, amount, amount_received, currency, status, created_at, updated_at)
    select pay.payment_intent_id, pay.payment_intent_id || '_secret_' || gen_random_uuid(), pay.amount_cents, pay.amount_cents,
           o.currency, 'succeeded', pay.created_at, pay.created_at
      from order_payments pay join orders o on o.id = pay.order_id where o.owner_id = ${ownerId}`);
  await db.execute(sql`
    insert into sandbox.refunds (id, payment_intent, amount, status, created_at)
    select r.provider_refund_id, pay.payment_intent_id, r.amount_cents, 'succeeded', r.created_at
      from refunds r join order_payments pay on pay.id = r.order_payment_id where r.owner_id = ${ownerId}`);
}

/** Ids by address. Somebody may have bought elsewhere under one of these already. */
async function seedCustomers(db: Services["db"], history: DemoOrder[]): Promise<Map<string, string>> {
  const firstOrders = new Map<string, DemoOrder>();
  for (const order of history)
    if (!firstOrders.has(order.buyer.email)) firstOrders.set(order.buyer.email, order);
  const rows = [...firstOrders.values()].map(({ buyer, createdAt }) => ({ ...buyer, createdAt }));
  await db.insert(customers).values(rows).onConflictDoNothing();
  const written = await db
    .select({ id: customers.id, email: sql<string>`lower(${customers.email})` })
    .from(customers)
    .where(inArray(sql`lower(${customers.email})`, [...firstOrders.keys()]));
  return new Map(written.map(({ email, id }) => [email, id]));
}

async function countCouponUses(db: Services["db"], ownerId: string): Promise<void> {
  const used = sql`(select count(*) from orders o where o.owner_id = ${ownerId} and o.coupon_code = ${coupons.code} and o.status = 'PAID')`;
  await db
    .update(coupons)
    .set({ usageCount: used })
    .where(and(eq(coupons.ownerId, ownerId)));
}
