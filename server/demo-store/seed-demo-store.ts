import type pg from "pg";
import * as schema from "#server/database/schema/tables.ts";
import { drizzle } from "drizzle-orm/node-postgres";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";
import { PoolWithin } from "./pool-within.ts";
import { seedCarts } from "./seed-carts.ts";
import { seedCreator } from "./seed-creator.ts";
import { seedDesign, seedMailingList } from "./seed-design.ts";
import { seedLearning } from "./seed-learning.ts";
import { seedNotifications } from "./seed-notifications.ts";
import { seedOffers } from "./seed-offers.ts";
import { seedOrders } from "./seed-orders.ts";
import { seedPayoutAccount } from "./seed-payout-account.ts";
import { seedPosts } from "./seed-posts.ts";
import { seedReviews } from "./seed-reviews.ts";
import { seedShelf } from "./seed-shelf.ts";
import { seedSocial } from "./seed-social.ts";
import { seedServiceTerms, seedWorkOrders } from "./seed-work-orders.ts";
import { affiliateLinks, affiliates } from "#server/database/schema/affiliates.ts";
import { DEMO_AFFILIATE } from "./content/demo-affiliate.ts";
import { sql } from "drizzle-orm";

/**
 * Makes the demo store where there is none; a look at one row otherwise. Several processes may call it at once: one
 * seeds, the others wait. All rows are one transaction, so that a process that is killed leaves nothing half done.
 */
export async function seedDemoStore(
  services: Services,
  say: (line: string) => void = console.log,
): Promise<void> {
  if (await exists(services.pool, "handle", DEMO_CREATOR.handle)) return;
  await aloneWithDemoStore(services, async (client) => {
    if (await exists(client, "handle", DEMO_CREATOR.handle)) return;
    if (await exists(client, "lower(email)", DEMO_CREATOR.email)) {
      return say(`There is no demo store: ${DEMO_CREATOR.email} belongs to another account.`);
    }
    say("Seeding the demo store…");
    const startedAt = performance.now();
    await drizzle({ client, schema }).transaction(async (tx) => {
      const inside: Services = { ...services, db: tx, pool: new PoolWithin(client) };
      const creator = await seedCreator(inside);
      await seedPayoutAccount(inside, creator.id);
      const shelf = await seedShelf(inside, creator.id);
      await seedServiceTerms(client, creator.id);
      say("  put up its products, with their files and videos");
      const offerIds = await seedOffers(inside, creator.id, shelf);
      const affiliate = await seedAffiliate(inside, creator.id);
      const sold = await seedOrders(inside, { client, ownerId: creator.id, shelf, offerIds, affiliate });
      await seedWorkOrders(client, creator.id, services.clock.now());
      await seedUpsellOffers(inside, creator.id);
      await seedCarts(inside, client, creator.id);
      await matureCommissions({ pool: client, clock: services.clock });
      await seedLearning(inside, sold);
      await seedPosts(inside, creator.id, shelf);
      const reviewCount = await seedReviews(inside, sold);
      await seedMailingList(inside, creator.id, shelf);
      await seedDesign(inside, creator.id, shelf);
      const talks = await seedSocial(inside, creator.id, shelf);
      await seedNotifications(client, creator.id, services.clock.now());
      say(
        `  filled it: ${shelf.size} products, ${sold.orderCount} orders, ${reviewCount} reviews, ${talks} conversations`,
      );
    });
    say(`The demo store is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  });
}

/** Runs `work` on a connection of its own, one process after the other. The lock ends with the process, however it ends. */
export async function aloneWithDemoStore(
  { sessions }: Pick<Services, "sessions">,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await sessions.connect();
  try {
    // Waiting for another process may take longer than a request ever may.
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await client.query("select pg_advisory_lock(hashtext('openstall demo store'))");
    await work(client);
  } finally {
    // Closed, not returned: this gives the lock back and forgets the settings.
    client.release(true);
  }
}

async function exists(on: pg.Pool | pg.PoolClient, expression: "handle" | "lower(email)", value: string) {
  const { rowCount } = await on.query(`select from users where ${expression} = $1`, [value]);
  return rowCount === 1;
}

/** Who sends buyers to the demo store, with the link that they came by; how often is told by its code's orders. */
async function seedAffiliate({ db }: Pick<Services, "db">, ownerId: string) {
  const { code, clicks, everyNth, ...person } = DEMO_AFFILIATE;
  const [affiliate] = await db
    .insert(affiliates)
    .values({ ...person, ownerId })
    .returning({ id: affiliates.id });
  if (!affiliate) throw new Error("the demo store's affiliate was not written");
  await db.insert(affiliateLinks).values({ ownerId, affiliateId: affiliate.id, code, clicks });
  return { code, everyNth };
}

/** Everybody who bought a trigger saw its add-on; who did not take it said no. */
async function seedUpsellOffers({ db }: Pick<Services, "db">, ownerId: string): Promise<void> {
  await db.execute(sql`
    insert into upsell_offers (order_id, upsell_id, owner_id, amount_cents, payment_intent_id, decision, shown_at, decided_at)
    select o.id, u.id, ${ownerId}, p.amount_cents, p.payment_intent_id,
           case when i.id is not null then 'ACCEPTED' else 'DECLINED' end, o.paid_at + interval '20 seconds', o.paid_at + interval '40 seconds'
      from orders o
      join upsells u on u.trigger_product_id = o.product_id
      left join order_items i on i.order_id = o.id and i.offer_id = u.id and i.item_type = 'UPSELL'
      left join order_payments p on p.id = i.order_payment_id
     where o.owner_id = ${ownerId} and o.paid_at is not null and o.checkout_session_id is not null`);
}
