import type pg from "pg";
import type { CsvColumn } from "#server/csv.ts";

type Client = pg.Pool;
const batchSize = 1_000;

/** Reads a creator's rows a batch at a time, oldest first, so that no export is held in memory. */
async function* inBatches<Row extends { id: string; createdAt: Date }>(
  pool: Client,
  statement: string,
  ownerId: string,
): AsyncGenerator<Row> {
  let after: { id: string; createdAt: Date } = {
    id: "00000000-0000-0000-0000-000000000000",
    createdAt: new Date(0),
  };
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select * from (${statement}) as rows where ("createdAt", id) > ($2::timestamptz, $3::uuid) order by "createdAt", id limit ${batchSize}`,
      [ownerId, after.createdAt, after.id],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last;
  }
}

const inUnits = (cents: number) => cents / 100;
const sharedOrder = `o.status, upper(o.currency) as currency, o.id as "orderId", c.email, o.customer_name as name`;

type OrderRecord = {
  id: string;
  createdAt: Date;
  orderId: string;
  status: string;
  currency: string;
  email: string;
  name: string;
};
type Order = OrderRecord & {
  product: string;
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
  ] satisfies CsvColumn<Order>[],
  rows: (pool: Client, ownerId: string) =>
    inBatches<Order>(
      pool,
      `select o.id, ${sharedOrder}, date_trunc('milliseconds', o.created_at) as "createdAt", p.title as product, o.total_cents as "totalCents",
              o.refunded_cents as "refundedCents", o.paid_at as "paidAt", o.coupon_code as coupon, o.affiliate_link_code as affiliate
         from orders o join customers c on c.id = o.customer_id join products p on p.id = o.product_id where o.owner_id = $1`,
      ownerId,
    ),
};

type Line = OrderRecord & {
  product: string;
  itemType: string;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
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
  ] satisfies CsvColumn<Line>[],
  rows: (pool: Client, ownerId: string) =>
    inBatches<Line>(
      pool,
      `select i.id, ${sharedOrder}, date_trunc('milliseconds', i.created_at) as "createdAt", p.title as product, i.item_type as "itemType", i.quantity,
              i.unit_price_cents as "unitPriceCents", i.discount_cents as "discountCents", i.total_price_cents as "totalPriceCents",
              i.refunded_cents as "refundedCents", i.shipped_at as "shippedAt"
         from order_items i join orders o on o.id = i.order_id join customers c on c.id = o.customer_id
         join products p on p.id = i.product_id where o.owner_id = $1`,
      ownerId,
    ),
};

type Refund = OrderRecord & {
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
  rows: (pool: Client, ownerId: string) =>
    inBatches<Refund>(
      pool,
      `select r.id, ${sharedOrder}, date_trunc('milliseconds', r.created_at) as "createdAt", p.title as product, r.amount_cents as "amountCents",
              r.status as "refundStatus", r.reason,
              case when r.dispute_id is not null then 'Lost dispute' when r.request_key = r.provider_refund_id then 'Payment provider' else 'You' end as source
         from refunds r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
         left join order_items i on i.id = r.order_item_id left join products p on p.id = i.product_id where r.owner_id = $1`,
      ownerId,
    ),
};

type CustomerRecord = {
  id: string;
  createdAt: Date;
  name: string;
  email: string;
  orders: number;
  spentCents: number;
  newestAt: Date;
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
  ] satisfies CsvColumn<CustomerRecord>[],
  rows: (pool: Client, ownerId: string) =>
    inBatches<CustomerRecord>(
      pool,
      `select c.id, c.email, date_trunc('milliseconds', min(o.created_at)) as "createdAt", max(o.created_at) as "newestAt", count(*)::int as orders,
              coalesce((array_agg(o.customer_name order by o.created_at desc) filter (where o.customer_name <> ''))[1], '') as name,
              sum(case when o.status in ('PAID', 'REFUNDED') then o.total_cents - o.refunded_cents else 0 end)::float8 as "spentCents"
         from orders o join customers c on c.id = o.customer_id where o.owner_id = $1 group by c.id, c.email`,
      ownerId,
    ),
};
