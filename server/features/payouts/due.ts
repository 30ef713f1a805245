/**
 * What of an OWED share `s` with its payment `p` should be with the creator: what was paid and not given back, less our
 * fee of it; and what is there already. Cents.
 */
export const targetCents = `((p.amount_cents - p.refunded_cents)
  - (p.amount_cents - p.refunded_cents)::bigint * s.fee_bps / 10000)::int`;

export const movedCents = `coalesce((
  select sum(case t.kind when 'TRANSFER' then t.amount_cents else -t.amount_cents end)
    from creator_transfers t where t.order_payment_id = s.order_payment_id and t.status = 'DONE'), 0)::int`;
