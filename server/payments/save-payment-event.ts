import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import type { GatewayEvent } from "./payment-gateway.ts";

/** Keeps an event of the provider once, however often it is told, and queues its handling in the same statement. */
export async function savePaymentEvent(
  { pool, payments, clock }: Pick<Services, "pool" | "payments" | "clock">,
  { id, type, objectId }: GatewayEvent,
): Promise<void> {
  await saveEvent(pool, payments.provider, id, type, JSON.stringify({ objectId }), clock.now());
}

/** Only what is needed to fetch the object again is kept; the object itself is never believed. */
const saveEvent = hotStatement("webhook_save_event")<
  never,
  [provider: string, eventId: string, type: string, payload: string, now: Date]
>(`with kept as (
     insert into webhook_events (provider, event_id, type, payload, received_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (provider, event_id) do nothing returning id)
   insert into job_outbox (name, data) select 'handle-payment-event', jsonb_build_object('webhookEventId', id) from kept`);
