import type pg from "pg";
import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { affiliateLinks, affiliates } from "#server/database/schema/affiliates.ts";
import * as schema from "#server/database/schema/tables.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import type { Services } from "#server/services.ts";
import { DEMO_AFFILIATE } from "./content/demo-affiliate.ts";
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
import { seedVisits } from "./seed-visits.ts";
import { seedServiceTerms, seedWorkOrders } from "./seed-work-orders.ts";

/** Writes the demo store in one transaction: its creator, what they sell, and who has bought it. */
export async function fillDemoStore(
  services: Services,
  client: pg.PoolClient,
  say: (line: string) => void,
): Promise<void> {
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
    const reviewCount = await seedReviews(inside, sold, shelf);
    await seedMailingList(inside, creator.id, shelf);
    await seedDesign(inside, creator.id, shelf);
    const talks = await seedSocial(inside, creator.id, shelf);
    await seedVisits(client, creator.id, services.clock.now());
    await seedNotifications(client, creator.id, services.clock.now());
    say(
      `  filled it: ${shelf.size} products, ${sold.orderCount} orders, ${reviewCount} reviews, ${talks} conversations`,
    );
  });
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
