/** What of the commission on a payment `p` is not paid yet, and what was paid of it by transfer. */
const keptCents = `(select coalesce(sum(c.amount_cents) filter (where c.status = 'PAID' and b.method = 'TRANSFER'), 0)
       + greatest(0, sum(c.amount_cents) filter (where c.status in ('PENDING', 'PAYABLE')))
  from commissions c
  join order_items line on line.id = c.order_item_id and line.order_payment_id = p.id
  left join payout_batches b on b.id = c.payout_batch_id
 where c.order_id = p.order_id)`;

/**
 * What of an OWED share `s` with its payment `p` should be with the creator: what was paid and not given back, less our
 * fee of it, and less what is kept for affiliates. A commission that the creator has paid by hand is theirs again. What an
 * affiliate owes back is the creator's loss until it is set off. Cents, and below zero when more was taken than is left.
 */
export const targetCents = `((p.amount_cents - p.refunded_cents)
  - (p.amount_cents - p.refunded_cents)::bigint * s.fee_bps / 10000 - ${keptCents})::int`;

export const movedCents = `coalesce((
  select sum(case t.kind when 'TRANSFER' then t.amount_cents else -t.amount_cents end)
    from creator_transfers t where t.order_payment_id = s.order_payment_id and t.status = 'DONE'), 0)::int`;

/** What of a DIRECT share is the creator's: what is left of it, less our fee of the same proportion, which is how providers give back. */
const directCents = `((p.amount_cents - s.fee_cents)::bigint * (p.amount_cents - p.refunded_cents) / greatest(p.amount_cents, 1))::int`;

/** What of a share `s` with its payment `p` is still to be passed on, as the books are now. */
export const owedCents = `case s.kind when 'OWED' then ${targetCents} - ${movedCents} else 0 end`;

/** What of it has reached the creator. */
export const reachedCents = `case s.kind when 'OWED' then ${movedCents} when 'DIRECT' then ${directCents} else 0 end`;
