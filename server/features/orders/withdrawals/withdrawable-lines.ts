import { digitalContentTypes } from "#contract/checkout/delivery-consent.ts";
import { standsForRefund } from "#server/features/orders/refund-requests/refund-request-json.ts";

/** SQL: the product `p` is digital content, which can start at once. */
export const isDigitalContent = (p: string): string =>
  `(${p}.type in (${digitalContentTypes.map((type) => `'${type}'`).join(", ")}) and not ${p}.requires_shipping)`;

/**
 * SQL: until when `i`, a line of the order `o` with the product `p`, can be withdrawn from, as consumers in the EU may; null
 * where it cannot. Fourteen days, and the whole of the last one wherever the buyer is; of a parcel from when it is there, for
 * which two weeks are given. Not: an event, which has its date; a renewal, which is no new contract; digital content whose
 * buyer asked for it at once and knew that the right ends with that. An add-on came after that was asked. What was withdrawn
 * from is not once more, whatever the seller answered.
 */
export const withdrawableUntil = (i: string, o: string, p: string, now: string): string =>
  `(case
      when not ${standsForRefund(i, o)} or ${p}.type = 'EVENT' or exists (
        select from refund_requests withdrawn where withdrawn.order_item_id = ${i}.id and withdrawn.withdrawal_id is not null
           and withdrawn.status in ('REQUESTED', 'GRANTED', 'DECLINED')) then null
      when ${i}.item_type = 'MAIN' and ${o}.subscription_id is not null
        and not exists (select from subscriptions own where own.id = ${o}.subscription_id and own.order_id = ${o}.id) then null
      when ${p}.requires_shipping then coalesce(${i}.shipped_at, ${now}::timestamptz) + interval '29 days'
      when ${isDigitalContent(p)} and ${i}.item_type <> 'UPSELL'
        and exists (select from withdrawal_consents given where given.checkout_session_id = ${o}.checkout_session_id) then null
      else ${i}.created_at + interval '15 days' end)`;

/**
 * SQL: when the buyer of `o` first said that they withdraw, where that was in the last two weeks, else `now`: who is asked to
 * prove their order loses no time by it.
 */
export const withdrawnSince = (o: string, now: string): string =>
  `coalesce((select min(said.created_at) from withdrawals said
      where said.order_id = ${o}.id and said.created_at > ${now}::timestamptz - interval '14 days'), ${now}::timestamptz)`;

/** SQL: until when anything of the order `o` can be withdrawn from; null where nothing can, at the moment of `now`. */
export const orderWithdrawableUntil = (o: string, now: string): string =>
  `(select max(line.until) from (
      select ${withdrawableUntil("wi", o, "wp", now)} as until
        from order_items wi join products wp on wp.id = wi.product_id where wi.order_id = ${o}.id) line
     where line.until > ${withdrawnSince(o, now)})`;
