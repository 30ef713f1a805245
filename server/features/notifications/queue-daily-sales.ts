import { creatorZone, startOfDay } from "#server/database/creator-zone.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

const atOnce = 200;
/** The hour of the creator's day after which the day before is told. */
const hour = 8;

/**
 * Queues the mail about the day before, at eight in the morning of each creator who chose it and sold something. A day that no
 * worker told is in the next mail; when a creator's zone changes, no day is told twice.
 */
export async function queueDailySales({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  for (let full = true; full;) {
    full = await inTransaction(pool, async (client) => {
      const due = await claimDays(client, now, atOnce);
      for (const { ownerId, email, from, until, hasSold } of due)
        if (hasSold)
          await queueMail(dbOn(client), {
            event: `daily-sales:${ownerId}:${until}`,
            recipient: email,
            template: "daily-sales",
            data: { ownerId, from, until },
          });
      return due.length === atOnce;
    });
    wakeListeners(pool, "job_outbox");
  }
}

/** Yesterday, once its morning has come; at most a week of what was missed. */
const claimDays = statement("notifications_claim_days")<
  { ownerId: string; email: string; from: string; until: string; hasSold: boolean },
  [now: Date, limit: number]
>(`
  with due as (
    select c.owner_id, u.email, ${creatorZone("u")} as zone, day.until,
           greatest(coalesce(c.told_until + 1, day.until), day.until - 6) as since
      from notification_choices c join users u on u.id = c.owner_id
     cross join lateral (
       select (($1::timestamptz at time zone ${creatorZone("u")}) - interval '${hour} hours')::date - 1 as until) day
     where c.mail = 'DAILY' and (c.told_until is null or c.told_until < day.until)
     order by c.owner_id limit $2 for update of c skip locked),
  told as (
    update notification_choices c set told_until = due.until from due
     where c.owner_id = due.owner_id and c.kind = 'SALE')
  select owner_id as "ownerId", email, since::text as "from", until::text,
         exists (select from orders o
                  where o.owner_id = due.owner_id and o.status in ('PAID', 'REFUNDED')
                    and o.created_at >= ${startOfDay("due.since", "due.zone")}
                    and o.created_at < ${startOfDay("due.until + 1", "due.zone")}) as "hasSold"
    from due`);
