import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { orderOfMail } from "#server/mail/order-of-mail.ts";
import type { Services } from "#server/services.ts";
import type { FeedbackKind } from "./mail-report.ts";
import { stopWhereTooMany } from "./stop-promotions.ts";

/** Mails to an address rest for so long once most of the last ones came back. */
const restDays = 30;
const lastMails = 5;
const softAtMost = 3;

/**
 * Acts on a kept report, once: notes it at its mail, and writes to whom nothing that advertises may go any more. A bounce
 * is of the address, for every creator; a complaint of the mailbox, for the one whose mail it was. Codes and receipts always try. A report that names
 * a mail of ours to another address is of nobody, and is dropped.
 */
export function handleMailReport(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  webhookEventId: number,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const [report] = await takeReport(client, webhookEventId, clock.now());
    if (!report) return;
    const [mail] = await selectMail(client, report.mailId);
    if (mail && mail.addressHash !== report.addressHash) return;
    // Whoever returns mails by hand is believed of those that left here alone.
    if (!mail && report.provider === "mail-bounce") return;
    await record(client, report, mail, clock.now());
  });
}

type Report = {
  provider: string;
  kind: FeedbackKind;
  mailId: string | null;
  addressHash: string | null;
  mailboxHash: string | null;
};
type Mail = { ownerId: string | null; isPromotion: boolean; addressHash: string | null; email: string };

async function record(
  client: pg.PoolClient,
  { kind, mailId, addressHash, mailboxHash }: Report,
  mail: Mail | undefined,
  now: Date,
): Promise<void> {
  const { ownerId = null, isPromotion = false } = mail ?? {};
  const isNew = await insertFeedback(
    client,
    mail ? mailId : null,
    ownerId,
    kind,
    isPromotion,
    addressHash,
    now,
  );
  if (isNew.length === 0) return;
  if (kind === "HARD") await insertSuppression(client, null, addressHash, "BOUNCED", now);
  if (kind === "COMPLAINT") await insertSuppression(client, ownerId, mailboxHash, "COMPLAINED", now);
  if (kind === "SOFT" && mail) {
    const [last] = await selectLastMails(client, mail.email);
    if ((last?.soft ?? 0) >= softAtMost) await saveRest(client, addressHash, now, restDays);
  }
  if (isPromotion && ownerId !== null && kind !== "SOFT") await stopWhereTooMany(client, ownerId, kind, now);
}

const takeReport = statement("mail_take_report")<Report, [id: number, now: Date]>(
  `update webhook_events set attempts = attempts + 1, handled_at = $2
    where id = $1 and handled_at is null and provider like 'mail-%'
   returning provider, type as kind, payload ->> 'objectId' as "mailId", payload ->> 'addressHash' as "addressHash",
             payload ->> 'mailboxHash' as "mailboxHash"`,
);

/** What an order's buyer is told is on behalf of its creator. */
const selectMail = statement("mail_select_reported")<Mail, [mailId: string | null]>(
  `select owner_id as "ownerId", true as "isPromotion", address_hash(email) as "addressHash", email
     from promotions where id = $1::uuid
   union all
   select coalesce(m.owner_id, o.owner_id), false, address_hash(m.recipient), m.recipient
     from mail_outbox m left join orders o on o.id = ${orderOfMail("m")} where m.id = $1::uuid`,
);

const insertFeedback = statement("mail_insert_feedback")<
  { id: string },
  [
    mailId: string | null,
    ownerId: string | null,
    kind: FeedbackKind,
    isPromotion: boolean,
    addressHash: string | null,
    now: Date,
  ]
>(`insert into mail_feedback (mail_id, owner_id, kind, is_promotion, address_hash, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`);

const insertSuppression = statement("mail_insert_suppression")<
  never,
  [ownerId: string | null, addressHash: string | null, reason: string, now: Date]
>(`insert into suppressions (owner_id, address_hash, reason, created_at) values ($1, $2, $3, $4)
   on conflict (address_hash, owner_id, cart_id, reason) do update set created_at = excluded.created_at`);

/** Of the last mails that advertise to this address, how many came back for a while. */
const selectLastMails = statement("mail_select_last_to_address")<{ soft: number | null }, [email: string]>(
  `select count(*) filter (where exists (select from mail_feedback f where f.mail_id = p.id and f.kind = 'SOFT'))::int as soft
     from (select id from promotions where lower(email) = lower($1) and state in ('SENT', 'UNKNOWN')
            order by claimed_at desc limit ${lastMails}) p`,
);

const saveRest = statement("mail_save_rest")<never, [addressHash: string | null, now: Date, days: number]>(
  `insert into suppressions (address_hash, reason, until, created_at)
   values ($1, 'UNREACHABLE', $2::timestamptz + make_interval(days => $3::int), $2)
   on conflict (address_hash, owner_id, cart_id, reason) do update set until = excluded.until, created_at = excluded.created_at`,
);
