import { GatewayError, isDecided } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { findRefund } from "./refund-rows.ts";
import { settleRefund } from "./settle-refund.ts";

/** The job that carries a refund out; its data is `{ refundId }`. */
export const sendRefundJob = "send-refund";

/** Providers keep idempotency keys for a day: after that, asking again could give the money back a second time. */
const keyLastsMs = 20 * 3_600_000;

/**
 * Asks the provider to give a refund's money back, and records what it says. May be called any number of times, by any
 * process: the row's id is the idempotency key. Throws when the provider did not answer; then it is to be tried again. Only
 * when it `isFirst` asked, a refusal of us, for a wrong key, says that nothing was given back.
 */
export async function sendRefund(services: Services, refundId: string, isFirst = false): Promise<void> {
  const { pool, payments, clock } = services;
  const [refund] = await findRefund(pool, refundId);
  if (refund?.status !== "PENDING" || refund.providerRefundId !== null || refund.disputeId !== null) return;
  if (clock.now().getTime() - refund.createdAt.getTime() > keyLastsMs) {
    const failure = "The payment provider did not answer for a day. Look there before you try again.";
    return settleRefund(services, refundId, { status: "failed", providerRefundId: null, failure });
  }
  try {
    const answer = await payments.refund({
      paymentIntentId: refund.paymentIntentId,
      amountCents: refund.amountCents,
      metadata: { refund: refund.id },
      idempotencyKey: refund.id,
    });
    await settleRefund(services, refundId, { status: answer.status, providerRefundId: answer.id });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.retryable) throw error;
    if (!isFirst && !isDecided(error)) throw error;
    await settleRefund(services, refundId, {
      status: "failed",
      providerRefundId: null,
      failure: error.message,
    });
  }
}
