import type pg from "pg";
import { printedAddress } from "#contract/checkout/formats-of-countries.ts";
import type { ToShip } from "#contract/orders/to-ship.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { orderNumber } from "#server/database/order-number.ts";
import type { ShippingAddress } from "#server/database/schema/checkout.ts";
import { statement } from "#server/database/statement.ts";
import type { CsvColumn } from "#server/http/csv.ts";

const shown = 50;

/** What is paid and waits to be sent, the longest wait first, with how many there are in all. */
export async function listToShip(
  pool: pg.Pool,
  ownerId: string,
): Promise<{ count: number; lines: ToShip[] }> {
  const [[counted], lines] = await Promise.all([
    countToShip(pool, ownerId),
    parcelsAfter(pool, ownerId, shown),
  ]);
  return { count: counted?.count ?? 0, lines };
}

type Parcel = ToShip & { placeAt: string };

const batchSize = 2_000;
const noLine = "00000000-0000-0000-0000-000000000000";

async function parcelsAfter(
  pool: pg.Pool,
  ownerId: string,
  limit: number,
  { last, lineIds }: { last?: Parcel | undefined; lineIds?: string[] | undefined } = {},
): Promise<Parcel[]> {
  const [at, id] = [last?.placeAt ?? "-infinity", last?.lineId ?? noLine];
  const rows = await selectToShip(pool, ownerId, at, id, limit, lineIds ?? null);
  return rows.flatMap(({ shippingAddress, ...row }) =>
    shippingAddress ? [{ ...row, address: printedAddress(shippingAddress) }] : [],
  );
}

/** A row a parcel: its parts, and its lines as they are printed on a label. */
export const toShipExport = {
  fileName: "to-ship.csv",
  columns: [
    { header: "Order", value: ({ number }) => number },
    { header: "Date", value: ({ paidAt }) => paidAt },
    { header: "Product", value: ({ title }) => title },
    { header: "Quantity", value: ({ quantity }) => quantity },
    { header: "Email", value: ({ email }) => email },
    { header: "Recipient", value: ({ address }) => address.name },
    { header: "Street", value: ({ address }) => address.line1 },
    { header: "Apartment", value: ({ address }) => address.line2 },
    { header: "City", value: ({ address }) => address.city },
    { header: "Region", value: ({ address }) => address.region },
    { header: "Postal code", value: ({ address }) => address.postalCode },
    { header: "Country", value: ({ address }) => address.country },
    ...Array.from({ length: 7 }, (_, place) => ({
      header: `Label line ${place + 1}`,
      value: ({ address }: Parcel) => address.lines[place] ?? "",
    })),
  ] satisfies CsvColumn<Parcel>[],
  rows: (pool: pg.Pool, ownerId: string, lineIds?: string[]) =>
    inBatches(batchSize, (last?: Parcel) => parcelsAfter(pool, ownerId, batchSize, { last, lineIds })),
};

/** SQL: lines `i` of orders `o` of products `p` of the creator $1 that wait; nothing is sent to whom all of it was given back, or what cost nothing was taken back. */
export const linesToShip = `
    from products p join order_items i on i.product_id = p.id join orders o on o.id = i.order_id
   where p.owner_id = $1 and i.owner_id = $1 and p.requires_shipping and i.shipped_at is null and o.status = 'PAID'
     and o.shipping_address is not null and (i.refunded_cents < i.total_price_cents
       or i.total_price_cents = 0 and exists (select from access a where a.order_item_id = i.id and a.revoked_at is null))`;

const countToShip = statement("orders_count_to_ship")<{ count: number }, [ownerId: string]>(
  `select count(*)::int as count ${linesToShip}`,
);

/** Those of some lines that wait still, with their orders. */
export const selectWaiting = statement("orders_select_waiting_lines")<
  { lineId: string; orderId: string },
  [ownerId: string, lineIds: string[]]
>(
  `select i.id as "lineId", o.id as "orderId" ${linesToShip} and i.id = any ($2::uuid[]) order by i.created_at, i.id`,
);

const selectToShip = statement("orders_select_to_ship")<
  Omit<Parcel, "address"> & { shippingAddress: ShippingAddress | null },
  [ownerId: string, afterAt: string, afterId: string, limit: number, lineIds: string[] | null]
>(`
  select w.*, ${orderNumber("o")}::int as number, o.customer_name as name, c.email, coalesce(o.paid_at, o.created_at) as "paidAt",
         o.shipping_address as "shippingAddress"
    from (select i.id as "lineId", o.id as "orderId", p.title, i.quantity, i.created_at::text as "placeAt" ${linesToShip}
             and (i.created_at, i.id) > ($2::timestamptz, $3::uuid) and ($5::uuid[] is null or i.id = any ($5))
           order by i.created_at, i.id limit $4) w
    join orders o on o.id = w."orderId" join customers c on c.id = o.customer_id
   order by w."placeAt"::timestamptz, w."lineId"`);
