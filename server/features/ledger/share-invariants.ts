import { inRange, type Invariant } from "./invariant.ts";

/** What must be true of creators' parts of payments. Reckoned apart from `payouts/due.ts`, whose sums it checks. */
export const shareInvariants: readonly Invariant[] = [
  {
    name: "every-payment-is-shared",
    rule: "Every payment in our books has a part that is its creator's",
    checks: [
      {
        through: "order_payments",
        sql: `
          select p.id, p.amount_cents from order_payments p join orders o on o.id = p.order_id
           where ${inRange("p")} and p.status = 'SUCCEEDED'
             and not exists (select from payment_shares s
                              where s.order_payment_id = p.id and s.owner_id = o.owner_id and s.currency = o.currency)`,
      },
    ],
  },
  {
    name: "shares-add-up",
    rule: "What is written down as owed to a creator, and as having reached them, is what their payments, commissions and transfers say",
    checks: [
      {
        through: "payment_shares",
        sql: `
          select s.order_payment_id as id, s.owed_cents, s.reached_cents, moved.cents as moved, kept.cents as kept
            from payment_shares s join order_payments p on p.id = s.order_payment_id
            left join (
             select order_payment_id, coalesce(sum(amount_cents) filter (where kind = 'TRANSFER'), 0)
                                    - coalesce(sum(amount_cents) filter (where kind = 'REVERSAL'), 0) as cents
               from creator_transfers where status = 'DONE' group by order_payment_id) as moves on moves.order_payment_id = p.id
            left join (
             select i.order_payment_id,
                    coalesce(sum(c.amount_cents) filter (where c.status = 'PAID' and b.method = 'TRANSFER'), 0)
                  + greatest(coalesce(sum(c.amount_cents) filter (where c.status in ('PENDING', 'PAYABLE')), 0), 0) as cents
               from commissions c join order_items i on i.id = c.order_item_id
               left join payout_batches b on b.id = c.payout_batch_id
              group by i.order_payment_id) as commission on commission.order_payment_id = p.id
           cross join lateral (
             select p.amount_cents - p.refunded_cents as cents) rest
           cross join lateral (select coalesce(moves.cents, 0) as cents) moved
           cross join lateral (select coalesce(commission.cents, 0) as cents) kept
           where ${inRange("s")} and s.owed_cents is not null
             and case s.kind
                   when 'OWED' then s.reached_cents <> moved.cents
                     or s.owed_cents + s.reached_cents <> rest.cents - rest.cents::bigint * s.fee_bps / 10000 - kept.cents
                   when 'DIRECT' then s.owed_cents <> 0
                     or s.reached_cents <> (p.amount_cents - s.fee_cents)::bigint * rest.cents / greatest(p.amount_cents, 1)
                   else s.owed_cents <> 0 or s.reached_cents <> 0 end`,
      },
    ],
  },
];
