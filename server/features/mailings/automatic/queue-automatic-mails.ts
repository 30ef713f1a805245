import { inTransaction } from "#server/database/in-transaction.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const atOnce = 100;
/** What was committed after a later moment had been looked at already: nothing takes so long. */
const overlap = "interval '15 minutes'";

/**
 * Writes a row of `promotions` for everybody with whom something happened that an automatic mail is for. The mails' rows are
 * held meanwhile, and whoever has a row of an occasion gets no other: workers may do it at once, and again. After hours
 * without a worker the rows say when they were wanted, and those that are a day late are left out with that reason.
 */
export async function queueAutomaticMails(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  let looked = atOnce;
  while (looked === atOnce) {
    stopping?.throwIfAborted();
    looked = await inTransaction(pool, async (client) => {
      const now = clock.now();
      const ids = (await lockDue(client, now, atOnce)).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await insertWelcomes(client, ids, now);
      await insertAfterPurchases(client, ids, now);
      await recordLooked(client, ids, now);
      return ids.length;
    });
  }
}

const lockDue = statement("automatic_mails_lock_due")<{ id: string }, [now: Date, atMost: number]>(
  `select id from automatic_mails where switched_on_at is not null and looked_until < $1
    order by looked_until, id limit $2 for update skip locked`,
);

const recordLooked = statement("automatic_mails_record_looked")<never, [ids: string[], now: Date]>(
  "update automatic_mails set looked_until = $2 where id = any ($1::uuid[])",
);

/** Days of 24 hours: a day of a zone may have 23. */
const wait = "make_interval(hours => 24 * a.days)";
/** SQL: whether something that happened then is due, has not been looked at, and is not of before it was switched on. */
const isDue = (at: string) => `${at} >= a.switched_on_at and ${at} <= $2::timestamptz - ${wait}
  and ${at} > a.looked_until - ${overlap} - ${wait}`;

/** SQL: the rows' columns; `occasion` is an expression, in `event` behind the mail's id. */
const insertInto = `
  insert into promotions (owner_id, event, template, automatic_mail_id, email, mailbox, data, wanted_at, due_at, created_at)`;
const columns = (row: {
  occasion: string;
  email: string;
  name: string;
  product: string;
  at: string;
}): string => `
  select a.owner_id, concat_ws(':', 'automatic', a.id, ${row.occasion}), 'automatic', a.id, ${row.email}, ${mailboxOf(row.email)},
         jsonb_build_object('automaticMailId', a.id, 'name', left(${row.name}, 100), 'productId', ${row.product}),
         ${row.at} + ${wait}, ${row.at} + ${wait}, $2`;

const insertWelcomes = statement("automatic_mails_insert_welcomes")<never, [ids: string[], now: Date]>(
  `${insertInto}
   ${columns({ occasion: "'welcome'", email: "s.email", name: "''", product: "null::uuid", at: "s.confirmed_at" })}
     from automatic_mails a
     join subscribers s on s.owner_id = a.owner_id and s.state = 'SUBSCRIBED' and ${isDue("s.confirmed_at")}
    where a.id = any ($1::uuid[]) and a.kind = 'WELCOME'
   on conflict do nothing`,
);

/**
 * Once for each person and product. What is charged again for a membership is no purchase; whoever bought several things in one
 * order hears of its first alone, unless they have mails of their own.
 */
const insertAfterPurchases = statement("automatic_mails_insert_after_purchases")<
  never,
  [ids: string[], now: Date]
>(
  `${insertInto}
   ${columns({ occasion: "i.product_id", email: "c.email", name: "o.customer_name", product: "i.product_id", at: "i.created_at" })}
     from automatic_mails a
     join order_items i on i.owner_id = a.owner_id and ${isDue("i.created_at")}
      and case when a.product_id is not null then i.product_id = a.product_id
               else i.item_type = 'MAIN' and not exists (
                 select from automatic_mails own where own.owner_id = a.owner_id and own.kind = a.kind and own.product_id = i.product_id) end
     join orders o on o.id = i.order_id and o.status in ('PAID', 'REFUNDED')
      and (o.subscription_id is null or o.checkout_session_id is not null)
     join customers c on c.id = o.customer_id and c.erased_at is null
    where a.id = any ($1::uuid[]) and a.kind = 'AFTER_PURCHASE'
   on conflict do nothing`,
);
