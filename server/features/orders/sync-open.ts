import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { syncDispute } from "./sync-dispute.ts";
import { syncRefund } from "./sync-refund.ts";
import { sendRefund } from "./send-refund.ts";

/** Takes up refunds that have been under way for two minutes: their job or their webhook was lost. */
export async function syncOpenRefunds(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  for (const { id, providerRefundId } of await selectOpenRefunds(pool, clock.now())) {
    try {
      if (providerRefundId === null) await sendRefund(services, id);
      else await syncRefund(services, providerRefundId);
    } catch (error) {
      log.error({ err: error, refundId: id }, "could not follow a refund");
    }
  }
}

/** Asks about open disputes: the webhook of their end may have been lost. */
export async function syncOpenDisputes(services: Services): Promise<void> {
  for (const { providerDisputeId } of await selectOpenDisputes(services.pool)) {
    try {
      await syncDispute(services, providerDisputeId);
    } catch (error) {
      services.log.error({ err: error, providerDisputeId }, "could not follow a dispute");
    }
  }
}

/** SQL: the refunds that have been under way for two minutes at `$1`. */
const openRefunds =
  "refunds where status = 'PENDING' and created_at < $1::timestamptz - interval '2 minutes'";

/** SQL: whether there is any. */
export const isAnyRefundOpen = `exists (select from ${openRefunds})`;

const selectOpenRefunds = statement("orders_select_open_refunds")<
  { id: string; providerRefundId: string | null },
  [now: Date]
>(`select id, provider_refund_id as "providerRefundId" from ${openRefunds} order by created_at limit 200`);

const selectOpenDisputes = statement("orders_select_open_disputes")<{ providerDisputeId: string }, []>(
  `select provider_dispute_id as "providerDisputeId" from disputes where status = 'OPEN' order by updated_at limit 200`,
);
