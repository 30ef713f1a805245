import { inRange, type Invariant, paid } from "./invariant.ts";

/** What must be true of payments and refunds, here and at the provider. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: "payment-has-order",
    rule: "Every payment that the provider took is one payment of one paid order, with the same amount; or it went back in full, or it is quarantined",
    atQuiet: true,
    sandboxOnly: true,
    checks: [
      {
        through: "sandbox.payment_intents",
        sql: `
          select i.id, i.amount_received as received, p.amount_cents as booked
            from sandbox.payment_intents i
            left join order_payments p on p.payment_intent_id = i.id and p.status = 'SUCCEEDED'
            left join orders o on o.id = p.order_id and ${paid}
           where ${inRange("i")} and i.status = 'succeeded' and (o.id is null or p.amount_cents <> i.amount_received)
             and not exists (select from quarantined_payments q where q.payment_intent_id = i.id)
             and i.amount_received > (select coalesce(sum(r.amount), 0) from sandbox.refunds r where r.payment_intent = i.id and r.status <> 'failed')`,
      },
    ],
  },
  {
    name: "counted-payment-stays",
    rule: "A payment that an order counts is never sent back as a second one",
    sandboxOnly: true,
    checks: [
      {
        through: "sandbox.refunds",
        sql: `
          select p.id, p.payment_intent_id from sandbox.refunds r join order_payments p on p.payment_intent_id = r.payment_intent
           where ${inRange("r")} and r.idempotency_key like 'duplicate\\_%' and p.status = 'SUCCEEDED'`,
      },
    ],
  },
  {
    name: "order-has-payment",
    rule: "Every payment in our books was really taken by the provider",
    sandboxOnly: true,
    checks: [
      {
        through: "order_payments",
        sql: `
          select p.id, p.payment_intent_id, i.status
            from order_payments p left join sandbox.payment_intents i on i.id = p.payment_intent_id
           where ${inRange("p")} and p.status = 'SUCCEEDED' and p.payment_intent_id like 'pi_sbx_%' and i.status is distinct from 'succeeded'`,
      },
    ],
  },
  {
    name: "payments-make-the-total",
    rule: "A paid order's payments add up to its total, and each pays the lines that name it",
    checks: [
      {
        through: "orders",
        sql: `
          select o.id, o.total_cents, coalesce(sum(p.amount_cents), 0) as payments
            from orders o left join order_payments p on p.order_id = o.id and p.status = 'SUCCEEDED'
           where ${inRange("o")} and ${paid}
           group by o.id having coalesce(sum(p.amount_cents), 0) <> o.total_cents`,
      },
      {
        through: "order_payments",
        sql: `
          select p.id, p.amount_cents, coalesce(sum(i.total_price_cents), 0)
            from order_payments p left join order_items i on i.order_payment_id = p.id
           where ${inRange("p")} and p.status = 'SUCCEEDED' group by p.id having coalesce(sum(i.total_price_cents), 0) <> p.amount_cents`,
      },
    ],
  },
  {
    name: "refunds-add-up",
    rule: "What is refunded is the same on the order, its lines, its payments and its refunds; an order is refunded when nothing is left",
    checks: [
      {
        sql: `
          select id, sum(on_order) as refunded_cents, sum(on_lines) as lines, sum(on_payments) as payments, sum(given) as refunds
            from (select id, refunded_cents as on_order, 0 as on_lines, 0 as on_payments, 0 as given from orders where refunded_cents <> 0
                  union all select order_id, 0, refunded_cents, 0, 0 from order_items where refunded_cents <> 0
                  union all select order_id, 0, 0, refunded_cents, 0 from order_payments where refunded_cents <> 0
                  union all select order_id, 0, 0, 0, amount_cents from refunds where status = 'SUCCEEDED') as written
           group by id having sum(on_order) <> sum(on_lines) or sum(on_order) <> sum(on_payments) or sum(on_order) <> sum(given)`,
      },
      {
        through: "orders",
        sql: `
          select o.id, o.refunded_cents, o.total_cents, o.status from orders o
           where ${inRange("o")} and (o.status = 'REFUNDED') <> (o.refunded_cents = o.total_cents and o.total_cents > 0)`,
      },
    ],
  },
  {
    name: "refunds-were-made",
    rule: "What our books say was given back, the provider gave back; and the reverse",
    atQuiet: true,
    sandboxOnly: true,
    checks: [
      {
        through: "order_payments",
        sql: `
          select p.id, p.refunded_cents, provider.cents as provider
            from order_payments p
            cross join lateral (
              select coalesce((select sum(r.amount) from sandbox.refunds r where r.payment_intent = p.payment_intent_id and r.status = 'succeeded'), 0)
                   + coalesce((select sum(d.amount_cents) from disputes d where d.order_payment_id = p.id and d.status = 'LOST'), 0) as cents) provider
           where ${inRange("p")} and p.payment_intent_id like 'pi_sbx_%' and p.refunded_cents <> least(provider.cents, p.amount_cents)`,
      },
    ],
  },
  {
    name: "books-match-provider",
    rule: "The nightly comparison with the payment provider's books found no difference",
    atQuiet: true,
    checks: [
      {
        sql: `
          select id, payment_intent_id, kind, ours_cents, theirs_cents from book_differences where resolved_at is null`,
      },
    ],
  },
  {
    name: "webhooks-handled",
    rule: "No event of a provider waits longer than a few minutes",
    atQuiet: true,
    checks: [
      {
        sql: `
          select id::text, provider, type, attempts from webhook_events
           where handled_at is null and received_at < shop_now() - interval '5 minutes'`,
      },
    ],
  },
];
