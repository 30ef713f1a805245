import type pg from "pg";
import type { orderEventKinds } from "#server/database/schema/order-events.ts";
import { statement } from "#server/database/statement.ts";

export type OrderEventKind = (typeof orderEventKinds)[number];
export type OrderEventDetail = Record<string, string | number | boolean | null>;

/** Adds a line to an order's timeline, in the transaction of what it tells. Answers its number. */
export async function addOrderEvent(
  client: pg.Pool | pg.PoolClient,
  orderId: string,
  kind: OrderEventKind,
  now: Date,
  detail: OrderEventDetail = {},
): Promise<number> {
  const [event] = await insertEvent(client, orderId, kind, JSON.stringify(detail), now);
  return Number(event?.id);
}

const insertEvent = statement("orders_insert_event")<
  { id: string },
  [orderId: string, kind: OrderEventKind, detail: string, now: Date]
>(
  "insert into order_events (order_id, kind, detail, created_at) values ($1, $2, $3::jsonb, $4) returning id",
);
