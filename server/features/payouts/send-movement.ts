import { GatewayError, isDecided } from "#server/payments/payment-gateway.ts";
import { logSecurityEvent } from "#server/security-events.ts";
import type { Services } from "#server/services.ts";
import type { Movement } from "./plan-movement.ts";

/** Providers forget keys after a day; an older call could move the money a second time. */
export const keyLivesMs = 20 * 3_600_000;

/**
 * Asks the provider to move the money, with the movement's id as the key: however often it is asked, it moves once.
 * Without an answer the movement stays PENDING and is asked for again. Says whether there was an answer.
 */
export async function sendMovement(services: Services, movement: Movement): Promise<boolean> {
  const { pool, clock, log } = services;
  const { id } = movement;
  let isFirst = false;
  try {
    isFirst = await noteAsked(services, id);
    const providerTransferId = await move(services, movement);
    await pool.query(
      "update creator_transfers set status = 'DONE', provider_transfer_id = $2, settled_at = $3 where id = $1 and status = 'PENDING'",
      [id, providerTransferId, clock.now()],
    );
    logSecurityEvent(services, "PAYOUT", { account: movement.accountId, job: "pass-on-payments" });
  } catch (error) {
    log.error({ err: error, transferId: id }, "a transfer to a creator was not made");
    if (!(error instanceof GatewayError) || error.retryable) return false;
    // A refusal of us, for a wrong key, says nothing of what an earlier call without an answer has done.
    if (!isFirst && !isDecided(error)) return false;
    await pool.query(
      "update creator_transfers set status = 'FAILED', failure = $2, settled_at = $3 where id = $1 and status = 'PENDING'",
      [id, error.message, clock.now()],
    );
  }
  return true;
}

/** Whether the provider is asked for the first time. */
async function noteAsked({ pool, clock }: Services, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ isFirst: boolean }>(
    `update creator_transfers t set asked_at = $2 from (select asked_at from creator_transfers where id = $1) before
      where t.id = $1 returning before.asked_at is null as "isFirst"`,
    [id, clock.now()],
  );
  return rows[0]?.isFirst ?? false;
}

async function move({ payments, pool }: Services, movement: Movement): Promise<string> {
  const { id, orderPaymentId, kind, accountId, amountCents, currency, providerTransferId } = movement;
  if (kind === "REVERSAL" && providerTransferId) {
    await payments.payouts.reverseTransfer({
      transferId: providerTransferId,
      amountCents,
      idempotencyKey: id,
    });
    return providerTransferId;
  }
  // The first transfer of a payment may go before its money has arrived; a later one comes out of our balance.
  const { rows: earlier } = await pool.query(
    "select from creator_transfers where order_payment_id = $1 and status = 'DONE' and created_at < $2 limit 1",
    [orderPaymentId, movement.createdAt],
  );
  const made = await payments.payouts.transfer({
    accountId,
    amountCents,
    currency,
    group: `payment_${orderPaymentId}`,
    sourcePaymentIntentId: earlier.length === 0 ? movement.paymentIntentId : undefined,
    metadata: { transfer: id, order_payment: orderPaymentId },
    idempotencyKey: id,
  });
  return made.id;
}
