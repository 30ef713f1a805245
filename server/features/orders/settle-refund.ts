import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { applyRefund } from "./apply-refund.ts";
import { mailRefund, notifyOfFailedRefund } from "./mail-refunds.ts";
import { addOrderEvent } from "./order-events.ts";
import { findRefund, lockOrder, type RefundRow } from "./refund-rows.ts";
import { isOfRequest } from "./refund-requests/refund-request-json.ts";
import { undoRefund } from "./undo-refund.ts";

/** What the provider says of a refund; without a `providerRefundId` it refused to make one. */
export type RefundOutcome = {
  status: "pending" | "succeeded" | "failed";
  providerRefundId: string | null;
  /** Why it failed, where the provider said so. */
  failure?: string;
};

/**
 * Records what became of a refund, in one transaction with all that follows from it. Repeated, late and parallel calls
 * change nothing: PENDING moves to SUCCEEDED or FAILED, SUCCEEDED to FAILED, and what the provider called failed stays so.
 */
export async function settleRefund(
  services: Services,
  refundId: string,
  outcome: RefundOutcome,
): Promise<void> {
  const { pool, clock } = services;
  await inTransaction(pool, async (client) => {
    const refund = await lockRefund(client, refundId);
    if (refund) await moveRefund(client, refund, outcome, clock.now());
  });
  wakeListeners(pool, "job_outbox");
}

async function moveRefund(
  client: pg.PoolClient,
  refund: RefundRow,
  { status, providerRefundId, failure = "The bank did not take the money." }: RefundOutcome,
  now: Date,
): Promise<void> {
  // One that we gave up, and that the provider has made after all, is taken up again.
  const isOpen =
    refund.status === "PENDING" || (refund.status === "FAILED" && refund.providerRefundId === null);
  if (isOpen && providerRefundId !== null && status !== "failed") {
    await reopen(client, refund.id, providerRefundId);
    if (status === "succeeded") {
      await applyRefund(client, refund, now);
      await mailRefund(client, refund, now);
    }
    return;
  }
  if (status !== "failed" || refund.status === "FAILED") return;
  if (refund.status === "SUCCEEDED") await undoRefund(client, refund, now);
  await markFailed(client, refund.id, failure, providerRefundId);
  await addOrderEvent(client, refund.orderId, "REFUND_FAILED", now, {
    title: refund.title,
    amountCents: refund.amountCents,
    failure,
  });
  // The creator sees at once what the provider refuses; what fails later, or was granted by silence, is told by mail.
  if (refund.providerRefundId !== null || isOfRequest(refund.requestKey))
    await notifyOfFailedRefund(client, refund, now);
  if (refund.status === "PENDING") await mailRefund(client, refund, now);
}

async function lockRefund(client: pg.PoolClient, refundId: string): Promise<RefundRow | undefined> {
  const [found] = await findRefund(client, refundId);
  if (!found) return undefined;
  await lockOrder(client, found.orderId);
  return (await findRefund(client, refundId))[0];
}

const reopen = statement("orders_reopen_refund")<never, [refundId: string, providerRefundId: string]>(
  "update refunds set status = 'PENDING', provider_refund_id = $2, failure = null where id = $1",
);

const markFailed = statement("orders_mark_refund_failed")<
  never,
  [refundId: string, failure: string, providerRefundId: string | null]
>(
  `update refunds set status = 'FAILED', failure = $2, settled_at = null, provider_refund_id = coalesce(provider_refund_id, $3)
    where id = $1`,
);
