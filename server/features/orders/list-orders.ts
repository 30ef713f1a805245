import type { OrderRow, OrderStatus } from "#contract/order-page.ts";
import type { Services } from "#server/services.ts";

export type OrderFilter = {
  q?: string | undefined;
  status?: OrderStatus | undefined;
  product?: string | undefined;
  /** Days such as 2026-03-09, in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
};
type OrderPaging = { sort?: string | undefined; page: number; perPage: number };
type Pool = Pick<Services, "pool">;

/** A page of the creator's orders that a filter finds. */
export async function listOrders(
  { pool }: Pool,
  ownerId: string,
  filter: OrderFilter,
  { sort = "-created", page, perPage }: OrderPaging,
): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select ${orderRow} from orders o join customers c on c.id = o.customer_id where ${matches}
      order by ${orders[sort] ?? orders["-created"]}, o.id limit $7 offset $8`,
    [...valuesOf(ownerId, filter), perPage, (page - 1) * perPage],
  );
  return rows;
}

/** How many orders a filter finds, and what the paid ones brought and gave back, in cents. */
export async function getOrderTotals(
  { pool }: Pool,
  ownerId: string,
  filter: OrderFilter,
): Promise<{ orders: number; paidCents: number; refundedCents: number }> {
  const { rows } = await pool.query<{ orders: number; paidCents: number; refundedCents: number }>(
    `select count(*)::int as orders,
            coalesce(sum(o.total_cents) filter (where o.status in ('PAID', 'REFUNDED')), 0)::float8 as "paidCents",
            coalesce(sum(o.refunded_cents), 0)::float8 as "refundedCents"
       from orders o join customers c on c.id = o.customer_id where ${matches}`,
    valuesOf(ownerId, filter),
  );
  return rows[0] ?? { orders: 0, paidCents: 0, refundedCents: 0 };
}

/** The columns of an order in a list; needs `orders o` and `customers c`. */
export const orderRow = `
  o.id, o.customer_id as "customerId", o.product_id as "productId", o.status, o.disputed, o.total_cents as "totalCents",
  o.refunded_cents as "refundedCents", o.currency, o.coupon_code as "couponCode", o.affiliate_link_code as "affiliateLinkCode",
  o.created_at as "createdAt", json_build_object('id', c.id, 'email', c.email, 'name', o.customer_name) as customer,
  (select coalesce(json_agg(json_build_object('productId', i.product_id, 'title', p.title, 'itemType', i.item_type)
                            order by i.item_type <> 'MAIN', i.created_at, i.id), '[]')
     from order_items i join products p on p.id = i.product_id where i.order_id = o.id) as items`;

/** Every word has to be found somewhere: name, address, order, payment or a title. */
const matches = `
  o.owner_id = $1
  and ($2::text is null or o.status = $2)
  and ($3::text is null or exists (select from order_items i where i.order_id = o.id and i.product_id::text = $3))
  and ($4::date is null or o.created_at >= $4::date::timestamp at time zone 'UTC')
  and ($5::date is null or o.created_at < ($5::date + 1)::timestamp at time zone 'UTC')
  and not exists (
    select from unnest($6::text[]) as word
     where position(word in lower(concat_ws(' ', o.customer_name, c.email, o.id, o.payment_intent_id))) = 0
       and not exists (select from order_items i join products p on p.id = i.product_id
                        where i.order_id = o.id and position(word in lower(p.title)) > 0))`;

const valuesOf = (ownerId: string, { q, status, product, from, to }: OrderFilter) => [
  ownerId,
  status ?? null,
  product ?? null,
  from ?? null,
  to ?? null,
  wordsOf(q),
];

export const wordsOf = (q: string | undefined): string[] =>
  (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);

const orders: Record<string, string> = {
  created: "o.created_at",
  "-created": "o.created_at desc",
  total: "o.total_cents",
  "-total": "o.total_cents desc",
  status: "o.status, o.created_at desc",
  "-status": "o.status desc, o.created_at desc",
  customer: "lower(coalesce(nullif(o.customer_name, ''), c.email))",
  "-customer": "lower(coalesce(nullif(o.customer_name, ''), c.email)) desc",
};
