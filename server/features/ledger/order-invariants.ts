import { inRange, type Invariant, paid } from "./invariant.ts";

/** What must be true of orders and of what they open. */
export const orderInvariants: readonly Invariant[] = [
  {
    name: "lines-make-the-total",
    rule: "An order's lines add up to its total, and exactly one of them is the main one",
    checks: [
      {
        through: "orders",
        sql: `
          select o.id, o.total_cents, coalesce(sum(i.total_price_cents), 0) as lines
            from orders o left join order_items i on i.order_id = o.id
           where ${inRange("o")}
           group by o.id
          having coalesce(sum(i.total_price_cents), 0) <> o.total_cents or count(*) filter (where i.item_type = 'MAIN') <> 1
              or bool_or(i.total_price_cents <> i.unit_price_cents * i.quantity - i.discount_cents + i.shipping_cents)`,
      },
    ],
  },
  {
    name: "one-order-per-checkout",
    rule: "A checkout becomes at most one order",
    checks: [
      {
        through: "orders",
        sql: `
          select o.checkout_session_id as id, o.id as "order" from orders o
           where ${inRange("o")}
             and exists (select from orders other where other.checkout_session_id = o.checkout_session_id and other.id < o.id)`,
      },
    ],
  },
  {
    name: "access-follows-payment",
    rule: "Every line of a paid order opens its product once, and nothing else does",
    checks: [
      {
        through: "order_items",
        sql: `
          select i.id, count(a.id) as accesses
            from order_items i join orders o on o.id = i.order_id and ${paid}
            left join access a on a.order_item_id = i.id and a.product_id = i.product_id
           where ${inRange("i")}
           group by i.id having count(a.id) <> 1`,
      },
      {
        through: "access",
        sql: `
          select a.id, 0 from access a join orders o on o.id = a.order_id where ${inRange("a")} and not (${paid})`,
      },
      {
        through: "access",
        sql: `
          select a.id, 0 from access a join orders o on o.id = a.order_id
           where ${inRange("a")} and o.status = 'REFUNDED' and a.revoked_at is null
             and exists (select from refunds r where r.order_item_id = a.order_item_id and r.status = 'SUCCEEDED' and r.revokes_access)
             and a.subscription_id is null`,
      },
    ],
  },
  {
    name: "downloads-within-limits",
    rule: "Nobody downloads more often than allowed, nor what was refunded",
    checks: [
      {
        through: "digital_downloads",
        sql: `
          select d.id, d.download_count, d.max_downloads from digital_downloads d join orders o on o.id = d.order_id
           where ${inRange("d")}
             and (d.download_count > coalesce(d.max_downloads, d.download_count) or (d.is_active and not (${paid})))`,
      },
    ],
  },
  {
    name: "one-receipt",
    rule: "A paid order has its receipt, once",
    atQuiet: true,
    checks: [
      {
        through: "orders",
        sql: `
          select o.id, count(m.id) as receipts from orders o left join mail_outbox m on m.event = 'receipt:' || o.id
           where ${inRange("o")} and o.status = 'PAID'
             and exists (select from cart_versions v where v.checkout_session_id = o.checkout_session_id)
           group by o.id having count(m.id) <> 1`,
      },
    ],
  },
];
