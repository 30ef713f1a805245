import { statement } from "#server/database/statement.ts";
import { handlePaymentEvent } from "#server/payments/handle-payment-event.ts";
import { savePaymentEvent } from "#server/payments/save-payment-event.ts";
import type { Services } from "#server/services.ts";

/**
 * Has the payment provider tell once more what it told since then, and acts on all of it that is new here, as if it came by
 * webhook: payments become orders, refunds, disputes and bills are followed. What had been dealt with before changes nothing.
 */
export async function replayEvents(
  services: Services,
  since: Date,
): Promise<{ replayed: number; failed: number }> {
  const { pool, payments, log } = services;
  for await (const event of payments.listEvents(since)) await savePaymentEvent(services, event);
  let failed = 0;
  const open = await selectOpen(pool, payments.provider);
  for (const { id } of open) {
    try {
      await handlePaymentEvent(services, id);
    } catch (error) {
      failed++;
      log.error({ err: error, webhookEventId: id }, "an event of the payment provider was not dealt with");
    }
  }
  return { replayed: open.length, failed };
}

const selectOpen = statement("restore_select_open_events")<{ id: number }, [provider: string]>(
  "select id::float8 as id from webhook_events where handled_at is null and provider = $1 order by id",
);
