/**
 * SQL: what was sold in pieces of time, counted from rows. Both need a `pieces (slot, owner_id, starts, ends)`, in which several
 * pieces may have one slot, and the `saleOrders` of them, and say what each slot had by the product that its orders began with.
 * Rows are found from each order, so that a piece costs what was sold in it, whatever else there is.
 */

const inPiece = (table: string, moment: string) =>
  `${table}.owner_id = a.owner_id and ${table}.${moment} >= a.starts and ${table}.${moment} < a.ends`;

// What is not taken from an offer of today's is named by what was sold.
const offerOf = "coalesce(i.offer_id, i.product_id)";

const refundsOfPieces = `
    from pieces a cross join lateral (
      select r.amount_cents, o.product_id, o.status, o.coupon_id, i.item_type, ${offerOf} as offer_id
        from refunds r join orders o on o.id = r.order_id left join order_items i on i.id = r.order_item_id
       where ${inPiece("r", "settled_at")} and r.status = 'SUCCEEDED' offset 0) r`;

// Nobody knows beforehand how many pieces there are: each is looked up by itself, and never all orders read to find a few.
/** SQL: a common table expression of the orders that were paid in pieces. */
export const saleOrders = `
  sale_orders as materialized (
    select a.slot, o.* from pieces a cross join lateral (
      select o.product_id, o.id, o.total_cents, o.status = 'PAID' as stands, o.checkout_session_id, o.coupon_id,
             o.subscription_id is not null and o.checkout_session_id is null as is_renewal, o.status = 'PAID' and o.coupon_code is not null as has_coupon
        from orders o where ${inPiece("o", "created_at")} and o.status in ('PAID', 'REFUNDED') offset 0) o)`;

/** The figures of a day, in the order of the columns of `sales_days`. */
export const salesColumns = [
  "orders",
  "renewals",
  "paid_cents",
  "refunded_cents",
  "bump_orders",
  "bump_cents",
  "upsell_cents",
  "offers",
  "accepts",
  "coupon_uses",
  "discount_cents",
] as const;

/** SQL: sums of all figures, under their names. */
export const salesSums = salesColumns.map((column) => `sum(${column})::int8 as ${column}`).join(", ");

// What is added to an order counts on the order's day, however much later it was taken; a refund counts on its own.
/** SQL: common table expressions that end with `fresh_sales (slot, product_id, …salesColumns)`. */
export const freshSales = `
  sale_rows (slot, product_id, ${salesColumns.join(", ")}) as (
    select slot, product_id, count(*), count(*) filter (where is_renewal), sum(total_cents), 0, 0, 0, 0, 0, 0, count(*) filter (where has_coupon), 0
      from sale_orders group by 1, 2
    union all
    select s.slot, s.product_id, 0, 0, 0, 0, count(i.bumps), coalesce(sum(i.bumps), 0), coalesce(sum(i.upsells), 0), 0, 0, 0,
           coalesce(sum(i.discounts) filter (where s.stands), 0)
      from sale_orders s cross join lateral (
        select sum(l.total_price_cents) filter (where l.item_type = 'ORDER_BUMP') as bumps,
               sum(l.total_price_cents) filter (where l.item_type = 'UPSELL') as upsells,
               sum(l.discount_cents) filter (where l.discount_source = 'COUPON') as discounts
          from order_items l where l.order_id = s.id) i
     group by 1, 2
    union all
    select s.slot, s.product_id, 0, 0, 0, 0, 0, 0, 0, sum(f.offers), sum(f.accepts), 0, 0
      from sale_orders s cross join lateral (
        select count(*) as offers, count(*) filter (where u.decision = 'ACCEPTED') as accepts
          from upsell_offers u where u.order_id = s.id) f
     group by 1, 2
    union all
    select a.slot, r.product_id, 0, 0, 0, sum(r.amount_cents), 0, -coalesce(sum(r.amount_cents) filter (where r.item_type = 'ORDER_BUMP'), 0),
           -coalesce(sum(r.amount_cents) filter (where r.item_type = 'UPSELL'), 0), 0, 0, 0, 0 ${refundsOfPieces} group by 1, 2),
  fresh_sales as (select slot, product_id, ${salesSums} from sale_rows group by 1, 2)`;

/** SQL: common table expressions that end with `fresh_offers (slot, product_id, kind, offer_id, offered, taken, cents)`. */
export const freshOffers = `
  offer_rows (slot, product_id, kind, offer_id, offered, taken, cents) as (
    select s.slot, s.product_id, i.item_type, i.offer_id, 0, 1, i.total_price_cents
      from sale_orders s cross join lateral (
        select i.item_type, ${offerOf} as offer_id, i.total_price_cents from order_items i
         where i.order_id = s.id and i.item_type in ('ORDER_BUMP', 'UPSELL') offset 0) i
    union all
    select s.slot, s.product_id, 'ORDER_BUMP', c.bump, 1, 0, 0
      from sale_orders s cross join lateral (
        select unnest(c.order_bumps_offered) as bump from checkout_sessions c
         where c.session_id = s.checkout_session_id and c.completed_order_id = s.id and c.status = 'COMPLETED' offset 0) c
    union all
    select s.slot, s.product_id, 'UPSELL', u.upsell_id, 1, 0, 0
      from sale_orders s cross join lateral (select u.upsell_id from upsell_offers u where u.order_id = s.id offset 0) u
    union all
    select slot, product_id, 'COUPON', coupon_id, 0, 1, total_cents from sale_orders where has_coupon and coupon_id is not null
    union all
    select a.slot, r.product_id, r.item_type, r.offer_id, 0, 0, -r.amount_cents ${refundsOfPieces} where r.item_type in ('ORDER_BUMP', 'UPSELL')
    union all
    select a.slot, r.product_id, 'COUPON', r.coupon_id, 0, 0, -r.amount_cents ${refundsOfPieces} where r.coupon_id is not null and r.status = 'PAID'),
  fresh_offers as (
    select slot, product_id, kind, offer_id, sum(offered)::int8 as offered, sum(taken)::int8 as taken, sum(cents)::int8 as cents
      from offer_rows group by 1, 2, 3, 4)`;
