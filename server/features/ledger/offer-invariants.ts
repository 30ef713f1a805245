import { inRange, type Invariant, paid } from "./invariant.ts";

/** What must be true of what orders came from and used up: coupons, stock, add-ons, affiliates, replies. */
export const offerInvariants: readonly Invariant[] = [
  {
    name: "coupon-uses",
    rule: "A coupon's count is its paid uses, and never more than its limit",
    checks: [
      {
        through: "coupons",
        sql: `
          select c.id, c.usage_count, c.usage_limit, count(r.id) filter (where r.state = 'USED') as used
            from coupons c left join coupon_redemptions r on r.coupon_id = c.id
           where ${inRange("c")}
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
    ],
  },
  {
    name: "commission-follows-money",
    rule: "A line's commission is its rate of what is left of its goods, rounded down, of a paid order that no bank took back, and never for oneself",
    checks: [
      {
        through: "commissions",
        sql: `
          select i.id, sum(c.amount_cents) filter (where c.status <> 'VOID') as commission, i.total_price_cents - i.refunded_cents as net
            from commissions one
            join order_items i on i.id = one.order_item_id
            join commissions c on c.order_item_id = i.id
           where ${inRange("one")} and not exists (select from commissions before where before.order_item_id = i.id and before.id < one.id)
           group by i.id
          having coalesce(sum(c.amount_cents) filter (where c.status <> 'VOID'), 0)
                 <> case when exists (select from disputes d where d.order_payment_id = i.order_payment_id and d.status = 'LOST') then 0
                         else floor(max(c.commission_rate) * greatest(i.total_price_cents - i.shipping_cents - i.refunded_cents, 0)) end`,
      },
      {
        through: "commissions",
        sql: `
          select c.id, c.amount_cents, 0
            from commissions c
            join orders o on o.id = c.order_id
            join affiliates f on f.id = c.affiliate_id
            join customers b on b.id = o.customer_id
           where ${inRange("c")} and (not (${paid}) or lower(f.email) = lower(b.email) or f.user_id = o.owner_id)`,
      },
    ],
  },
  {
    name: "stock-holds-end",
    rule: "Stock is held for payments that were pressed for and are open only, and taken by paid orders only",
    atQuiet: true,
    checks: [
      {
        through: "stock_holds",
        sql: `
          select h.id, h.state, s.status
            from stock_holds h join checkout_sessions s on s.session_id = h.checkout_session_id
            left join orders o on o.id = s.completed_order_id and ${paid}
           where ${inRange("h")} and (h.state = 'HELD' and (s.status <> 'ACTIVE' or s.held_until is null)
                 and not exists (select from upsell_offers f join upsells u on u.id = f.upsell_id
                                  where f.order_id = s.completed_order_id and u.upsell_product_id = h.product_id and f.decision is null)
              or h.state = 'USED' and o.id is null)`,
      },
    ],
  },
  {
    name: "stock-not-oversold",
    rule: "What cannot be ordered back is never sold below nothing",
    checks: [
      {
        through: "products",
        sql: `
          select id, inventory_quantity from products p
           where ${inRange("p")} and track_inventory and not allow_backorder and inventory_quantity < 0`,
      },
    ],
  },
  {
    name: "coupon-holds-end",
    rule: "A coupon's use is kept for payments that were pressed for and are open only",
    atQuiet: true,
    checks: [
      {
        through: "coupon_redemptions",
        sql: `
          select r.id, s.status from coupon_redemptions r join checkout_sessions s on s.session_id = r.checkout_session_id
           where ${inRange("r")} and r.state = 'HELD' and (s.status <> 'ACTIVE' or s.held_until is null)`,
      },
    ],
  },
  {
    name: "one-upsell-one-payment",
    rule: "An accepted add-on is one line of its order, with its own payment where it costs something",
    checks: [
      {
        through: "upsell_offers",
        sql: `
          select f.order_id as id, f.upsell_id, count(i.id) as lines
            from upsell_offers f left join order_items i on i.order_id = f.order_id and i.offer_id = f.upsell_id and i.item_type = 'UPSELL'
           where ${inRange("f")}
           group by f.order_id, f.upsell_id, f.decision
          having (f.decision is not distinct from 'ACCEPTED') <> (count(i.id) = 1)`,
      },
    ],
  },
  {
    name: "one-owner",
    rule: "Offers, coupons and orders only join things of one creator",
    checks: [
      {
        through: "order_bumps",
        sql: `
          select b.id from order_bumps b join products m on m.id = b.main_product_id join products x on x.id = b.bump_product_id
           where ${inRange("b")} and (m.owner_id <> b.owner_id or x.owner_id <> b.owner_id)`,
      },
      {
        through: "upsells",
        sql: `
          select u.id from upsells u join products t on t.id = u.trigger_product_id join products x on x.id = u.upsell_product_id
           where ${inRange("u")} and (t.owner_id <> u.owner_id or x.owner_id <> u.owner_id)`,
      },
      {
        through: "orders",
        sql: `
          select o.id from orders o join coupons c on c.id = o.coupon_id where ${inRange("o")} and c.owner_id <> o.owner_id`,
      },
      {
        through: "orders",
        sql: `
          select o.id from orders o join affiliate_links l on l.id = o.affiliate_link_id where ${inRange("o")} and l.owner_id <> o.owner_id`,
      },
      {
        through: "order_items",
        sql: `
          select i.id from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id
           where ${inRange("i")} and (i.owner_id <> o.owner_id or p.owner_id <> o.owner_id)`,
      },
    ],
  },
  {
    name: "order-came-from-own-reply",
    rule: "An order is attributed to a reply of its own creator, made before it and clicked in the seven days before it was paid",
    checks: [
      {
        through: "order_attributions",
        sql: `
          select a.order_id as id, a.link_id, a.clicked_at, o.paid_at
            from order_attributions a join orders o on o.id = a.order_id join reply_links l on l.id = a.link_id
           where ${inRange("a")}
             and (not (${paid}) or a.user_id <> o.owner_id or l.user_id <> o.owner_id or l.created_at > o.paid_at
                  or a.clicked_at > o.paid_at or a.clicked_at <= o.paid_at - interval '7 days')`,
      },
    ],
  },
];
