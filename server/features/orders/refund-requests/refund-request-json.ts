import { membershipRuns } from "#server/database/membership-runs.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import type { LineRefund, RefundRequest } from "#contract/orders/refund-requests.ts";

/** So often a line's money may be asked for: each time is a mail to the creator. */
export const requestsOfLine = 3;

/** What the refund that grants a request is known by. */
export const requestKeyOf = (requestId: string): string => `request:${requestId}`;
export const isOfRequest = (requestKey: string | null): boolean =>
  requestKey?.startsWith("request:") ?? false;
const requestKey = (request: string) => `'request:' || ${request}.id`;

/** SQL: what is left to give back of `i`, a row of `order_items`: neither gone nor on its way. */
export const leftOfLine = (i: string): string =>
  `(${i}.total_price_cents - ${i}.refunded_cents - (
      select least(coalesce(sum(pending.amount_cents), 0), ${i}.total_price_cents)::int from refunds pending
       where pending.order_item_id = ${i}.id and pending.status = 'PENDING'))`;

/** SQL: whether `i`, a row of `order_items`, paid for a membership that goes on. */
export const billsOn = (i: string): string =>
  `exists (select from access opened join subscriptions s on s.id = opened.subscription_id
            where opened.order_item_id = ${i}.id and s.ended_at is null and ${membershipRuns("s")})`;

/** SQL: whether there is money of `i`, a row of `order_items` of the order `o`, that can go back: paid, and not disputed. */
export const standsForRefund = (i: string, o: string): string =>
  `(${o}.status = 'PAID' and ${leftOfLine(i)} > 0
    and exists (select from order_payments paid where paid.id = ${i}.order_payment_id and paid.status = 'SUCCEEDED')
    and not exists (select from disputes held
                     where held.order_payment_id = ${i}.order_payment_id and held.status = 'OPEN' and not held.is_inquiry))`;

/** SQL: whether a request can be made for `i`, a row of `order_items` of the order `o`. Nobody has a desk to answer one for a plan, or where the seller has left: then silence grants what was promised, and nothing else. */
export const canAsk = (i: string, o: string, now: string): string =>
  `(${standsForRefund(i, o)} and is_plan(${i}.product_id) is not true
    and not exists (select from refund_requests open where open.order_item_id = ${i}.id and open.status = 'REQUESTED')
    and (coalesce(${promisedUntil(i, o)} >= ${now}::timestamptz, false)
      or not exists (select from users gone where gone.id = ${o}.owner_id and gone.erased_at is not null))
    and (select count(*) from refund_requests asked where asked.order_item_id = ${i}.id) < ${requestsOfLine})`;

/** SQL: until when the promise made at the sale covers `i`; null where none was made. */
export const promisedUntil = (i: string, o: string): string =>
  `(case when ${o}.refund_days > 0 then ${i}.created_at + make_interval(days => ${o}.refund_days::int) end)`;

/**
 * SQL: how the guarantee of the sale covers a request for `i` at `now`; the contract's `guarantee`. A buyer has it once per
 * product, or a membership could be refunded and joined again each month; a request that waits for its parcel uses it, too. A parcel that was sent has to come back first, and
 * what a bank refused to take is not tried again by itself.
 */
export const guaranteeOf = (i: string, o: string, now: string): string =>
  `(case
      when not ${o}.refund_guaranteed or ${promisedUntil(i, o)} < ${now}::timestamptz or exists (
        select from customers buyer join customers same on ${mailboxOf("same.email")} = ${mailboxOf("buyer.email")}
          join orders past on past.customer_id = same.id and past.owner_id = ${o}.owner_id
          join refund_requests used on used.order_id = past.id and used.is_guaranteed and used.status in ('REQUESTED', 'GRANTED')
          join order_items line on line.id = used.order_item_id
         where buyer.id = ${o}.customer_id and line.product_id = ${i}.product_id and line.id <> ${i}.id) then 'NONE'
      when exists (select from refund_requests granted where granted.order_item_id = ${i}.id and granted.status = 'GRANTED') then 'RETRY'
      when ${i}.shipped_at is not null then 'ON_RETURN'
      else 'AT_ONCE' end)`;

/** SQL: a request as JSON; `r` names a row of `refund_requests`. */
export const refundRequest = (r: string): string =>
  `json_build_object('id', ${r}.id, 'status', ${r}.status, 'message', ${r}.message, 'isPromised', ${r}.is_promised, 'isGuaranteed', ${r}.is_guaranteed,
     'answerBy', ${r}.answer_by, 'note', ${r}.note, 'createdAt', ${r}.created_at, 'decidedAt', ${r}.decided_at,
     'refund', (select json_build_object('amountCents', given.amount_cents, 'status', given.status) from refunds given
                 where given.order_item_id = ${r}.order_item_id and given.request_key = ${requestKey(r)}))`;

/** SQL: the newest request for `i` as JSON, or null. */
export const newestRequest = (i: string): string =>
  `(select ${refundRequest("asked")} from refund_requests asked where asked.order_item_id = ${i}.id
     order by asked.created_at desc, asked.id limit 1)`;

/** SQL: when money of `i` last went back, or null. */
export const refundedAt = (i: string): string =>
  `(select max(gone.settled_at) from refunds gone where gone.order_item_id = ${i}.id and gone.status = 'SUCCEEDED')`;

/** SQL: a `LineRefund` as JSON, of a row of `order_items` and its order, at the moment that the parameter `now` holds. */
export const lineRefund = (i: string, o: string, now: string): string =>
  `json_build_object('canAsk', ${canAsk(i, o, now)},
     'promisedUntil', case when ${promisedUntil(i, o)} >= ${now}::timestamptz then ${promisedUntil(i, o)} end,
     'guarantee', ${guaranteeOf(i, o, now)}, 'refundedAt', ${refundedAt(i)},
     'request', ${newestRequest(i)})`;

/** As JSON leaves the database: moments are text. */
export type RefundRequestJson = Omit<RefundRequest, "answerBy" | "createdAt" | "decidedAt"> & {
  answerBy: string;
  createdAt: string;
  decidedAt: string | null;
};
export type LineRefundJson = Omit<LineRefund, "promisedUntil" | "refundedAt" | "request"> & {
  promisedUntil: string | null;
  refundedAt: string | null;
  request: RefundRequestJson | null;
};

export const requestOf = (json: RefundRequestJson): RefundRequest => ({
  ...json,
  answerBy: new Date(json.answerBy),
  createdAt: new Date(json.createdAt),
  decidedAt: dateOf(json.decidedAt),
});

export const lineRefundOf = ({
  promisedUntil,
  refundedAt,
  request,
  ...line
}: LineRefundJson): LineRefund => ({
  ...line,
  promisedUntil: dateOf(promisedUntil),
  refundedAt: dateOf(refundedAt),
  request: request && requestOf(request),
});

export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
