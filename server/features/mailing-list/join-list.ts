import { consentText } from "#contract/mailing-list/consent-text.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { isComingSoon } from "#server/features/catalog/has-content.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Asking = { email: string; ip: string; productId?: string | undefined; website?: string | undefined };

/**
 * Writes an address down that asks for a creator's mails, and queues the mail that confirms it; what is over the day's limit
 * of new creators waits there. An address that is on the list already, or was mailed within the hour (who unsubscribed: the
 * week), hears nothing. Whether it is known shows in no answer. What is to come can be waited for whether or not the list is open;
 * throws 404 where neither is so.
 */
export async function joinList(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
  { email, ip, productId, website }: Asking,
): Promise<void> {
  const now = clock.now();
  const [list] = await selectOpenList(pool, handle.toLowerCase(), productId ?? null, now);
  if (!list) throw NotFound("This list cannot be joined");
  if (website) return;
  await inTransaction(pool, async (client) => {
    await insertSubscriber(client, list.ownerId, email, consentText(list.name), ip, now);
    if (productId !== undefined) await saveWaiter(client, list.ownerId, email, productId, now);
  });
  wakeListeners(pool, "job_outbox");
}

const selectOpenList = statement("mailing_list_select_open")<
  { ownerId: string; name: string },
  [handle: string, productId: string | null, now: Date]
>(
  `select u.id as "ownerId", ${creatorName("u")} as name
     from users u left join mailing_lists l on l.owner_id = u.id
    where u.handle = $1 and not exists (select from closed_stores d where d.owner_id = u.id) and (l.is_open or exists (
      select from products p where p.id = $2 and p.owner_id = u.id and p.state = 'PUBLISHED' and ${isComingSoon("p", "$3")}))`,
);

/**
 * Who asked before and was never told, as when it opened by mistake for a minute, waits anew; who was told is told no second
 * time, whatever is announced.
 */
const saveWaiter = statement("mailing_list_save_waiter")<
  never,
  [ownerId: string, email: string, productId: string, now: Date]
>(`insert into product_waiters as w (subscriber_id, product_id, created_at)
   select b.id, p.id, $4 from subscribers b
     join products p on p.id = $3 and p.owner_id = b.owner_id and p.state = 'PUBLISHED' and ${isComingSoon("p", "$4")}
    where b.owner_id = $1 and lower(b.email) = lower($2)
   on conflict (subscriber_id, product_id) do update
      set id = gen_random_uuid(), settled_at = null, created_at = excluded.created_at
    where w.settled_at is not null and not exists (
      select from mail_outbox m where m.event = 'product-open:' || w.id and m.state in ('QUEUED', 'SENT'))`);

const insertSubscriber = statement("mailing_list_insert_subscriber")<
  { name: string },
  [ownerId: string, email: string, consentText: string, ip: string, now: Date]
>(`with asked as (
     insert into subscribers as b (owner_id, email, consent_text, ip_address, asked_at, round, mailed_at, created_at)
     values ($1, $2, $3, $4::inet, $5, 1, $5, $5)
     on conflict (owner_id, lower(email)) do update
        set consent_text = excluded.consent_text, ip_address = excluded.ip_address, asked_at = $5,
            round = b.round + 1, mailed_at = $5, wrong_codes = 0
      where b.state <> 'SUBSCRIBED'
        and b.mailed_at <= $5::timestamptz - case b.state when 'UNSUBSCRIBED' then interval '7 days' else interval '1 hour' end
     returning id, email, round),
   mailed as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select concat_ws(':', 'confirm-subscription', id, round), email, 'confirm-subscription',
            jsonb_build_object('subscriberId', id, 'round', round), $5
       from asked
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mailed
   returning name`);
