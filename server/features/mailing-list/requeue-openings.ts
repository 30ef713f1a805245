import { statement } from "#server/database/statement.ts";
import { sendMailJob } from "#server/mail/queue-mail.ts";

/** Why a mail about an opening does not leave. */
export const openingRefused = "It cannot be bought, or its reader has left the list";

/**
 * Queues once more the mails about openings that were on their way when the store was closed, and were refused as they were
 * about to leave: nothing was sent then. Whether they may leave now is asked again when they do. They are those of a minute or
 * two, since no more are queued while a product is off sale.
 */
export const requeueOpenings = statement("mailing_list_requeue_openings")<
  never,
  [ownerId: string, closedAt: Date, now: Date]
>(
  `with again as (
     update mail_outbox m set state = 'QUEUED', failure = null, attempts = 0, due_at = $3
       from products p join product_waiters w on w.product_id = p.id and w.settled_at > $2::timestamptz - interval '1 hour'
       join subscribers b on b.id = w.subscriber_id
      where p.owner_id = $1 and m.event = 'product-open:' || w.id and m.recipient = b.email and m.state = 'FAILED'
        and m.failure = '${openingRefused}'
     returning m.id)
   insert into job_outbox (name, data, start_after)
   select '${sendMailJob}', jsonb_build_object('mailId', id), $3 from again`,
);
