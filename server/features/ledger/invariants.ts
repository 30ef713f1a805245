import { deskInvariants } from "./desk-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { messageInvariants } from "./message-invariants.ts";

const paid = "o.status in ('PAID', 'REFUNDED')";

/** Checked by `npm run audit`, every night, and at the end of every test that moves money. */
export const invariants: readonly Invariant[] = [
  {
    name: "payment-has-order",
    rule: "Every payment that the provider took is one payment of one paid order, with the same amount; or it went back in full, or it is quarantined",
    atQuiet: true,
    sandboxOnly: true,
    sql: `
      select i.id, i.amount_received as received, p.amount_cents as booked
        from sandbox.payment_intents i
        left join order_payments p on p.payment_intent_id = i.id and p.status = 'SUCCEEDED'
        left join orders o on o.id = p.order_id and ${paid}
       where i.status = 'succeeded' and (o.id is null or p.amount_cents <> i.amount_received)
         and not exists (select from quarantined_payments q where q.payment_intent_id = i.id)
         and i.amount_received > (select coalesce(sum(r.amount), 0) from sandbox.refunds r where r.payment_intent = i.id and r.status <> 'failed')`,
  },
  {
    name: "counted-payment-stays",
    rule: "A payment that an order counts is never sent back as a second one",
    sandboxOnly: true,
    sql: `
      select p.id, p.payment_intent_id from sandbox.refunds r join order_payments p on p.payment_intent_id = r.payment_intent
       where r.idempotency_key like 'duplicate\\_%' and p.status = 'SUCCEEDED'`,
  },
  {
    name: "order-has-payment",
    rule: "Every payment in our books was really taken by the provider",
    sandboxOnly: true,
    sql: `
      select p.id, p.payment_intent_id, i.status
        from order_payments p left join sandbox.payment_intents i on i.id = p.payment_intent_id
       where p.status = 'SUCCEEDED' and p.payment_intent_id like 'pi_sbx_%' and i.status is distinct from 'succeeded'`,
  },
  {
    name: "lines-make-the-total",
    rule: "An order's lines add up to its total, and exactly one of them is the main one",
    sql: `
      select o.id, o.total_cents, coalesce(sum(i.total_price_cents), 0) as lines
        from orders o left join order_items i on i.order_id = o.id
       group by o.id
      having coalesce(sum(i.total_price_cents), 0) <> o.total_cents or count(*) filter (where i.item_type = 'MAIN') <> 1
          or bool_or(i.total_price_cents <> i.unit_price_cents * i.quantity - i.discount_cents)`,
  },
  {
    name: "payments-make-the-total",
    rule: "A paid order's payments add up to its total, and each pays the lines that name it",
    sql: `
      select o.id, o.total_cents, coalesce(sum(p.amount_cents), 0) as payments
        from orders o left join order_payments p on p.order_id = o.id and p.status = 'SUCCEEDED'
       where ${paid}
       group by o.id having coalesce(sum(p.amount_cents), 0) <> o.total_cents
      union all
      select p.id, p.amount_cents, coalesce(sum(i.total_price_cents), 0)
        from order_payments p left join order_items i on i.order_payment_id = p.id
       where p.status = 'SUCCEEDED' group by p.id having coalesce(sum(i.total_price_cents), 0) <> p.amount_cents`,
  },
  {
    name: "refunds-add-up",
    rule: "What is refunded is the same on the order, its lines, its payments and its refunds; an order is refunded when nothing is left",
    sql: `
      select o.id, o.refunded_cents, lines.cents as lines, payments.cents as payments, refunds.cents as refunds
        from orders o
        cross join lateral (select coalesce(sum(refunded_cents), 0) as cents from order_items where order_id = o.id) lines
        cross join lateral (select coalesce(sum(refunded_cents), 0) as cents from order_payments where order_id = o.id) payments
        cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds where order_id = o.id and status = 'SUCCEEDED') refunds
       where o.refunded_cents <> lines.cents or o.refunded_cents <> payments.cents or o.refunded_cents <> refunds.cents
          or (o.status = 'REFUNDED') <> (o.refunded_cents = o.total_cents and o.total_cents > 0)`,
  },
  {
    name: "refunds-were-made",
    rule: "What our books say was given back, the provider gave back; and the reverse",
    atQuiet: true,
    sandboxOnly: true,
    sql: `
      select p.id, p.refunded_cents, provider.cents as provider
        from order_payments p
        cross join lateral (
          select coalesce((select sum(r.amount) from sandbox.refunds r where r.payment_intent = p.payment_intent_id and r.status = 'succeeded'), 0)
               + coalesce((select sum(d.amount_cents) from disputes d where d.order_payment_id = p.id and d.status = 'LOST'), 0) as cents) provider
       where p.payment_intent_id like 'pi_sbx_%' and p.refunded_cents <> least(provider.cents, p.amount_cents)`,
  },
  {
    name: "coupon-uses",
    rule: "A coupon's count is its paid uses, and never more than its limit",
    sql: `
      select c.id, c.usage_count, c.usage_limit, count(r.id) filter (where r.state = 'USED') as used
        from coupons c left join coupon_redemptions r on r.coupon_id = c.id
       group by c.id
      having c.usage_limit is not null and count(r.id) filter (where r.state in ('USED', 'HELD')) > c.usage_limit
          or exists (select from coupon_redemptions any_use where any_use.coupon_id = c.id)
             and c.usage_count <> count(r.id) filter (where r.state = 'USED')
          or (select count(*) from orders o
               where o.coupon_id = c.id and o.status = 'PAID'
                 -- Refunded once, by a refund that then failed at the bank: its use was given back, and may be another's.
                 and not exists (select from coupon_redemptions given where given.order_id = o.id and given.state = 'RELEASED')
             ) > c.usage_limit`,
  },
  {
    name: "one-order-per-checkout",
    rule: "A checkout becomes at most one order",
    sql: `
      select checkout_session_id as id, count(*) as orders from orders
       where checkout_session_id is not null group by 1 having count(*) > 1`,
  },
  {
    name: "access-follows-payment",
    rule: "Every line of a paid order opens its product once, and nothing else does",
    sql: `
      select i.id, count(a.id) as accesses
        from order_items i join orders o on o.id = i.order_id and ${paid}
        left join access a on a.order_item_id = i.id and a.product_id = i.product_id
       group by i.id having count(a.id) <> 1
      union all
      select a.id, 0 from access a join orders o on o.id = a.order_id where not (${paid})
      union all
      select a.id, 0 from access a join orders o on o.id = a.order_id
       where o.status = 'REFUNDED' and a.revoked_at is null
         and exists (select from refunds r where r.order_item_id = a.order_item_id and r.status = 'SUCCEEDED' and r.revokes_access)
         and a.subscription_id is null`,
  },
  {
    name: "commission-follows-money",
    rule: "A line's commission is its rate of what is left of it, rounded down, of a paid order, and never for oneself",
    sql: `
      select i.id, sum(c.amount_cents) filter (where c.status <> 'VOID') as commission, i.total_price_cents - i.refunded_cents as net
        from commissions c join order_items i on i.id = c.order_item_id
       group by i.id
      having coalesce(sum(c.amount_cents) filter (where c.status <> 'VOID'), 0)
             <> floor(max(c.commission_rate) * (i.total_price_cents - i.refunded_cents))
      union all
      select c.id, c.amount_cents, 0
        from commissions c
        join orders o on o.id = c.order_id
        join affiliates f on f.id = c.affiliate_id
        join customers b on b.id = o.customer_id
       where not (${paid}) or lower(f.email) = lower(b.email) or f.user_id = o.owner_id`,
  },
  {
    name: "stock-holds-end",
    rule: "Stock is held for payments that were pressed for and are open only, and taken by paid orders only",
    atQuiet: true,
    sql: `
      select h.id, h.state, s.status
        from stock_holds h join checkout_sessions s on s.session_id = h.checkout_session_id
        left join orders o on o.id = s.completed_order_id and ${paid}
       where h.state = 'HELD' and (s.status <> 'ACTIVE' or s.held_until is null)
             and not exists (select from upsell_offers f join upsells u on u.id = f.upsell_id
                              where f.order_id = s.completed_order_id and u.upsell_product_id = h.product_id and f.decision is null)
          or h.state = 'USED' and o.id is null`,
  },
  {
    name: "stock-not-oversold",
    rule: "What cannot be ordered back is never sold below nothing",
    sql: `
      select id, inventory_quantity from products
       where track_inventory and not allow_backorder and inventory_quantity < 0`,
  },
  {
    name: "coupon-holds-end",
    rule: "A coupon's use is kept for payments that were pressed for and are open only",
    atQuiet: true,
    sql: `
      select r.id, s.status from coupon_redemptions r join checkout_sessions s on s.session_id = r.checkout_session_id
       where r.state = 'HELD' and (s.status <> 'ACTIVE' or s.held_until is null)`,
  },
  {
    name: "downloads-within-limits",
    rule: "Nobody downloads more often than allowed, nor what was refunded",
    sql: `
      select d.id, d.download_count, d.max_downloads from digital_downloads d join orders o on o.id = d.order_id
       where d.download_count > coalesce(d.max_downloads, d.download_count) or (d.is_active and not (${paid}))`,
  },
  {
    name: "one-upsell-one-payment",
    rule: "An accepted add-on is one line of its order, with its own payment where it costs something",
    sql: `
      select f.order_id as id, f.upsell_id, count(i.id) as lines
        from upsell_offers f left join order_items i on i.order_id = f.order_id and i.offer_id = f.upsell_id and i.item_type = 'UPSELL'
       group by f.order_id, f.upsell_id, f.decision
      having (f.decision is not distinct from 'ACCEPTED') <> (count(i.id) = 1)`,
  },
  {
    name: "one-owner",
    rule: "Offers, coupons and orders only join things of one creator",
    sql: `
      select b.id from order_bumps b join products m on m.id = b.main_product_id join products x on x.id = b.bump_product_id
       where m.owner_id <> b.owner_id or x.owner_id <> b.owner_id
      union all
      select u.id from upsells u join products t on t.id = u.trigger_product_id join products x on x.id = u.upsell_product_id
       where t.owner_id <> u.owner_id or x.owner_id <> u.owner_id
      union all
      select o.id from orders o join coupons c on c.id = o.coupon_id where c.owner_id <> o.owner_id
      union all
      select o.id from orders o join affiliate_links l on l.id = o.affiliate_link_id where l.owner_id <> o.owner_id
      union all
      select i.id from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id
       where i.owner_id <> o.owner_id or p.owner_id <> o.owner_id`,
  },
  {
    name: "order-came-from-own-reply",
    rule: "An order is attributed to a reply of its own creator, made before it and clicked in the seven days before it was paid",
    sql: `
      select a.order_id as id, a.link_id, a.clicked_at, o.paid_at
        from order_attributions a join orders o on o.id = a.order_id join reply_links l on l.id = a.link_id
       where not (${paid}) or a.user_id <> o.owner_id or l.user_id <> o.owner_id or l.created_at > o.paid_at
          or a.clicked_at > o.paid_at or a.clicked_at <= o.paid_at - interval '7 days'`,
  },
  {
    name: "books-match-provider",
    rule: "The nightly comparison with the payment provider's books found no difference",
    atQuiet: true,
    sql: `
      select id, payment_intent_id, kind, ours_cents, theirs_cents from book_differences where resolved_at is null`,
  },
  {
    name: "webhooks-handled",
    rule: "No event of a provider waits longer than a few minutes",
    atQuiet: true,
    sql: `
      select id::text, provider, type, attempts from webhook_events
       where handled_at is null and received_at < now() - interval '5 minutes'`,
  },
  {
    name: "one-receipt",
    rule: "A paid order has its receipt, once",
    atQuiet: true,
    sql: `
      select o.id, count(m.id) as receipts from orders o left join mail_outbox m on m.event = 'receipt:' || o.id
       where o.status = 'PAID' and exists (select from cart_versions v where v.checkout_session_id = o.checkout_session_id) group by o.id having count(m.id) <> 1`,
  },
  ...messageInvariants,
  ...deskInvariants,
];
