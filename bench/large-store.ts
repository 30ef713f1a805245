import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { targetCents } from "#server/features/payouts/due.ts";

/** How large: `ofLargest` is the part of the orders that one creator sold; the others are spread over the rest. */
export type Size = { orders: number; customers: number; lines: number; ofLargest: number };

/** The creator whom most of the seed belongs to, and what their buyers can be sold. */
export type LargeStore = { ownerId: string; productId: string };

const products = 40;

/**
 * Adds a creator with very many orders to the stores of `makeStores`, in statements that write whole tables: two years of
 * sales with bumps, upsells, coupons, affiliates, downloads, reviews, refunds and checkouts that came to nothing. Its books are
 * right: `npm run audit` has nothing to say.
 */
export async function makeLargeStore(pool: pg.Pool, size: Size): Promise<LargeStore> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set work_mem = '256MB'");
    await client.query("begin");
    const { rows } = await client.query<LargeStore>(makeShelf, [products]);
    const [store] = rows;
    if (!store) throw new Error("no store was made");
    await client.query(makeOffers, [store.ownerId]);
    await client.query(
      "insert into customers (email, created_at) select 'fan' || n || '@example.com', now() - interval '2 years' from generate_series(1, $1::int) n",
      [size.customers],
    );
    await client.query(planOrders, [store.ownerId, size.orders, size.customers, size.ofLargest]);
    await client.query(planLines, [size.lines / size.orders]);
    for (const statement of writeOrders) await client.query(statement);
    await client.query("commit");
    await vacuumAll(client);
    return store;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release(true);
  }
}

/**
 * An index alone answers for pages that vacuum has marked, and it marks none that a transaction elsewhere may see otherwise:
 * one of autovacuum's, for example.
 */
async function vacuumAll(client: pg.PoolClient): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await client.query("vacuum analyze");
    const { rows } = await client.query(
      `select from pg_class where relallvisible < relpages
          and relname in ('orders', 'order_items', 'access', 'upsell_offers', 'digital_downloads', 'creator_customers')`,
    );
    if (rows.length === 0) return;
    await sleep(500);
  }
}

const makeShelf = `
  with owner as (
    insert into users (email, handle, first_name, last_name, profile_completed_at)
    values ('large@example.com', 'large', 'Large', 'Store', now()) returning id),
  shelf as (
    insert into products (owner_id, title, slug, description, type, billing_interval, price_cents, position)
    select owner.id, (array['Launch', 'Colour', 'Portrait', 'Writing', 'Sound'])[1 + n % 5] || ' workshop ' || n, 'large-' || n,
           repeat('What I wish I had known. ', 8), case when n % 4 = 0 then 'COURSE' when n in (15, 39) then 'MEMBERSHIP' else 'SERVICE' end,
           case when n in (15, 39) then 'MONTH' else 'ONE_TIME' end, 1900 + n * 100, n
      from owner, generate_series(1, $1::int) n
    returning id, owner_id, position)
  select owner_id as "ownerId", id as "productId" from shelf where position = 1`;

/** Every product of the shelf carries two bumps and leads to an upsell; there are 20 coupons and 50 affiliates. */
const makeOffers = `
  with bumps as (
    insert into order_bumps (owner_id, main_product_id, bump_product_id, title, position)
    select m.owner_id, m.id, b.id, 'One more', n
      from products m, generate_series(1, 2) n join products b on true
     where m.owner_id = $1 and b.owner_id = $1 and b.position = 1 + (m.position + n - 1) % (select count(*) from products where owner_id = $1)),
  upsells_made as (
    insert into upsells (owner_id, trigger_product_id, upsell_product_id, title)
    select m.owner_id, m.id, u.id, 'And this'
      from products m join products u on u.owner_id = m.owner_id and u.position = 1 + m.position % (select count(*) from products where owner_id = $1)
     where m.owner_id = $1),
  coupons_made as (
    insert into coupons (owner_id, code, discount_type, discount_value) select $1, 'LARGE' || n, 'PERCENTAGE', 1000 from generate_series(1, 20) n),
  people as (
    insert into affiliates (owner_id, email, name) select $1, 'large-affiliate' || n || '@example.com', 'Affiliate ' || n from generate_series(1, 50) n
    returning id, email)
  insert into affiliate_links (owner_id, affiliate_id, code) select $1, id, upper(replace(split_part(email, '@', 1), '-', '')) from people`;

