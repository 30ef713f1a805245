import type { MailDelivery } from "#contract/mail-delivery/mail-delivery.ts";
import { isReturned } from "#server/database/returned-address.ts";
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
  return {
    stop,
    bounced: bounced.map(({ email, orderCount, ...row }) => ({
      ...row,
      email: email ?? "",
      orderCount: orderCount ?? 0,
    })),
  };
}

const selectStop = statement("mail_delivery_select_stop")<
  { reason: "BOUNCES" | "COMPLAINTS"; sent: number; counted: number; until: Date },
  [ownerId: string, now: Date]
>(
  `select reason, sent, counted, until from promotion_stops where owner_id = $1 and until > $2 order by until desc limit 1`,
);

/**
 * Each address once, as long as it counts as gone. It is read from its mail, and is gone with it; a mail whose buyer corrected
 * their address names the right one, and is no longer meant.
 */
const selectBounced = statement("mail_delivery_select_bounced")<
  { email: string | null; at: Date; customerId: string | null; orderCount: number | null },
  [ownerId: string, atMost: number]
>(`select listed.email, listed.at, k.customer_id as "customerId", k.order_count as "orderCount"
     from (select distinct on (f.address_hash) f.address_hash, coalesce(p.email, m.recipient) as email, f.created_at as at
             from mail_feedback f left join promotions p on p.id = f.mail_id left join mail_outbox m on m.id = f.mail_id
            where f.owner_id = $1 and f.kind = 'HARD' and address_hash(coalesce(p.email, m.recipient)) = f.address_hash
            order by f.address_hash, f.created_at desc) listed
     left join customers c on lower(c.email) = lower(listed.email)
     left join creator_customers k on k.customer_id = c.id and k.owner_id = $1
    where ${isReturned("listed.email")}
    order by listed.at desc, listed.address_hash limit $2`);
