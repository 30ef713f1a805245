import { randomBytes } from "node:crypto";
import type { Db } from "#server/database/client.ts";
import { sandboxEvents } from "#server/database/schema/sandbox.ts";

export type SandboxEventType =
  | `payment_intent.${"succeeded" | "payment_failed" | "processing" | "requires_action" | "canceled" | "amount_capturable_updated"}`
  | `refund.${"created" | "updated" | "failed"}`
  | `charge.dispute.${"created" | "funds_withdrawn" | "funds_reinstated" | "closed"}`
  | "account.updated"
  | "radar.early_fraud_warning.created"
  | `customer.subscription.${"created" | "updated" | "deleted"}`
  | `invoice.${"paid" | "payment_failed" | "payment_action_required"}`;

/** A new id such as `evt_sbx_…`. */
export const newEventId = (): string => `evt_sbx_${randomBytes(12).toString("hex")}`;

/** SQL for an event's data: the intent as `changed` leaves it. */
export const intentSnapshot = `jsonb_build_object('id', changed.id, 'object', 'payment_intent', 'amount', changed.amount,
  'amount_received', changed.amount_received, 'currency', changed.currency, 'status', changed.status,
  'metadata', changed.metadata, 'last_payment_error', changed.last_error)`;

/** Writes an event in the transaction of what it tells about. */
export async function recordEvent(
  db: Db,
  type: SandboxEventType,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db.insert(sandboxEvents).values({ id: newEventId(), type, data, deliverAt: now, createdAt: now });
}
