import { sql } from "drizzle-orm";
import { affiliateLinks, affiliates } from "#server/database/schema/affiliates.ts";
import type { Services } from "#server/services.ts";
import { DEMO_AFFILIATE } from "./content/demo-affiliate.ts";

/**
 * What the demo store's orders left behind: the checkouts they came from with the bumps shown there, the coupon's uses,
 * the add-ons offered afterwards, and what an affiliate earned on every seventh of them.
 */
export async function seedSalesTrail({ db, clock }: Services, ownerId: string): Promise<void> {
  await seedCheckouts(db, ownerId);
  await seedCouponUses(db, ownerId);
  await seedUpsellOffers(db, ownerId);
  await seedAffiliate(db, ownerId, clock.now());
}

type Db = Services["db"];

/** A checkout of a browser that nobody has: what it paid for is told by its order. */
async function seedCheckouts(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`
    with paid as (
      select o.id, gen_random_uuid() as session_id, o.product_id, c.email, o.customer_name, o.coupon_code, o.payment_intent_id, o.paid_at,
             array(select i.offer_id from order_items i where i.order_id = o.id and i.item_type = 'ORDER_BUMP' and i.offer_id is not null) as accepted,
             array(select b.id from order_bumps b where b.main_product_id = o.product_id and b.active) as offered
        from orders o join customers c on c.id = o.customer_id where o.owner_id = ${ownerId} and o.checkout_session_id is null),
    opened as (
      insert into checkout_sessions (session_id, owner_id, product_id, browser_hash, email, customer_name, order_bumps_offered,
                                     order_bumps_accepted, coupon_code, payment_intent_id, status, completed_order_id, expires_at, created_at, updated_at)
      select session_id, ${ownerId}, product_id, 'seed_' || session_id, email, customer_name, offered, accepted, coupon_code, payment_intent_id,
             'COMPLETED', id, paid_at + interval '1 day', paid_at - interval '4 minutes', paid_at from paid
      returning session_id, completed_order_id)
    update orders set checkout_session_id = opened.session_id from opened where orders.id = opened.completed_order_id`);
}

async function seedCouponUses(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`
    with used as (
      update orders o set coupon_id = c.id from coupons c
       where o.owner_id = ${ownerId} and c.owner_id = o.owner_id and lower(c.code) = lower(o.coupon_code)
      returning o.id, o.status, o.checkout_session_id, o.customer_id, o.paid_at, c.id as coupon_id)
    insert into coupon_redemptions (coupon_id, checkout_session_id, order_id, email_normalized, state, expires_at, created_at)
    select used.coupon_id, used.checkout_session_id, used.id, lower(b.email),
           case when used.status = 'REFUNDED' then 'RELEASED' else 'USED' end, used.paid_at, used.paid_at
      from used join customers b on b.id = used.customer_id`);
  await db.execute(sql`
    update order_items i set discount_source =
        case when o.coupon_id is not null and i.item_type = 'MAIN' then 'COUPON' else 'OFFER' end
      from orders o where o.id = i.order_id and o.owner_id = ${ownerId} and i.discount_cents > 0`);
}

/** Everybody who bought a trigger saw its add-on; who did not take it said no. */
async function seedUpsellOffers(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`
    insert into upsell_offers (order_id, upsell_id, owner_id, amount_cents, payment_intent_id, decision, shown_at, decided_at)
    select o.id, u.id, ${ownerId}, p.amount_cents, p.payment_intent_id,
           case when i.id is not null then 'ACCEPTED' else 'DECLINED' end, o.paid_at + interval '20 seconds', o.paid_at + interval '40 seconds'
      from orders o
      join upsells u on u.trigger_product_id = o.product_id
      left join order_items i on i.order_id = o.id and i.offer_id = u.id and i.item_type = 'UPSELL'
      left join order_payments p on p.id = i.order_payment_id
     where o.owner_id = ${ownerId} and o.paid_at is not null`);
}

async function seedAffiliate(db: Db, ownerId: string, now: Date): Promise<void> {
  const { code, clicks, everyNth, ...person } = DEMO_AFFILIATE;
  const [affiliate] = await db
    .insert(affiliates)
    .values({ ...person, ownerId })
    .returning({ id: affiliates.id, rate: affiliates.commissionRate });
  if (!affiliate) throw new Error("the demo store's affiliate was not written");
  const [link] = await db
    .insert(affiliateLinks)
    .values({ ownerId, affiliateId: affiliate.id, code, clicks })
    .returning({ id: affiliateLinks.id });
  if (!link) throw new Error("the demo store's affiliate link was not written");
  await db.execute(sql`
    with numbered as (
      select id, row_number() over (order by paid_at, id) as n from orders
       where owner_id = ${ownerId} and status in ('PAID', 'REFUNDED') and total_cents > 0),
    sent as (
      update orders o set affiliate_link_id = ${link.id}, affiliate_link_code = ${code}
        from numbered where numbered.id = o.id and numbered.n % ${everyNth} = 0
      returning o.id, o.status, o.paid_at),
    counted as (
      update affiliate_links set conversions = (select count(*) from sent) where id = ${link.id})
    insert into commissions (owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, amount_cents, commission_rate,
                             status, payable_at, created_at)
    select ${ownerId}, sent.id, i.id, ${affiliate.id}, ${link.id}, floor(${affiliate.rate}::numeric * i.total_price_cents)::int,
           ${affiliate.rate}::numeric,
           case when sent.status = 'REFUNDED' then 'VOID'
                when sent.paid_at + interval '30 days' <= ${now.toISOString()}::timestamptz then 'PAYABLE' else 'PENDING' end,
           sent.paid_at + interval '30 days', sent.paid_at
      from sent join order_items i on i.order_id = sent.id
     where floor(${affiliate.rate}::numeric * i.total_price_cents) > 0`);
}
