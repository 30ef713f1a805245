import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import { disputeAfterMs } from "./charge-attempt.ts";
import { intentSnapshot, newEventId } from "./events.ts";
import { intentOf } from "./intent-row.ts";
import { getIntentRow, unexpectedState } from "./intents.ts";
import { behaviourNamed } from "./test-cards.ts";

/** Takes what was authorized; once, whoever asks and how often. */
export async function captureIntent(pool: pg.Pool, id: string, now: Date): Promise<PaymentIntent> {
  const { behaviour } = await getIntentRow(pool, id);
  const isDisputed = behaviourNamed(behaviour ?? "unknown").dispute !== undefined;
  const followUpAt = isDisputed ? new Date(now.getTime() + disputeAfterMs) : null;
  return decided(pool, id, "succeeded", await capture(pool, id, now, followUpAt, newEventId()));
}

/** Gives the authorization back: nothing is taken. */
export const releaseIntent = async (pool: pg.Pool, id: string, now: Date): Promise<PaymentIntent> =>
  decided(pool, id, "canceled", await release(pool, id, now, newEventId()));

async function decided(
  pool: pg.Pool,
  id: string,
  outcome: "succeeded" | "canceled",
  changed: readonly unknown[],
): Promise<PaymentIntent> {
  if (changed.length > 0) wakeListeners(pool, "sandbox_events");
  const row = await getIntentRow(pool, id);
  if (row.status !== outcome)
    throw unexpectedState(outcome === "succeeded" ? "be captured" : "be released", row.status);
  return intentOf(row);
}

const capture = hotStatement("sandbox_capture_intent")<
  { id: string },
  [id: string, now: Date, followUpAt: Date | null, eventId: string]
>(`with changed as (
     update sandbox.payment_intents set status = 'succeeded', amount_received = amount, follow_up_at = $3, updated_at = $2
      where id = $1 and status = 'requires_capture'
     returning *
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at)
     select $4, 'payment_intent.succeeded', ${intentSnapshot}, $2, $2 from changed
   )
   select id from changed`);

const release = hotStatement("sandbox_release_intent")<
  { id: string },
  [id: string, now: Date, eventId: string]
>(`with changed as (
     update sandbox.payment_intents set status = 'canceled', next_action = null, updated_at = $2
      where id = $1 and status = 'requires_capture'
     returning *
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at)
     select $3, 'payment_intent.canceled', ${intentSnapshot}, $2, $2 from changed
   )
   select id from changed`);
