import { consentText } from "#contract/mailing-list/consent-text.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Asking = { email: string; ip: string; website?: string | undefined };

/**
 * Writes an address down that asks for a creator's mails, and queues the mail that confirms it; what is over the day's limit
 * of new creators waits there. An address that is on the list already, or was mailed within the hour (who unsubscribed: the
 * week), hears nothing. Whether it is known shows in no answer. Throws 404 for a list that is not open.
 */
export async function joinList(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
  { email, ip, website }: Asking,
): Promise<void> {
  const [list] = await selectOpenList(pool, handle.toLowerCase());
  if (!list) throw NotFound("This list cannot be joined");
  if (website) return;
  const queued = await insertSubscriber(pool, list.ownerId, email, consentText(list.name), ip, clock.now());
  if (queued.length > 0) wakeListeners(pool, "job_outbox");
}

const selectOpenList = statement("mailing_list_select_open")<
  { ownerId: string; name: string },
  [handle: string]
>(
  `select u.id as "ownerId", ${creatorName("u")} as name
     from users u join mailing_lists l on l.owner_id = u.id and l.is_open where u.handle = $1`,
);

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