/** One row for each order to come. Buyers come back, some far more often than others; 1 in 50 paid nothing, 1 in 40 was refunded. */
const planOrders = `
  create temporary table planned on commit drop as
  with sellers as materialized (
    select id as owner_id, row_number() over (order by id) as place, count(*) over () as sellers
      from users u where id <> $1 and exists (select from products p where p.owner_id = u.id)),
  shelves as (
    select owner_id, id as product_id, price_cents, row_number() over (partition by owner_id order by position, id) as place,
           count(*) over (partition by owner_id) as size
      from products where state <> 'ARCHIVED'),
  buyers as (
    select id as customer_id, row_number() over (order by id) as place from customers where email like 'fan%@example.com'),
  drawn as (
    select n, case when n <= $2::int * $4::float8 then $1::uuid else (select owner_id from sellers where place = 1 + n % sellers limit 1) end as owner_id,
           case when n <= $3::int then n else 1 + floor($3::int * power(random(), 2))::int end as buyer, random() as which, random() as fate
      from generate_series(1, $2::int) n)
  select gen_random_uuid() as id, gen_random_uuid() as session_id, gen_random_uuid() as payment_id, gen_random_uuid() as upsell_payment_id, d.n, d.owner_id, b.customer_id, s.product_id, s.price_cents, s.place,
         (array['Ada', 'Björn', 'Chiara', 'Diego', 'Elif', 'Farid', 'Grace', 'Hana'])[1 + d.n % 8] || ' ' ||
         (array['Anders', 'Bello', 'Castro', 'Duarte', 'Eriksen', 'Fofanah', 'Gupta'])[1 + d.n % 7] || ' ' || d.n as name,
         case when d.fate < 0.02 then 'FAILED' when d.fate < 0.045 then 'REFUNDED' else 'PAID' end as status,
         now() - interval '1 hour' - (1 - d.n::float8 / $2::int) * interval '730 days' as created_at,
         d.n % 10 = 0 as has_coupon, d.n % 12 = 0 as has_affiliate
    from drawn d join buyers b on b.place = d.buyer
    join shelves s on s.owner_id = d.owner_id and s.place = 1 + floor(d.which * d.which * s.size)::int`;

/**
 * The main product, and further ones of its shelf: as many as make the wanted number of lines on average. In every fifth order
 * of the large store the second one is an upsell.
 */
const planLines = `
  create temporary table planned_lines on commit drop as
  with shelves as (
    select owner_id, id as product_id, price_cents, row_number() over (partition by owner_id order by position, id) as place,
           count(*) over (partition by owner_id) as size
      from products where state <> 'ARCHIVED')
  select gen_random_uuid() as id, o.id as order_id, o.owner_id, s.product_id, s.price_cents, o.created_at, i.n as place,
         case when i.n = 0 then 'MAIN' when u.id is not null then 'UPSELL' else 'ORDER_BUMP' end as item_type,
         case when u.id is null then o.payment_id else o.upsell_payment_id end as payment_id,
         case when i.n = 0 and o.has_coupon and o.owner_id = (select owner_id from coupons where code = 'LARGE1') then s.price_cents / 10 else 0 end as discount,
         case when u.id is not null then u.id when i.n between 1 and 2 then (select b.id from order_bumps b where b.main_product_id = o.product_id and b.position = i.n) end as offer_id
    from planned o
    cross join lateral generate_series(0, floor($1::float8 - 1 + (o.n % 100) / 100.0)::int) as i (n)
    left join upsells u on i.n = 1 and o.n % 5 = 0 and o.status <> 'FAILED' and u.trigger_product_id = o.product_id
    join shelves s on s.owner_id = o.owner_id and s.place = 1 + (o.place - 1 + i.n) % s.size`;

const sum = `(select sum(price_cents - discount) from planned_lines l where l.order_id = p.id)`;
const sumOfUpsell = `coalesce((select sum(price_cents - discount) from planned_lines l where l.order_id = p.id and item_type = 'UPSELL'), 0)`;

