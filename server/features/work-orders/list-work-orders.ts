import type pg from "pg";
import type { WorkOrder } from "#contract/work-orders/work-orders.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";

type Show = "TO_DO" | "WAITING" | "DELIVERED" | "CLOSED";
type Asked = { show: Show; q?: string | undefined; page: number; perPage: number };

/** A page of the creator's sold services that have every word of `q`, how many there are, and how many are to be done. */
export async function listWorkOrders(
  pool: pg.Pool,
  ownerId: string,
  { show, q, page, perPage }: Asked,
  now: Date,
): Promise<{ workOrders: WorkOrder[]; total: number; toDo: number }> {
  const words = wordsOf(q).map((word) => anywhere(word.replace(/^#(?=\d)/, "")));
  const { select, count } = lists[show];
  const [[counted], workOrders, [open]] = await Promise.all([
    count(pool, ownerId, words),
    select(pool, ownerId, words, now, perPage, (page - 1) * perPage),
    countToDo(pool, ownerId),
  ]);
  return { workOrders, total: counted?.total ?? 0, toDo: open?.count ?? 0 };
}

/** SQL: what a list says of a work order `w`, with its line `i`, order `o`, customer `c` and product `p`; `now` as of `openAccess`. */
export const workOrderColumns = (now: string): string => `
  w.order_item_id as id, o.id as "orderId", ${orderNumber("o")}::int as number, p.title as "productTitle", i.quantity,
  o.customer_name as name, c.email, coalesce(o.paid_at, o.created_at) as "paidAt", w.state, w.sent_at as "sentAt",
  w.due_at as "dueAt", w.started_at as "startedAt", w.delivered_at as "deliveredAt",
  case when exists (select from ${openAccess(now)} a where a.order_item_id = w.order_item_id) then null
       when o.disputed then 'DISPUTED' else 'REVOKED' end as closed`;

export const workOrderTables = `
    from work_orders w
    join order_items i on i.id = w.order_item_id
    join orders o on o.id = i.order_id
    join customers c on c.id = o.customer_id
    join products p on p.id = w.product_id`;

/** SQL: what was paid back or taken away. A disputed order stays where it is: it may be won. */
const revoked =
  "exists (select from access taken where taken.order_item_id = w.order_item_id and taken.revoked_at is not null)";

const matching = (which: string) => `${workOrderTables}
   where w.owner_id = $1 and ${which}
     and (lower(o.customer_name || ' ' || c.email || ' ' || p.title) || ' ' || coalesce(${orderNumber("o")}::text, '')) like all ($2::text[])`;

type Counted = [ownerId: string, words: string[]];
type Listed = [...Counted, now: Date, limit: number, offset: number];

const countText = (which: string) => `select count(*)::int as total ${matching(which)}`;
const selectText = (which: string, order: string) =>
  `select ${workOrderColumns("$3")} ${matching(which)} order by ${order} limit $4 offset $5`;

/** SQL: whether a work order `w` is to be done. */
export const isToDo = `w.state = 'TO_DO' and not ${revoked}`;
const waiting = `w.state = 'WAITING' and not ${revoked}`;
const closed = `w.state <> 'DELIVERED' and ${revoked}`;

const lists = {
  TO_DO: {
    count: statement("work_orders_count_to_do")<{ total: number }, Counted>(countText(isToDo)),
    select: statement("work_orders_select_to_do")<WorkOrder, Listed>(
      selectText(isToDo, "w.due_at nulls last, w.sent_at, w.order_item_id"),
    ),
  },
  WAITING: {
    count: statement("work_orders_count_waiting")<{ total: number }, Counted>(countText(waiting)),
    select: statement("work_orders_select_waiting")<WorkOrder, Listed>(
      selectText(waiting, "w.created_at, w.order_item_id"),
    ),
  },
  DELIVERED: {
    count: statement("work_orders_count_delivered")<{ total: number }, Counted>(
      countText("w.state = 'DELIVERED'"),
    ),
    select: statement("work_orders_select_delivered")<WorkOrder, Listed>(
      selectText("w.state = 'DELIVERED'", "w.delivered_at desc, w.order_item_id"),
    ),
  },
  CLOSED: {
    count: statement("work_orders_count_closed")<{ total: number }, Counted>(countText(closed)),
    select: statement("work_orders_select_closed")<WorkOrder, Listed>(
      selectText(closed, "w.created_at desc, w.order_item_id"),
    ),
  },
};

const countToDo = statement("work_orders_count_open")<{ count: number }, [ownerId: string]>(
  `select count(*)::int as count from (
     select 1 from work_orders w where w.owner_id = $1 and ${isToDo} limit 100) open`,
);
