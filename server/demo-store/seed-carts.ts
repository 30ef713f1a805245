import type pg from "pg";
import { firstSteps, saveCartSequence } from "#server/features/carts/sequences.ts";
import type { Services } from "#server/services.ts";

/** Fills the tab of abandoned carts: some came back by a mail or near one, most did not, and what is left now is mailed. */
export async function seedCarts(services: Services, client: pg.PoolClient, ownerId: string): Promise<void> {
  const now = services.clock.now();
  await saveCartSequence(services, ownerId, {
    kind: "LEFT",
    isOn: true,
    steps: firstSteps.LEFT,
    dmText: null,
  });
  for (const fill of [recovered, left]) await client.query(fill, [ownerId, now]);
}

/** Some orders were left in the checkout first: two of three came back by the link. */
const recovered = `
  insert into abandoned_carts (owner_id, product_id, email, customer_name, price_cents, currency, left_at, abandoned_at, expires_at,
    recovery_emails_sent, last_email_sent, next_step, outcome, recovered_by, recovered_order_id, recovered_at, created_at, updated_at)
  select o.owner_id, o.product_id, c.email, trim(concat(c.first_name, ' ', c.last_name)), o.total_cents, o.currency, o.paid_at - interval '5 hours', o.paid_at - interval '4 hours',
         o.paid_at + interval '29 days', 1, o.paid_at - interval '4 hours', 1, 'RECOVERED', case when o.place % 3 = 0 then 'NEAR' else 'LINK' end,
         o.id, o.paid_at, o.paid_at - interval '5 hours', o.paid_at
    from (select o.*, row_number() over (order by o.paid_at, o.id) as place
            from orders o join products p on p.id = o.product_id
           where o.owner_id = $1 and o.status = 'PAID' and o.total_cents > 0 and o.subscription_id is null and p.type <> 'MEMBERSHIP'
             and o.paid_at between $2::timestamptz - interval '60 days' and $2::timestamptz - interval '2 days') o
    join customers c on c.id = o.customer_id
   where o.place % 14 = 3`;

/** Others went away for good: an hour, a day and three days later they were mailed. The last one was stopped by hand. */
const left = `
  insert into abandoned_carts (owner_id, product_id, email, customer_name, price_cents, currency, kind, left_at, abandoned_at, expires_at,
    recovery_emails_sent, last_email_sent, next_step, stopped, outcome, created_at, updated_at)
  select $1, w.product_id, w.email, w.name, w.price_cents, w.currency, case when w.place % 5 = 2 then 'FAILED' else 'LEFT' end,
         w.at, w.at + interval '1 hour', w.at + interval '30 days',
         case w.place when 1 then 1 else 3 end, w.at + case w.place when 1 then interval '1 hour' else interval '72 hours' end,
         case w.place when 1 then 1 else 3 end, case w.place when 1 then 'STOPPED' end,
         case when w.at < $2::timestamptz - interval '30 days' then 'EXPIRED' end, w.at, w.at + interval '1 hour'
    from (select p.id as product_id, p.price_cents, p.currency, c.email, trim(concat(c.first_name, ' ', c.last_name)) as name, c.place,
                 $2::timestamptz - case c.place when 1 then interval '7 hours' else c.place * interval '55 hours' + interval '26 hours' end as at
            from (select c.*, row_number() over (order by md5(c.email)) as place from customers c
                   where exists (select from orders o where o.customer_id = c.id and o.owner_id = $1)) c
            cross join lateral (
              select p.* from products p
               where p.owner_id = $1 and p.state = 'PUBLISHED' and p.price_cents > 0
                 and not exists (select from access a where a.customer_id = c.id and a.product_id = p.id)
               order by md5(c.email || p.slug) limit 1) p
           where c.place <= 22) w`;
