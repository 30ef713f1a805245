import type { CsvColumn } from "#server/http/csv.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { tagsOf } from "#server/database/person-tags.ts";
import { type Queryable, type Statement, statement } from "#server/database/statement.ts";
import { membershipKinds, membershipsOf } from "#server/database/current-memberships.ts";

export const batchSize = 2_000;

/** Where in a table a row stands. */
type Place = { placeAt: string; placeId: string };

/** Which rows a table is of, and what of each is read: `columns` may name the row as `r`, and what `joins` adds. */
export type Source = {
  table: string;
  key: { id: string; at: string };
  columns: string;
  joins: string;
  /** What is read once for all rows of a batch, by its name; `$1` is their owner. */
  shared?: Record<string, string>;
};

/** A statement that reads the rows of a creator that follow a place. */
type ReadAfter<Row> = Statement<Row, [ownerId: string, at: string, id: string]>;

/** A creator's rows, oldest first. */
const allOf = <Row extends Place>(
  pool: Queryable,
  readAfter: ReadAfter<Row>,
  ownerId: string,
): AsyncGenerator<Row> =>
  inBatches(batchSize, (last?: Row) =>
    readAfter(
      pool,
      ownerId,
      last?.placeAt ?? "-infinity",
      last?.placeId ?? "00000000-0000-0000-0000-000000000000",
    ),
  );

/** SQL: the first parts of a statement, which are read once for all of its rows. */
export const readOnce = (shared: Source["shared"] = {}): string =>
  Object.entries(shared)
    .map(([name, sql]) => `${name} as materialized (${sql}), `)
    .join("");

/**
 * SQL: one batch. An index leads to the rows that follow the last one (by `owner_id` and the key's two columns), and only
 * those are joined. The place is text, since a moment of JavaScript is coarser than PostgreSQL's.
 */
const batchOf = ({ table, key, columns, joins, shared }: Source) => `
  with ${readOnce(shared)}r as materialized (
    select * from ${table} where owner_id = $1 and (${key.at}, ${key.id}) > ($2::timestamptz, $3::uuid)
     order by ${key.at}, ${key.id} limit ${batchSize})
  select ${columns}, r.${key.at} as "createdAt", r.${key.id} as "placeId", r.${key.at}::text as "placeAt"
    from r ${joins} order by r.${key.at}, r.${key.id}`;

const byCreation = { id: "id", at: "created_at" };

const inUnits = (cents: number) => cents / 100;
/** What each line says of its order; needs `customers c`. */
const sharedOrder = (order: string) =>
  `${order}.status, upper(${order}.currency) as currency, ${order}.id as "orderId", c.email, ${order}.customer_name as name`;

type OrderRecord = Place & {
  createdAt: Date;
  orderId: string;
  status: string;
  currency: string;
  email: string;
  name: string;
};
export type Order = OrderRecord & {
  product: string;
  /** What of the total is for sending. */
  shippingCents: number;
  totalCents: number;
  refundedCents: number;
  paidAt: Date | null;
  coupon: string | null;
  affiliate: string | null;
};

const orderColumns: CsvColumn<OrderRecord>[] = [
  { header: "Order", value: ({ orderId }) => orderId },
  { header: "Date", value: ({ createdAt }) => createdAt },
  { header: "Status", value: ({ status }) => status },
  { header: "Name", value: ({ name }) => name },
  { header: "Email", value: ({ email }) => email },
];

export const orderExport = {
  fileName: "orders.csv",
  columns: [
    ...orderColumns,
    { header: "Product", value: ({ product }) => product },
    { header: "Currency", value: ({ currency }) => currency },
    { header: "Total", value: ({ totalCents }) => inUnits(totalCents) },
    { header: "Refunded", value: ({ refundedCents }) => inUnits(refundedCents) },
    { header: "Paid", value: ({ paidAt }) => paidAt },
    { header: "Coupon", value: ({ coupon }) => coupon },
    { header: "Affiliate", value: ({ affiliate }) => affiliate },
    { header: "Shipping", value: ({ shippingCents }) => inUnits(shippingCents) },
  ] satisfies CsvColumn<Order>[],
  rows: (pool: Queryable, ownerId: string) => allOf(pool, selectOrders, ownerId),
};

type Line = OrderRecord & {
  product: string;
  itemType: string;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  shippingCents: number;
  totalPriceCents: number;
  refundedCents: number;
  shippedAt: Date | null;
};

export const orderLineExport = {
  fileName: "order-lines.csv",
  columns: [
    ...orderColumns,
    { header: "Product", value: ({ product }) => product },
    { header: "Kind", value: ({ itemType }) => itemType },
    { header: "Quantity", value: ({ quantity }) => quantity },
    { header: "Currency", value: ({ currency }) => currency },
    { header: "Unit price", value: ({ unitPriceCents }) => inUnits(unitPriceCents) },
    { header: "Discount", value: ({ discountCents }) => inUnits(discountCents) },
    { header: "Total", value: ({ totalPriceCents }) => inUnits(totalPriceCents) },
    { header: "Refunded", value: ({ refundedCents }) => inUnits(refundedCents) },
    { header: "Shipped", value: ({ shippedAt }) => shippedAt },
    { header: "Shipping", value: ({ shippingCents }) => inUnits(shippingCents) },
  ] satisfies CsvColumn<Line>[],
  rows: (pool: Queryable, ownerId: string) => allOf(pool, selectLines, ownerId),
};

