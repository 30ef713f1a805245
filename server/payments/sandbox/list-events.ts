import type pg from "pg";
import { z } from "zod";
import { statement } from "#server/database/statement.ts";
import type { GatewayEvent } from "#server/payments/payment-gateway.ts";

/** What an event is about, as far as anybody is told. */
export const EventObject = z.looseObject({
  id: z.string(),
  object: z.string(),
  payment_intent: z.string().optional(),
});

export const eventOf = (id: string, type: string, object: z.output<typeof EventObject>): GatewayEvent => ({
  id,
  type,
  objectId: object.id,
  paymentIntentId: object.object === "payment_intent" ? object.id : (object.payment_intent ?? null),
});

const pageSize = 500;

/** All that the sandbox has told since then, and has not forgotten, in the order in which it happened. */
export async function* listEvents(pool: pg.Pool, since: Date): AsyncIterable<GatewayEvent> {
  let after = 0;
  for (;;) {
    const rows = await selectPage(pool, since, after);
    for (const { id, type, data } of rows) yield eventOf(id, type, EventObject.parse(data));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.seq;
  }
}

const selectPage = statement("sandbox_list_events")<
  { seq: number; id: string; type: string; data: Record<string, unknown> },
  [since: Date, after: number]
>(
  `select seq::float8 as seq, id, type, data from sandbox.events
    where created_at >= $1 and seq > $2 order by seq limit ${pageSize}`,
);
