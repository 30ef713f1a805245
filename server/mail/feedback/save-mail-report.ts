import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import type { MailReport } from "./mail-report.ts";

/** The inbox's name of who told us. */
type Reporter = "ses" | "postmark" | "bounce";

/**
 * Keeps a report once and queues that it is acted on, in one statement. Of the address a hash is kept. Of what comes back
 * by mail nothing is kept that names no mail of ours: anybody can write to that address.
 */
export async function saveMailReport(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  reporter: Reporter,
  { eventId, mailId, address, kind }: MailReport,
): Promise<void> {
  await insertReport(pool, `mail-${reporter}`, eventId, kind, mailId, address.trim(), clock.now());
}

/** Queues reports again that nobody has acted on: their job was lost. */
export async function requeueMailReports({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  await requeue(pool, clock.now());
}

const insertReport = statement("mail_save_report")<
  never,
  [provider: string, eventId: string, kind: string, mailId: string | null, address: string, now: Date]
>(`with kept as (
     insert into webhook_events (provider, event_id, type, payload, received_at)
     select $1::text, $2::text, $3::text, jsonb_build_object('objectId', $4::text, 'addressHash', address_hash($5), 'mailboxHash', address_hash(mailbox_of($5))), $6::timestamptz
      where $1 <> 'mail-bounce' or exists (select from promotions where id = ($4::text)::uuid) or exists (select from mail_outbox where id = ($4::text)::uuid)
     on conflict (provider, event_id) do nothing returning id)
   insert into job_outbox (name, data) select 'handle-mail-report', jsonb_build_object('webhookEventId', id) from kept`);

const requeue = statement("mail_requeue_reports")<never, [now: Date]>(
  `insert into job_outbox (name, data)
   select 'handle-mail-report', jsonb_build_object('webhookEventId', id) from webhook_events
    where handled_at is null and provider like 'mail-%' and received_at < $1::timestamptz - interval '1 minute' order by id limit 500`,
);
