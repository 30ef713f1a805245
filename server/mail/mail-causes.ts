/**
 * SQL: for the mail `m` (a row of `mail_outbox`), the creator on whose behalf it goes to an address that nobody has proven
 * and nobody paid for; no row where it is no such mail. Every other template goes to somebody who paid, or to a creator:
 * `docs/mails.md` lists them all.
 */
export const causeOf = (m: string): string => `
  select o.owner_id from orders o
   where ${m}.template = 'receipt' and o.id = (${m}.data->>'orderId')::uuid and o.total_cents = 0 and not o.address_proven
  union all
  select i.owner_id from order_items i
   where ${m}.template = 'shipped' and i.id = (${m}.data->>'orderItemId')::uuid and not ${isKnown(m)}
  union all
  select d.owner_id from digital_downloads d
   where ${m}.template = 'file-version' and d.id = (${m}.data->>'downloadId')::uuid and not ${isKnown(m)}
  union all
  select a.owner_id from affiliates a
   where ${m}.template = 'affiliate-invitation' and a.id = (${m}.data->>'affiliateId')::uuid and not ${isKnown(m)}`;

/** The address has signed in, was proved by a code, or has paid once. */
const isKnown = (m: string) => `(
  exists (select from users where lower(email) = lower(${m}.recipient))
  or exists (select from customers c where lower(c.email) = lower(${m}.recipient)
              and (c.proven_at is not null
                   or exists (select from orders paid where paid.customer_id = c.id and paid.total_cents > 0 and paid.status in ('PAID', 'REFUNDED')))))`;
