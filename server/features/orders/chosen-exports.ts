import { type Queryable, type Statement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { type CustomerFilter, customerIdsInBatches } from "./list-customers.ts";
import { orderIdsInBatches } from "./list-orders.ts";
import {
  batchSize,
  customerExport,
  type CustomerRecord,
  customerSource,
  readOnce,
  type Order,
  orderExport,
  orderSource,
  type Source,
} from "./order-exports.ts";
import type { OrderFilter } from "./order-search.ts";

/** By hand, or by a filter; neither: all there are. */
type Chosen<Filter> = Filter & { ids?: string[] | undefined };

/** The rows of the orders' table that are chosen, oldest first: as many at a time as one batch has. */
export function chosenOrders(
  pool: Services["pool"],
  ownerId: string,
  chosen: Chosen<OrderFilter>,
): AsyncIterable<Order> {
  if (isAll(chosen)) return orderExport.rows(pool, ownerId);
  const { ids, ...filter } = chosen;
  const batches = ids ? [ids] : orderIdsInBatches({ pool }, ownerId, filter, batchSize);
  return rowsOf(pool, selectOrders, ownerId, batches);
}

/** The same of customers, whom the creator has known longest first. */
export function chosenCustomers(
  pool: Services["pool"],
  ownerId: string,
  chosen: Chosen<CustomerFilter>,
): AsyncIterable<CustomerRecord> {
  if (isAll(chosen)) return customerExport.rows(pool, ownerId);
  const { ids, ...filter } = chosen;
  const batches = ids ? [ids] : customerIdsInBatches({ pool }, ownerId, filter, batchSize);
  return rowsOf(pool, selectCustomers, ownerId, batches);
}

const isAll = (chosen: object): boolean =>
  Object.values(chosen).every((value) => value === undefined || value === "");

async function* rowsOf<Row>(
  pool: Queryable,
  read: Statement<Row, [ownerId: string, ids: string[]]>,
  ownerId: string,
  batches: Iterable<string[]> | AsyncIterable<string[]>,
): AsyncGenerator<Row> {
  for await (const ids of batches) yield* await read(pool, ownerId, ids);
}

/** SQL: the creator's rows of some ids. */
const ofIds = ({ table, key, columns, joins, shared }: Source) => `
  with ${readOnce(shared)}r as materialized (select * from ${table} where owner_id = $1 and ${key.id} = any ($2::uuid[]))
  select ${columns}, r.${key.at} as "createdAt", r.${key.id} as "placeId", r.${key.at}::text as "placeAt"
    from r ${joins} order by r.${key.at}, r.${key.id}`;

const selectOrders = statement("orders_export_chosen_orders")<Order, [ownerId: string, ids: string[]]>(
  ofIds(orderSource),
);

const selectCustomers = statement("orders_export_chosen_customers")<
  CustomerRecord,
  [ownerId: string, ids: string[]]
>(ofIds(customerSource));
