import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Whether an order is under an address, or was before its buyer corrected it: the page that they have open, and what they
 * kept of it, name the address as it was mistyped. `typed` is in lower case.
 */
export async function isUnderAddress(
  pool: Queryable,
  order: { id: string; email: string },
  typed: string,
): Promise<boolean> {
  return order.email.toLowerCase() === typed || (await selectMistyped(pool, order.id, typed)).length > 0;
}

const selectMistyped = statement("orders_select_mistyped")<never, [orderId: string, email: string]>(
  `select from order_events where order_id = $1 and kind = 'ADDRESS_CORRECTED' and lower(detail ->> 'from') = $2 limit 1`,
);
