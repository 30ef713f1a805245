import { sql } from "drizzle-orm";
import type { Services } from "#server/services.ts";

/** Everybody who bought a trigger saw its add-on; who did not take it said no. */
export async function seedUpsellOffers({ db }: Pick<Services, "db">, ownerId: string): Promise<void> {
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
