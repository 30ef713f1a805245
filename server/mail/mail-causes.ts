import type { CountedTemplate } from "./all-mails.ts";
import { orderOfMail } from "./order-of-mail.ts";

/**
 * SQL of each counted template: for the mail `m`, a row where it goes to an address that anybody may have typed, with the
 * creator on whose behalf (null for nobody's). What is about an order is judged
 * by that order, and never by what its address has paid or proved elsewhere: whoever knows a customer's address may type it.
 */
const causes: Record<CountedTemplate, (m: string) => string> = {
  receipt: ofOrder,
  shipped: ofOrder,
  "event-changed": ofOrder,
  "event-reminder": ofOrder,
  "brief-reminder": ofOrder,
  "work-delivered": ofOrder,
  "session-changed": ofOrder,
  "session-reminder": ofOrder,
  "file-version": ofOrder,
  "assignment-answer": ofOrder,
  "affiliate-invitation": (m) =>
    `select a.owner_id from affiliates a where a.id = (${m}.data->>'affiliateId')::uuid`,
  "team-invitation": (m) =>
    `select t.owner_id from team_invitations t where t.id = (${m}.data->>'invitationId')::uuid`,
  "confirm-subscription": (m) =>
    `select b.owner_id from subscribers b where b.id = (${m}.data->>'subscriberId')::uuid`,
  // Without a proof the form takes any address; and anybody can take something free with it, and then withdraw.
  withdrawal: (m) =>
    `select case when w.proven_at is not null then w.owner_id end as owner_id
       from withdrawals w left join orders o on o.id = w.order_id
      where w.id = (${m}.data->>'withdrawalId')::uuid and (w.proven_at is null or ${isAnybodys})`,
};

/** SQL: those of the mail `m` (a row of `mail_outbox`); no row where no limit of addresses that nobody proved concerns it. */
export function causeOf(m: string): string {
  const templates = Map.groupBy(Object.entries(causes), ([, cause]) => cause(m));
  return Array.from(
    templates,
    ([cause, named]) =>
      `select * from (${cause}) named where ${m}.template in (${named.map(([template]) => `'${template}'`).join(", ")})`,
  ).join(" union all ");
}

/**
 * SQL: whether a counted template waits for its creator's day, and counts for it. A withdrawal does neither: it confirms when
 * something was stated, and strangers would use up the day of a creator's receipts.
 */
export const waitsForRoom = "template <> 'withdrawal'";

/** Nobody paid for the order, and the browser that placed it had not proved its address. */
const isAnybodys = "o.total_cents = 0 and not o.address_proven";

function ofOrder(m: string): string {
  return `select o.owner_id from orders o where o.id = ${orderOfMail(m)} and ${isAnybodys}`;
}
