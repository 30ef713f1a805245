import type { MailDelivery } from "#contract/mail-delivery/mail-delivery.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const bouncedAtMost = 50;

/** What mail servers said of the creator's mails: a stop, and the addresses that do not exist. */
export async function getMailDelivery(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
): Promise<MailDelivery> {
  const [[stop = null], bounced] = await Promise.all([
    selectStop(pool, ownerId, clock.now()),
    selectBounced(pool, ownerId, bouncedAtMost),
  ]);
  return { stop, bounced: bounced.map(({ email, at }) => ({ email: email ?? "", at })) };
}

const selectStop = statement("mail_delivery_select_stop")<
  { reason: "BOUNCES" | "COMPLAINTS"; sent: number; counted: number; until: Date },
  [ownerId: string, now: Date]
>(
  `select reason, sent, counted, until from promotion_stops where owner_id = $1 and until > $2 order by until desc limit 1`,
);

/** The address is read from its mail, and is gone with it. */
const selectBounced = statement("mail_delivery_select_bounced")<
  { email: string | null; at: Date },
  [ownerId: string, atMost: number]
>(`select coalesce(p.email, m.recipient) as email, f.created_at as at
     from mail_feedback f left join promotions p on p.id = f.mail_id left join mail_outbox m on m.id = f.mail_id
    where f.owner_id = $1 and f.kind = 'HARD' and (p.id is not null or m.id is not null)
    order by f.created_at desc, f.id desc limit $2`);
