import { orderNumber } from "#server/database/order-number.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import type { OrderRow } from "#contract/orders/order-page.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { matchOrders, type OrderFilter } from "./order-search.ts";

type Place = { perPage: number; offset: number };
type OrderPaging = { sort?: string | undefined; page: number; perPage: number };
type Pool = Pick<Services, "pool">;

/** A page behind so many orders reads more of them than it is worth to look up buyers one by one. */
const farOrders = 2_000;

/** A page of the creator's orders that a filter finds: chosen by what an index holds, and then read. */
export async function listOrders(
  { pool }: Pool,
  ownerId: string,
  filter: OrderFilter,
  { sort = "-created", page, perPage }: OrderPaging,
): Promise<OrderRow[]> {
  const offset = (page - 1) * perPage;
  const isFar = offset > farOrders;
  const match = await matchOrders(pool, ownerId, filter, { isFar });
  if (!match) return [];
  const { from, by, ofAll, ifFar } = orders[sort] ?? newestFirst;
  const place = { perPage, offset };
  const { rows: chosen } = await pool.query<{ id: string }>(
    ofAll && match.isAll
      ? ofAll(place)
      : ifFar && isFar
        ? ifFar(match.sql, place)
        : `select o.id from ${from(match.sql)} order by ${by} limit ${perPage} offset ${offset}`,
    match.values,
  );
  return selectOrders(
    pool,
    ownerId,
    chosen.map(({ id }) => id),
  );
}

/**
 * The ids of the orders that a filter finds, oldest first, so many at a time: for reading them all, however many there are.
 */
export async function* orderIdsInBatches(
  { pool }: Pool,
  ownerId: string,
  filter: OrderFilter,
  size: number,
): AsyncGenerator<string[]> {
  const match = await matchOrders(pool, ownerId, filter, { isFar: true });
  if (!match) return;
  const [at, id] = [`$${match.values.length + 1}`, `$${match.values.length + 2}`];
  const text = `select o.id, o.created_at::text as "placeAt" from orders o
    where ${match.sql} and (o.created_at, o.id) > (${at}::timestamptz, ${id}::uuid)
    order by o.created_at, o.id limit ${size}`;
  for (let last: RowPlace | undefined = { id: firstId, placeAt: "-infinity" }; last;) {
    const { rows }: { rows: RowPlace[] } = await pool.query<RowPlace>(text, [
      ...match.values,
      last.placeAt,
      last.id,
    ]);
    if (rows.length > 0) yield rows.map((row) => row.id);
    last = rows.length === size ? rows.at(-1) : undefined;
  }
}

/** Where in the order of their creation an order stands: text, since a moment of JavaScript is coarser than PostgreSQL's. */
type RowPlace = { id: string; placeAt: string };
const firstId = "00000000-0000-0000-0000-000000000000";

/** How many orders a filter finds, and what the paid ones brought and gave back, in cents. */
export async function getOrderTotals(
  { pool }: Pool,
  ownerId: string,
  filter: OrderFilter,
): Promise<OrderTotals> {
  const none = { orders: 0, paidCents: 0, refundedCents: 0 };
  const match = await matchOrders(pool, ownerId, filter);
  if (!match) return none;
  const { rows } = await (match.ofBuyers
    ? pool.query<OrderTotals>(totalsOfBuyers(match.ofBuyers.sql), match.ofBuyers.values)
    : pool.query<OrderTotals>(
        `select count(*)::int as orders,
            coalesce(sum(o.total_cents) filter (where o.status in ('PAID', 'REFUNDED')), 0)::float8 as "paidCents",
            coalesce(sum(o.refunded_cents), 0)::float8 as "refundedCents"
       from orders o where ${match.sql}`,
        match.values,
      ));
  return rows[0] ?? none;
}

type OrderTotals = { orders: number; paidCents: number; refundedCents: number };

/** Of buyers whole, orders and what they spent are kept: only the few orders that gave something back are asked for. */
const totalsOfBuyers = (condition: string) => `
  with buyers as materialized (select k.customer_id, k.order_count, k.spent_cents from creator_customers k where ${condition}),
  back as (
    select coalesce(sum(o.refunded_cents), 0) as cents from orders o
     where o.owner_id = $1 and o.refunded_cents > 0 and o.customer_id in (select customer_id from buyers))
  select coalesce(sum(order_count), 0)::int as orders, (coalesce(sum(spent_cents), 0) + back.cents)::float8 as "paidCents",
         back.cents::float8 as "refundedCents"
    from back left join buyers on true group by back.cents`;

