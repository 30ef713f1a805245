import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";

/** What a paid order took for good: its holds, or where it has none, what is left. The database refuses to oversell. */
export async function spendStock(
  client: pg.PoolClient,
  { sessionId, lines, now }: { sessionId: string; lines: readonly CartLine[]; now: Date },
): Promise<void> {
  for (const { productId, quantity } of quantities(lines))
    await spendProduct(client, sessionId, productId, quantity, now);
}

/** Puts back what the session holds of products that are no longer in its cart. */
export async function releaseStock(
  client: Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">,
  { sessionId, exceptLines }: { sessionId: string; exceptLines: readonly CartLine[] },
): Promise<void> {
  await releaseProducts(
    client,
    sessionId,
    exceptLines.map(({ productId }) => productId),
  );
}

/** One row per product, whatever the lines, in the order of their ids. */
export function quantities(lines: readonly CartLine[]) {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1));
}

const spendProduct = hotStatement("checkout_spend_stock")<
  never,
  [sessionId: string, productId: string, quantity: number, now: Date]
>(`with used as (
     update stock_holds set state = 'USED', network = null
      where checkout_session_id = $1 and product_id = $2 and state = 'HELD' returning id),
   missed as (
     update products set inventory_quantity = inventory_quantity - $3
      where id = $2 and track_inventory and not exists (select from used)
     returning id)
   insert into stock_holds (checkout_session_id, product_id, quantity, state, expires_at, created_at)
   select $1, id, $3, 'USED', $4, $4 from missed`);

const releaseProducts = hotStatement("checkout_release_stock")<
  never,
  [sessionId: string, keptProductIds: string[]]
>(`with stock as (
     update stock_holds set state = 'RELEASED', network = null
      where checkout_session_id = $1 and state = 'HELD' and product_id <> all ($2::uuid[]) returning product_id, quantity)
   update products p set inventory_quantity = p.inventory_quantity + s.quantity from stock s where p.id = s.product_id`);
