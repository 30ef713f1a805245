import type { MailData } from "./all-mails.ts";
import { orderOfMail } from "./order-of-mail.ts";

/** Mails about an order that are counted where anybody may have typed its address. */
const counted: (keyof MailData)[] = [
  "receipt",
  "shipped",
  "event-changed",
  "event-reminder",
  "brief-reminder",
  "work-delivered",
  "session-changed",
  "session-reminder",
  "file-version",
  "assignment-answer",
];

/**
 * SQL: for the mail `m` (a row of `mail_outbox`), the creator on whose behalf it goes to an address that anybody may have
 * typed; no row where it is no such mail. What is about an order is judged by that order, and never by what its address has
 * paid or proved elsewhere: whoever knows a customer's address may type it. Every other template goes to somebody who paid,
 * or to a creator: `docs/mails.md` lists them all.
 */
export const causeOf = (m: string): string => `
  select o.owner_id from orders o
   where (${counted.map((template) => `${m}.template = '${template}'`).join(" or ")}) and o.id = ${orderOfMail(m)} and ${isAnybodys}
  union all
  select a.owner_id from affiliates a
   where ${m}.template = 'affiliate-invitation' and a.id = (${m}.data->>'affiliateId')::uuid
  union all
  select t.owner_id from team_invitations t
   where ${m}.template = 'team-invitation' and t.id = (${m}.data->>'invitationId')::uuid
  union all
  select b.owner_id from subscribers b
   where ${m}.template = 'confirm-subscription' and b.id = (${m}.data->>'subscriberId')::uuid`;

/** Nobody paid for the order, and the browser that placed it had not proved its address. */
const isAnybodys = "o.total_cents = 0 and not o.address_proven";
