import type { RefundReason } from "#contract/analytics/refunds.ts";
import { statement } from "#server/database/statement.ts";
import { isRefundOf, isSale } from "#server/features/analytics/sales-figures.ts";

/** SQL: whether the order of a row began with a product, or with any. */
const isOfProduct = (row: string, product: string) => `(${product}::uuid is null
     or exists (select from orders of_product where of_product.id = ${row}.order_id and of_product.product_id = ${product}))`;

/** SQL: disputes of a creator; a bank that only asks disputes nothing. */
export const isDisputeOf = (dispute: string, product: string): string =>
  `${dispute}.owner_id = $1 and not ${dispute}.is_inquiry and ${isOfProduct(dispute, product)}`;

/** SQL: withdrawals from a contract of a creator; what nobody proved may be anybody's. */
export const isWithdrawalOf = (withdrawal: string, product: string): string =>
  `${withdrawal}.owner_id = $1 and ${withdrawal}.proven_at is not null and ${isOfProduct(withdrawal, product)}`;

/** What went back in one part of a time, and what was paid in it. */
export type ReturnedSums = {
  orders: number;
  paidCents: number;
  refunds: number;
  refundedCents: number;
  lost: number;
  lostCents: number;
  disputes: number;
  disputedCents: number;
  open: number;
  won: number;
  withdrawals: number;
};

const part = (moment: string) => `width_bucket(${moment}, $2::timestamptz[]) as part`;
const within = (moment: string) => `${moment} >= ($2::timestamptz[])[1] and ${moment} < $3::timestamptz`;

/** The parts begin one after another, the last one ends with `to`. */
export const selectReturned = statement("analytics_select_returned")<
  ReturnedSums,
  [ownerId: string, starts: Date[], to: Date, productId: string | null]
>(`
  with paid as (
    select ${part("o.created_at")}, count(*) as orders, sum(o.total_cents) as cents
      from orders o where ${isSale("o", "$4")} and ${within("o.created_at")} group by 1),
  returned as (
    select ${part("r.settled_at")}, count(*) filter (where r.dispute_id is null) as refunds,
           sum(r.amount_cents) filter (where r.dispute_id is null) as cents,
           count(distinct r.dispute_id) as lost, sum(r.amount_cents) filter (where r.dispute_id is not null) as lost_cents
      from refunds r where ${isRefundOf("r", "$4")} and ${within("r.settled_at")} group by 1),
  disputed as (
    select ${part("d.created_at")}, count(*) as disputes, sum(d.amount_cents) as cents,
           count(*) filter (where d.status = 'OPEN') as open, count(*) filter (where d.status = 'WON') as won
      from disputes d where ${isDisputeOf("d", "$4")} and ${within("d.created_at")} group by 1),
  withdrawn as (
    select ${part("w.created_at")}, count(*) as withdrawals
      from withdrawals w where ${isWithdrawalOf("w", "$4")} and ${within("w.created_at")} group by 1)
  select coalesce(paid.orders, 0)::int as orders, coalesce(paid.cents, 0)::float8 as "paidCents",
         coalesce(returned.refunds, 0)::int as refunds, coalesce(returned.cents, 0)::float8 as "refundedCents",
         coalesce(returned.lost, 0)::int as lost, coalesce(returned.lost_cents, 0)::float8 as "lostCents",
         coalesce(disputed.disputes, 0)::int as disputes, coalesce(disputed.cents, 0)::float8 as "disputedCents",
         coalesce(disputed.open, 0)::int as open, coalesce(disputed.won, 0)::int as won,
         coalesce(withdrawn.withdrawals, 0)::int as withdrawals
    from generate_series(1, cardinality($2::timestamptz[])) as part
    left join paid using (part) left join returned using (part) left join disputed using (part) left join withdrawn using (part)
   order by part`);

const returned = `
  returned as materialized (
    select o.product_id, r.amount_cents, r.dispute_id, r.reason as words, r.request_key, r.order_id
      from refunds r join orders o on o.id = r.order_id
     where ${isRefundOf("r", "$4")} and r.settled_at >= $2::timestamptz and r.settled_at < $3::timestamptz)`;
type Values = [ownerId: string, from: Date, to: Date, productId: string | null];

/** What went back, by the product that its order began with, most first. */
export const selectReturnedProducts = statement("analytics_select_returned_products")<
  { id: string; name: string; refunds: number; refundedCents: number; lostCents: number; paidCents: number },
  Values
>(`
  with ${returned},
  paid as (
    select o.product_id, sum(o.total_cents) as cents from orders o
     where ${isSale("o", "$4")} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz group by 1),
  sums as (
    select product_id, count(*) filter (where dispute_id is null) as refunds, sum(amount_cents) filter (where dispute_id is null) as cents,
           sum(amount_cents) filter (where dispute_id is not null) as lost from returned group by 1)
  select p.id, p.title as name, s.refunds::int as refunds, coalesce(s.cents, 0)::float8 as "refundedCents",
         coalesce(s.lost, 0)::float8 as "lostCents", coalesce(paid.cents, 0)::float8 as "paidCents"
    from sums s join products p on p.id = s.product_id left join paid using (product_id)
   order by coalesce(s.cents, 0) + coalesce(s.lost, 0) desc, p.id`);

/** What went back, by who asked for it and the words that were given; the rarer words of a reason together, without words. */
export const selectReturnedReasons = statement("analytics_select_returned_reasons")<
  { reason: RefundReason; words: string; refunds: number; cents: number },
  Values
>(`
  with ${returned},
  known as (
    select case when r.dispute_id is not null then 'DISPUTE' when q.withdrawal_id is not null then 'WITHDRAWAL' when q.is_promised then 'PROMISED'
                when q.id is not null then 'REQUESTED' else 'BY_CREATOR' end as reason,
           case when r.dispute_id is not null then coalesce((select d.reason from disputes d where d.id = r.dispute_id), '')
                when q.id is null then r.words else '' end as words, r.amount_cents
      from returned r left join refund_requests q on q.order_id = r.order_id and r.request_key = 'request:' || q.id),
  ranked as (
    select reason, words, count(*) as refunds, sum(amount_cents) as cents,
           row_number() over (partition by reason, words = '' order by sum(amount_cents) desc, words) as rank from known group by 1, 2)
  select reason, case when rank <= 20 then words else '' end as words, sum(refunds)::int as refunds, sum(cents)::float8 as cents
    from ranked group by 1, 2 order by cents desc, reason, words`);
