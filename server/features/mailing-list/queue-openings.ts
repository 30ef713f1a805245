import type { Services } from "#server/services.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { isForSale } from "#server/features/catalog/has-content.ts";
import { sendMailJob } from "#server/mail/queue-mail.ts";

/** So many mails of all creators leave every ten seconds: codes and receipts pass between them. */
const mailsAtOnce = 100;
/** This is asked once a minute. */
const mailsAMinute = 6 * mailsAtOnce;

/**
 * Queues a mail to whoever waits for a product that can be bought now, each of them once: those who are on its creator's
 * list by then and do not own it yet. Who has left the list is done with; who has not confirmed yet is told once they do. Creators take turns, so that a long
 * list delays no short one. Repeated, and at two places at once, it tells nobody twice: a row is settled in the statement
 * that queues its mail.
 */
export async function queueOpenings({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  await insertOpenings(pool, clock.now());
  wakeListeners(pool, "job_outbox");
}

/** SQL: the products that somebody waits for, found by one look each. */
const awaited = `recursive awaited as (
     (select product_id from product_waiters where settled_at is null order by product_id limit 1)
     union all
     select (select w.product_id from product_waiters w where w.settled_at is null and w.product_id > awaited.product_id
              order by w.product_id limit 1)
       from awaited where awaited.product_id is not null)`;

/** SQL: who waits for a product, and has confirmed that it is their address. */
const waitingFor = (productId: string) => `product_waiters w
           join subscribers b on b.id = w.subscriber_id and b.state <> 'PENDING'
          where w.product_id = ${productId} and w.settled_at is null`;

/** SQL: whether anything that somebody waits for can be bought at `$1`. */
export const isAnyOpen = `exists (with ${awaited}
   select from products p where p.id in (select product_id from awaited) and ${isForSale("p", "$1")}
      and exists (select from ${waitingFor("p.id")}))`;

const insertOpenings = statement("mailing_list_queue_openings")<never, [now: Date]>(
  `with ${awaited},
   open as (
     select p.id, p.owner_id from products p
      where p.id in (select product_id from awaited) and ${isForSale("p", "$1")}),
   waiting as (
     select w.id, w.created_at, open.owner_id, open.id as product_id, w.email, w.is_listed
       from open cross join lateral (
         select w.id, w.created_at, b.email, b.state = 'SUBSCRIBED' as is_listed
           from ${waitingFor("open.id")}
          order by w.created_at, w.id limit ${mailsAMinute}) w),
   due as (
     select id, email, turn, is_listed and suppression_of(owner_id, email) is null and not exists (
              select from ${openAccess("$1")} a join customers c on c.id = a.customer_id
               where a.product_id = in_turn.product_id and lower(c.email) = lower(in_turn.email)) as is_told
       from (select waiting.*, row_number() over (partition by owner_id order by created_at, id) as turn from waiting) in_turn
      order by turn, id limit ${mailsAMinute}),
   settled as (
     update product_waiters w set settled_at = $1 from due where due.id = w.id and w.settled_at is null
     returning w.id, due.email, due.turn, due.is_told),
   queued as (
     insert into mail_outbox (event, recipient, template, data, due_at, created_at)
     select 'product-open:' || id, email, 'product-open', jsonb_build_object('waiterId', id),
            $1::timestamptz + (row_number() over (order by turn, id) - 1) / ${mailsAtOnce} * interval '10 seconds', $1
       from settled where is_told
     on conflict (event, recipient) do nothing
     returning id, due_at)
   insert into job_outbox (name, data, start_after)
   select '${sendMailJob}', jsonb_build_object('mailId', id), due_at from queued`,
);
