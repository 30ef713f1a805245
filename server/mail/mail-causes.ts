/**
 * SQL: for the mail `m` (a row of `mail_outbox`), the creator on whose behalf it goes to an address that anybody may have
 * typed; no row where it is no such mail. What is about an order is judged by that order, and never by what its address has
 * paid or proved elsewhere: whoever knows a customer's address may type it. Every other template goes to somebody who paid,
 * or to a creator: `docs/mails.md` lists them all.
 */
export const causeOf = (m: string): string => `
  select o.owner_id from orders o
   where ${m}.template = 'receipt' and o.id = (${m}.data->>'orderId')::uuid and ${isAnybodys}
  union all
  select o.owner_id from order_items i join orders o on o.id = i.order_id
   where (${m}.template = 'shipped' or ${m}.template = 'event-changed' or ${m}.template = 'event-reminder' or ${m}.template = 'brief-reminder' or ${m}.template = 'work-delivered') and i.id = (${m}.data->>'orderItemId')::uuid and ${isAnybodys}
  union all
  select o.owner_id from bookings k join order_items i on i.id = k.order_item_id join orders o on o.id = i.order_id
   where (${m}.template = 'session-changed' or ${m}.template = 'session-reminder') and k.id = (${m}.data->>'bookingId')::uuid and ${isAnybodys}
  union all
  select o.owner_id from digital_downloads d join orders o on o.id = d.order_id
   where ${m}.template = 'file-version' and d.id = (${m}.data->>'downloadId')::uuid and ${isAnybodys}
  union all
  select o.owner_id from assignment_submissions s join orders o on o.id = s.order_id
   where ${m}.template = 'assignment-answer' and s.id = (${m}.data->>'submissionId')::uuid and ${isAnybodys}
  union all
  select a.owner_id from affiliates a
   where ${m}.template = 'affiliate-invitation' and a.id = (${m}.data->>'affiliateId')::uuid
  union all
  select b.owner_id from subscribers b
   where ${m}.template = 'confirm-subscription' and b.id = (${m}.data->>'subscriberId')::uuid`;

/** Nobody paid for the order, and the browser that placed it had not proved its address. */
const isAnybodys = "o.total_cents = 0 and not o.address_proven";