const writeOrders = [
  "create index on planned_lines (order_id)",
  "analyze planned",
  "analyze planned_lines",
  // Every order has its checkout, and for every two of them there is one that was left. What bumps they were offered is counted
  // once for all: one transaction that changes the same few counts 100,000 times gets slower with each.
  "alter table checkout_sessions disable trigger bumps_offered",
  `insert into checkout_sessions (session_id, owner_id, product_id, browser_hash, email, order_bumps_offered, status, completed_order_id, expires_at, created_at)
   select session_id, owner_id, product_id, 'large ' || n, 'fan' || n || '@example.com',
          array(select b.id from order_bumps b where b.main_product_id = p.product_id), 'COMPLETED', p.id, created_at + interval '30 minutes', created_at from planned p`,
  `insert into checkout_sessions (owner_id, product_id, browser_hash, email, order_bumps_offered, status, expires_at, created_at)
   select owner_id, product_id, 'left ' || n, 'fan' || n || '@example.com',
          array(select b.id from order_bumps b where b.main_product_id = p.product_id), 'EXPIRED', created_at + interval '30 minutes', created_at from planned p where n % 2 = 0`,
  "alter table checkout_sessions enable trigger bumps_offered",
  `insert into tallies (subject_id, part, count)
   select bump, 0, count(*) from checkout_sessions, unnest(order_bumps_offered) as bump where browser_hash similar to '(large|left) %' group by bump`,
  // Numbered once for all, too.
  "alter table orders disable trigger number_order",
  `insert into orders (id, owner_id, customer_id, product_id, customer_name, total_cents, refunded_cents, status, checkout_session_id, payment_intent_id,
                       coupon_code, affiliate_link_code, affiliate_link_id, paid_at, created_at, updated_at)
   select p.id, p.owner_id, p.customer_id, p.product_id, p.name, ${sum}, case when p.status = 'REFUNDED' then ${sum} else 0 end, p.status, session_id, 'pi_large_' || n,
          case when has_coupon and c.id is not null then c.code end, case when has_affiliate then f.code end, case when has_affiliate then f.id end,
          case when p.status <> 'FAILED' then p.created_at end, p.created_at, p.created_at
     from planned p
     left join coupons c on c.owner_id = p.owner_id and c.code = 'LARGE' || 1 + n / 10 % 20
     left join affiliate_links f on f.owner_id = p.owner_id and f.code = 'LARGEAFFILIATE' || 1 + n / 12 % 50
    order by n`,
  "alter table orders enable trigger number_order",
  `insert into order_numbers (order_id, owner_id, number)
   select o.id, o.owner_id, 1000 + row_number() over (partition by o.owner_id order by o.created_at, o.id)
     from orders o where not exists (select from order_numbers known where known.order_id = o.id)`,
  `insert into order_payments (id, order_id, payment_intent_id, amount_cents, refunded_cents, status, created_at)
   select payment_id, p.id, 'pi_large_' || n, o.total_cents - ${sumOfUpsell}, case when p.status = 'REFUNDED' then o.total_cents - ${sumOfUpsell} else 0 end, case when p.status = 'FAILED' then 'FAILED' else 'SUCCEEDED' end, p.created_at
     from planned p join orders o on o.id = p.id order by n`,
  `insert into order_payments (id, order_id, payment_intent_id, amount_cents, refunded_cents, status, upsell_id, created_at)
   select l.payment_id, p.id, 'pi_large_upsell_' || n, l.price_cents, case when p.status = 'REFUNDED' then l.price_cents else 0 end, 'SUCCEEDED', l.offer_id, p.created_at
     from planned p join planned_lines l on l.order_id = p.id and l.item_type = 'UPSELL' order by n`,
  `insert into order_items (id, order_id, owner_id, product_id, item_type, unit_price_cents, total_price_cents, discount_cents, refunded_cents, offer_id,
                            discount_source, order_payment_id, created_at)
   select l.id, l.order_id, l.owner_id, l.product_id, l.item_type, l.price_cents, l.price_cents - l.discount, l.discount,
          case when p.status = 'REFUNDED' then l.price_cents - l.discount else 0 end, l.offer_id, case when l.discount > 0 then 'COUPON' end, l.payment_id, l.created_at
     from planned_lines l join planned p on p.id = l.order_id order by p.n, l.place`,
  `insert into refunds (owner_id, order_id, order_payment_id, order_item_id, provider_refund_id, request_key, amount_cents, status, settled_at, created_at)
   select l.owner_id, l.order_id, l.payment_id, l.id, 're_large_' || p.n || '_' || l.place, 'large', l.price_cents - l.discount, 'SUCCEEDED', l.created_at, l.created_at
     from planned_lines l join planned p on p.id = l.order_id where p.status = 'REFUNDED' order by p.n`,
  `insert into access (customer_id, owner_id, product_id, order_id, order_item_id, granted_at, revoked_at)
   select p.customer_id, l.owner_id, l.product_id, l.order_id, l.id, l.created_at, case when p.status = 'REFUNDED' then l.created_at end
     from planned_lines l join planned p on p.id = l.order_id where p.status <> 'FAILED' order by p.n`,
  // Two of five orders were shown their upsell and declined it; every fifth accepted.
  `insert into upsell_offers (order_id, upsell_id, owner_id, amount_cents, payment_intent_id, decision, shown_at, decided_at)
   select p.id, u.id, p.owner_id, l.price_cents, case when l.id is not null then 'pi_large_upsell_' || p.n end,
          case when l.id is not null then 'ACCEPTED' else 'DECLINED' end, p.created_at, p.created_at
     from planned p join upsells u on u.trigger_product_id = p.product_id
     left join planned_lines l on l.order_id = p.id and l.item_type = 'UPSELL' where p.n % 5 < 3 and p.status <> 'FAILED' order by p.n`,
  `insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, max_downloads, expires_at, created_at)
   select p.id, l.id, p.owner_id, l.product_id, p.customer_id, 5, l.created_at + interval '30 days', l.created_at
     from planned_lines l join planned p on p.id = l.order_id join products s on s.id = l.product_id
    where s.type = 'SERVICE' and s.position % 2 = 1 and p.status <> 'FAILED' order by p.n`,
  `insert into reviews (product_id, customer_id, rating, text, author_name, created_at)
   select product_id, customer_id, 3 + min(n) % 3, 'As promised, and more.', min(name), min(created_at)
     from planned where n % 20 = 0 and status = 'PAID' group by 1, 2`,
  `insert into order_events (order_id, kind, created_at) select id, 'PAID', created_at from planned where status <> 'FAILED' order by n`,
  `insert into commissions (owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, amount_cents, commission_rate, status, payable_at, created_at)
   select i.owner_id, i.order_id, i.id, f.affiliate_id, f.id, floor(i.total_price_cents * 0.2), 0.2,
          case when o.created_at < now() - interval '30 days' then 'PAYABLE' else 'PENDING' end, o.created_at + interval '30 days', o.created_at
     from orders o join affiliate_links f on f.id = o.affiliate_link_id join order_items i on i.order_id = o.id where o.status = 'PAID'
    order by o.created_at`,
  // Every second membership is billed, and one in ten of these has ended; the others are open without a bill.
  `with billed as (
     insert into subscriptions (customer_id, owner_id, product_id, order_id, provider_subscription_id, status, price_cents, billing_interval, created_at)
     select distinct on (a.customer_id, a.product_id) a.customer_id, a.owner_id, a.product_id, a.order_id, 'sub_large_' || a.id,
            case when random() < 0.1 then 'canceled' else 'active' end, p.price_cents, 'MONTH', a.granted_at
       from access a join products p on p.id = a.product_id and p.type = 'MEMBERSHIP' where a.revoked_at is null and random() < 0.5
     returning id, order_id, product_id)
   update access a set subscription_id = billed.id from billed where a.order_id = billed.order_id and a.product_id = billed.product_id`,
  // Nobody has an account to pass it on to. The provider was asked about every payment once, and has none of these any more.
  `update payment_shares s set kind = 'OWED', owed_cents = ${targetCents}, reached_cents = 0
     from order_payments p where p.id = s.order_payment_id and p.payment_intent_id like 'pi_large%'`,
];
