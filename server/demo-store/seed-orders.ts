import { inArray, sql } from "drizzle-orm";
import type pg from "pg";
import { customers } from "#server/database/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PRODUCTS } from "./content/demo-products.ts";
import { type DemoOrder, makeOrderHistory } from "./content/order-history.ts";
import { seededRandom } from "./seeded-random.ts";
import { refundDemoOrder } from "./refund-demo-order.ts";
import { productOf, sellDemoOrder } from "./sell-demo-order.ts";
import { seedMemberships } from "./seed-memberships.ts";
import type { OfferIds } from "./seed-offers.ts";
import { seedSandboxMemberships } from "./seed-sandbox-memberships.ts";
import type { Shelf } from "./seed-shelf.ts";
import { seedTrials } from "./seed-trials.ts";

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

type Store = {
  /** The connection of the transaction that `services.db` is. */
  client: pg.PoolClient;
  ownerId: string;
  shelf: Shelf;
  offerIds: OfferIds;
  affiliate: { code: string; everyNth: number };
};

/**
 * 90 days of orders, each by the same writers as a real one; some were given back since, and who bought a membership is billed
 * for it since. The sandbox knows their payments and memberships too, so that they can be refunded, and go on.
 */
export async function seedOrders({ config, db, clock }: Services, store: Store): Promise<Sold> {
  const { client, ownerId, shelf, affiliate } = store;
  const history = makeOrderHistory(clock.now(), DEMO_PRODUCTS);
  const customerIds = await seedCustomers(db, history);
  const lines: SoldLine[] = [];
  let costing = 0;
  for (const demo of history) {
    const customerId = customerIds.get(demo.buyer.email);
    if (!customerId) throw new Error(`${demo.buyer.email} was not written`);
    if (demo.amountCents > 0) costing++;
    const affiliateCode = demo.amountCents > 0 && costing % affiliate.everyNth === 0 ? affiliate.code : null;
    const orderId = await sellDemoOrder(client, demo, { ...store, customerId, affiliateCode });
    const refunded = demo.status === "REFUNDED";
    const buyerName = `${demo.buyer.firstName} ${demo.buyer.lastName}`;
    const of = { orderId, customerId, buyerName, boughtAt: demo.createdAt, refunded };
    for (const { productSlug } of demo.lines)
      lines.push({ ...of, productId: productOf(shelf, productSlug).id, productSlug });
  }
  const random = seededRandom("refunds");
  const given = lines.filter(({ refunded }) => refunded);
  for (const [orderId, { boughtAt }] of new Map(given.map((line) => [line.orderId, line])))
    await refundDemoOrder(client, orderId, new Date(boughtAt.getTime() + random.integer(1, 5) * 86_400_000));
  await seedDownloads(db, ownerId);
  if (config.payments.provider === "sandbox") {
    const now = clock.now();
    const members = await seedMemberships(client, ownerId, now);
    members.push(...(await seedTrials(client, ownerId, now)));
    await seedSandbox(db, ownerId);
    await seedSandboxMemberships(client, members);
  }
  return { orderCount: history.length, lines };
}

/** Most files were fetched a minute after they were bought. */
async function seedDownloads(db: Services["db"], ownerId: string): Promise<void> {
  await db.execute(sql`
    update digital_downloads d set download_count = fetched.count,
           last_download_at = case when fetched.count > 0 then d.created_at + interval '1 minute' end
      from (select d.id, least(abs(hashtext(c.email || d.product_id)) % 4, coalesce(d.max_downloads, 3)) as count
              from digital_downloads d join customers c on c.id = d.customer_id where d.owner_id = ${ownerId}) fetched
     where fetched.id = d.id`);
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