/** The columns of an order in a list; needs `orders o` and `customers c`. */
export const orderRow = `
  o.id, ${orderNumber("o")} as number, o.customer_id as "customerId", o.product_id as "productId", o.status, o.disputed, o.total_cents as "totalCents",
  o.refunded_cents as "refundedCents", o.currency, o.coupon_code as "couponCode", o.affiliate_link_code as "affiliateLinkCode",
  o.created_at as "createdAt", json_build_object('id', c.id, 'email', c.email, 'name', o.customer_name) as customer,
  (select coalesce(json_agg(json_build_object('productId', i.product_id, 'title', p.title, 'itemType', i.item_type)
                            order by ${inLineOrder("i")}), '[]')
     from order_items i join products p on p.id = i.product_id where i.order_id = o.id and i.item_type <> 'PART') as items`;

const selectOrders = statement("orders_select_chosen")<OrderRow, [ownerId: string, ids: string[]]>(
  `select ${orderRow} from orders o join customers c on c.id = o.customer_id
    where o.owner_id = $1 and o.id = any($2) order by array_position($2, o.id)`,
);

/** What a creator sold last, the newest first, renewals too. */
export const selectLatestSales = statement("orders_select_latest_sales")<
  OrderRow,
  [ownerId: string, limit: number]
>(`
  select ${orderRow} from (
    select s.* from orders s where s.owner_id = $1 and s.status in ('PAID', 'REFUNDED')
     order by s.created_at desc, s.id desc limit $2) o
    join customers c on c.id = o.customer_id order by o.created_at desc, o.id desc`);

type From = (condition: string) => string;

const alone: From = (condition) => `orders o where ${condition}`;

/**
 * The buyer's columns are kept apart from the orders: buyers are read in the order of their names, and the orders of each
 * as they come. (The order within is why PostgreSQL does not join all of them first, and sort them then.)
 */
const withBuyer =
  (by: string): From =>
  (condition) =>
    `creator_customers k cross join lateral (
    select o.id, o.created_at from orders o where o.customer_id = k.customer_id and ${condition} order by ${by}) o where k.owner_id = $1`;

/**
 * A page of all orders, by buyer: buyers are skipped by how many orders each of them is known to have, and only those of the
 * page are asked for theirs.
 */
const pageByBuyer =
  (direction: "asc" | "desc", by: string) =>
  ({ perPage, offset }: Place): string =>
    `
    with buyers as (
      select * from (
        select k.customer_id, k.sort_name, k.order_count,
               sum(k.order_count) over (order by k.sort_name ${direction}, k.customer_id ${direction} rows unbounded preceding) as upto
          from creator_customers k where k.owner_id = $1) counted
       where upto > ${offset} limit ${perPage})
    select o.id from buyers k cross join lateral (
      select o.id, o.created_at from orders o where o.owner_id = $1 and o.customer_id = k.customer_id) o
     order by k.sort_name ${direction}, k.customer_id ${direction}, ${by}
     limit ${perPage} offset (select ${offset} - min(upto - order_count) from buyers)`;

/**
 * A far page by total: orders are counted by their totals, which skips all but those of the page's own; to put them all in
 * order takes three times as long.
 */
const farPageByTotal =
  (direction: "asc" | "desc") =>
  (condition: string, { perPage, offset }: Place): string =>
    `
    with totals as (
      select total_cents, count(*) as n, sum(count(*)) over (order by total_cents ${direction}) as upto
        from orders o where ${condition} group by 1),
    shown as (
      select min(total_cents) as least, max(total_cents) as most, min(upto - n) as before
        from totals where upto > ${offset} and upto - n < ${offset + perPage})
    select o.id from orders o
     where ${condition} and o.total_cents between (select least from shown) and (select most from shown)
     order by o.total_cents ${direction}, o.id limit ${perPage} offset (select ${offset} - before from shown)`;

type Order = {
  from: From;
  by: string;
  /** A page of all orders of a creator. */
  ofAll?: (place: Place) => string;
  /** A page behind very many others. */
  ifFar?: (condition: string, place: Place) => string;
};

const newestFirst: Order = { from: alone, by: "o.created_at desc, o.id desc" };
const oldestFirst: Order = { from: alone, by: "o.created_at, o.id" };

const orders: Record<string, Order> = {
  created: oldestFirst,
  "-created": newestFirst,
  total: { from: alone, by: "o.total_cents, o.id", ifFar: farPageByTotal("asc") },
  "-total": { from: alone, by: "o.total_cents desc, o.id", ifFar: farPageByTotal("desc") },
  status: { from: alone, by: "o.status, o.created_at desc, o.id" },
  "-status": { from: alone, by: "o.status desc, o.created_at desc, o.id" },
  customer: {
    from: withBuyer(oldestFirst.by),
    by: `k.sort_name, k.customer_id, ${oldestFirst.by}`,
    ofAll: pageByBuyer("asc", oldestFirst.by),
  },
  "-customer": {
    from: withBuyer(newestFirst.by),
    by: `k.sort_name desc, k.customer_id desc, ${newestFirst.by}`,
    ofAll: pageByBuyer("desc", newestFirst.by),
  },
};