type Refund = OrderRecord & {
  id: string;
  product: string | null;
  amountCents: number;
  refundStatus: string;
  reason: string;
  source: string;
};

export const refundExport = {
  fileName: "refunds.csv",
  columns: [
    { header: "Refund", value: ({ id }) => id },
    ...orderColumns.map((column) =>
      column.header === "Status" ? { ...column, header: "Order status" } : column,
    ),
    { header: "Product", value: ({ product }) => product },
    { header: "Currency", value: ({ currency }) => currency },
    { header: "Amount", value: ({ amountCents }) => inUnits(amountCents) },
    { header: "Status", value: ({ refundStatus }) => refundStatus },
    { header: "Made by", value: ({ source }) => source },
    { header: "Reason", value: ({ reason }) => reason },
  ] satisfies CsvColumn<Refund>[],
  rows: (pool: Queryable, ownerId: string) => allOf(pool, selectRefunds, ownerId),
};

export type CustomerRecord = Place & {
  createdAt: Date;
  name: string;
  email: string;
  orders: number;
  spentCents: number;
  newestAt: Date;
  memberships: { productTitle: string; state: string }[] | null;
  tags: { name: string }[];
};

export const customerExport = {
  fileName: "customers.csv",
  columns: [
    { header: "Name", value: ({ name }) => name },
    { header: "Email", value: ({ email }) => email },
    { header: "Orders", value: ({ orders }) => orders },
    { header: "Spent", value: ({ spentCents }) => inUnits(spentCents) },
    { header: "First order", value: ({ createdAt }) => createdAt },
    { header: "Newest order", value: ({ newestAt }) => newestAt },
    {
      header: "Memberships",
      value: ({ memberships }) =>
        (memberships ?? []).map(({ productTitle, state }) => `${productTitle} (${state})`).join(", "),
    },
    { header: "Tags", value: ({ tags }) => tags.map(({ name }) => name).join(", ") },
  ] satisfies CsvColumn<CustomerRecord>[],
  rows: (pool: Queryable, ownerId: string) => allOf(pool, selectCustomers, ownerId),
};

export const orderSource: Source = {
  table: "orders",
  key: byCreation,
  columns: `${sharedOrder("r")}, p.title as product,
              (select coalesce(sum(i.shipping_cents), 0)::int from order_items i where i.order_id = r.id) as "shippingCents", r.total_cents as "totalCents", r.refunded_cents as "refundedCents",
              r.paid_at as "paidAt", r.coupon_code as coupon, r.affiliate_link_code as affiliate`,
  joins: "join customers c on c.id = r.customer_id join products p on p.id = r.product_id",
};

const selectOrders = statement("orders_export_orders")<Order, [ownerId: string, at: string, id: string]>(
  batchOf(orderSource),
);

const selectLines = statement("orders_export_lines")<Line, [ownerId: string, at: string, id: string]>(
  batchOf({
    table: "order_items",
    key: byCreation,
    columns: `${sharedOrder("o")}, p.title as product, r.item_type as "itemType", r.quantity,
                r.unit_price_cents as "unitPriceCents", r.discount_cents as "discountCents", r.shipping_cents as "shippingCents",
                r.total_price_cents as "totalPriceCents", r.refunded_cents as "refundedCents", r.shipped_at as "shippedAt"`,
    joins: `join orders o on o.id = r.order_id join customers c on c.id = o.customer_id join products p on p.id = r.product_id`,
  }),
);

const selectRefunds = statement("orders_export_refunds")<Refund, [ownerId: string, at: string, id: string]>(
  batchOf({
    table: "refunds",
    key: byCreation,
    columns: `r.id, ${sharedOrder("o")}, p.title as product, r.amount_cents as "amountCents", r.status as "refundStatus", r.reason,
                case when r.dispute_id is not null then 'Lost dispute' when r.request_key = r.provider_refund_id then 'Payment provider' else 'You' end as source`,
    joins: `join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
              left join order_items i on i.id = r.order_item_id left join products p on p.id = i.product_id`,
  }),
);

export const customerSource: Source = {
  table: "creator_customers",
  key: { id: "customer_id", at: "first_order_at" },
  columns: `c.email, r.last_order_at as "newestAt", r.order_count as orders, r.name, r.spent_cents::float8 as "spentCents", ${membershipsOf("r", "kinds")} as memberships, ${tagsOf("r.owner_id", "c.email")} as tags`,
  joins: "join customers c on c.id = r.customer_id",
  shared: { kinds: membershipKinds("$1") },
};

const selectCustomers = statement("orders_export_customers")<
  CustomerRecord,
  [ownerId: string, at: string, id: string]
>(batchOf(customerSource));
