import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { lockMailbox } from "./admit-mail.ts";
import { orderOfMail } from "./order-of-mail.ts";

type Redirected = { orderIds: string[]; from: string; to: string };

/**
 * Sends what an address is told of orders to another one, also what has left: it is told of there. Receipts that have not
 * left are not sent: the caller, in whose transaction this is, mails new ones. What the other address was told already is
 * told once.
 */
export async function redirectMails(
  client: pg.PoolClient,
  { orderIds, from, to }: Redirected,
): Promise<void> {
  // Or a receipt that waits is given one of these orders meanwhile.
  await lockMailbox(client, from);
  await withdrawReceipts(client, orderIds, from);
  await redirect(client, orderIds, from, to);
}

/** A receipt that waits may list others' orders, too: it leaves with those alone. */
const withdrawReceipts = statement("mail_withdraw_receipts")<never, [orderIds: string[], from: string]>(
  `update mail_outbox m
      set data = case when listed.others is null then m.data
                      else m.data || jsonb_build_object('orderId', listed.others -> 0, 'alsoOrderIds', listed.others - 0) end,
          state = case when listed.others is null then 'SKIPPED' else m.state end,
          due_at = case when listed.others is not null then m.due_at end,
          failure = case when listed.others is null then 'A newer receipt takes its place' else m.failure end
     from (select w.id, jsonb_agg(o.id order by o.place) filter (where o.id <> all ($1::text[])) as others
             from mail_outbox w
            cross join lateral jsonb_array_elements_text(
                    jsonb_build_array(w.data -> 'orderId') || coalesce(w.data -> 'alsoOrderIds', '[]')) with ordinality o(id, place)
            where lower(w.recipient) = lower($2) and w.template = 'receipt' and w.state in ('QUEUED', 'WAITING')
            group by w.id having bool_or(o.id = any ($1))) listed
    where m.id = listed.id`,
);

/** Nobody's day is counted by a mail that never arrived there. */
const redirect = statement("mail_redirect")<never, [orderIds: string[], from: string, to: string]>(
  `with theirs as (
     select m.id, m.event from mail_outbox m
      where lower(m.recipient) = lower($2) and ${orderOfMail("m")} = any ($1::uuid[])),
   told as (
     delete from mail_outbox m using theirs
      where m.id = theirs.id and exists (
        select from mail_outbox other
         where other.event = theirs.event and other.id <> m.id
           and (lower(other.recipient) = lower($3) or (lower(other.recipient) = lower($2) and other.id < m.id)))
     returning m.id)
   update mail_outbox m set recipient = $3, counted_at = null from theirs
    where m.id = theirs.id and not exists (select from told where told.id = m.id)`,
);
