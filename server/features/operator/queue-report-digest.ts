import { commonZone, dayOf } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";

/** Tells each operator once a day how many new reports and sender names wait, where any do: however many, it is one mail. */
export async function queueReportDigest({
  pool,
  clock,
  config,
}: Pick<Services, "pool" | "clock" | "config">): Promise<void> {
  const now = clock.now();
  await queue(pool, [...config.operators], dayOf(now, commonZone), now);
  wakeListeners(pool, "job_outbox");
}

const queue = statement("operator_queue_digest")<never, [addresses: string[], day: string, now: Date]>(
  `with mailed as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'report-digest:' || $2::text, u.email, 'report-digest', jsonb_build_object('since', $3::timestamptz - interval '1 day'), $3
       from users u
      where lower(u.email) = any ($1::text[]) and u.erased_at is null
        and (exists (select from abuse_reports r where r.closed_at is null and r.created_at > $3::timestamptz - interval '1 day')
             or exists (select from sender_name_reviews n where n.state = 'OPEN' and n.created_at > $3::timestamptz - interval '1 day'))
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mailed`,
);
