import { and, eq } from "drizzle-orm";
import { creatorTransfers } from "#server/database/schema/payouts.ts";
import type { Db } from "#server/database/client.ts";
import { statement } from "#server/database/statement.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { GatewayError, isDecided } from "#server/payments/payment-gateway.ts";
import { logSecurityEvent } from "#server/http/security-events.ts";
import type { Services } from "#server/services.ts";
import type { Movement } from "./plan-movement.ts";

/** Providers forget keys after a day; an older call could move the money a second time. */
export const keyLivesMs = 20 * 3_600_000;

/**
 * SQL: whether the provider may be spoken to of a movement that was begun then: asked for again while its key, of which
 * `keyed` says since when, is alive, and looked for an hour later, when no call for it can be on its way any more.
 */
export const isAnswerable = (createdAt: string, keyed: string): string =>
  `(${createdAt} > ${keyed} or ${createdAt} <= ${keyed}::timestamptz - interval '1 hour')`;

/**
 * Asks the provider to move the money, with the movement's id as the key: however often it is asked, it moves once.
 * Without an answer the movement stays PENDING and is asked for again. Says whether there was an answer.
 */
export async function sendMovement(services: Services, movement: Movement): Promise<boolean> {
  const { db, pool, clock, log } = services;
  const { id } = movement;
  const pending = and(eq(creatorTransfers.id, id), eq(creatorTransfers.status, "PENDING"));
  let isFirst = false;
  try {
    const [asked] = await recordAsked(pool, id, clock.now());
    isFirst = asked?.isFirst ?? false;
    const providerTransferId = await move(services, movement);
    await db
      .update(creatorTransfers)
      .set({ status: "DONE", providerTransferId, settledAt: clock.now() })
      .where(pending);
    logSecurityEvent(services, "PAYOUT", { account: movement.accountId, job: "pass-on-payments" });
  } catch (error) {
    log.error({ err: error, transferId: id }, "a transfer to a creator was not made");
    if (!(error instanceof GatewayError) || error.retryable) return false;
    // A refusal of us, for a wrong key, says nothing of what an earlier call without an answer has done.
    if (!isFirst && !isDecided(error)) return false;
    const failure = error.message;
    await db.transaction(async (tx) => {
      const now = clock.now();
      const [failed] = await tx
        .update(creatorTransfers)
        .set({ status: "FAILED", failure, settledAt: now })
        .where(pending)
        .returning();
      if (failed?.kind === "TRANSFER") await notifyOfFailure(tx, failed, now);
    });
  }
  return true;
}

/** Once a day: what is refused is planned anew, and refused again until its creator does something about it. */
async function notifyOfFailure(
  tx: Db,
  { ownerId, amountCents, currency }: typeof creatorTransfers.$inferSelect,
  now: Date,
): Promise<void> {
  await notifyCreator(tx, {
    ownerId,
    kind: "PAYOUT_FAILED",
    event: `payout-failed:${now.toISOString().slice(0, 10)}`,
    facts: { cents: amountCents, currency },
    now,
  });
}

/**
 * Finds out what became of a movement whose answer never came, and whose key the provider may have forgotten: it is looked
 * for by what it was made with. One that the provider has no record of was never made, and is planned anew.
 */
export async function settleUnanswered(services: Services, movement: Movement): Promise<void> {
  const { db, pool, clock, log } = services;
  const { id } = movement;
  try {
    await recordAsked(pool, id, clock.now());
    const providerTransferId = await findMovement(services, movement);
    log.warn({ transferId: id, wasMade: Boolean(providerTransferId) }, "a transfer's answer never came");
    await db
      .update(creatorTransfers)
      .set({
        settledAt: clock.now(),
        ...(providerTransferId
          ? { status: "DONE", providerTransferId }
          : { status: "FAILED", failure: "The provider has no record of it." }),
      })
      .where(and(eq(creatorTransfers.id, id), eq(creatorTransfers.status, "PENDING")));
  } catch (error) {
    log.error({ err: error, transferId: id }, "could not find out what became of a transfer");
  }
}

/** The transfer that a movement made, or took back from, by the provider's books; undefined where it was never made. */
export async function findMovement(
  { payments }: Pick<Services, "payments">,
  movement: Movement,
): Promise<string | undefined> {
  const { id, kind, providerTransferId: reversedId } = movement;
  const metadata = { transfer: id };
  if (kind === "REVERSAL" && reversedId)
    return (await payments.payouts.hasReversal({ transferId: reversedId, metadata }))
      ? reversedId
      : undefined;
  return (await payments.payouts.findTransfer({ group: groupOf(movement), metadata }))?.id;
}

const groupOf = ({ orderPaymentId }: Movement): string => `payment_${orderPaymentId}`;

/** Whether the provider is asked for the first time. */
const recordAsked = statement("payouts_record_asked")<{ isFirst: boolean }, [transferId: string, now: Date]>(
  `update creator_transfers t set asked_at = $2 from (select asked_at from creator_transfers where id = $1) before
    where t.id = $1 returning before.asked_at is null as "isFirst"`,
);

async function move({ payments, pool }: Services, movement: Movement): Promise<string> {
  const { id, orderPaymentId, kind, accountId, amountCents, currency, providerTransferId } = movement;
  if (kind === "REVERSAL" && providerTransferId) {
    await payments.payouts.reverseTransfer({
      transferId: providerTransferId,
      amountCents,
      metadata: { transfer: id },
      idempotencyKey: id,
    });
    return providerTransferId;
  }
  // The first transfer of a payment may go before its money has arrived; a later one comes out of our balance.
  const earlier = await selectEarlier(pool, orderPaymentId, movement.createdAt);
  const made = await payments.payouts.transfer({
    accountId,
    amountCents,
    currency,
    group: groupOf(movement),
    sourcePaymentIntentId: earlier.length === 0 ? movement.paymentIntentId : undefined,
    metadata: { transfer: id, order_payment: orderPaymentId, payment_intent: movement.paymentIntentId },
    idempotencyKey: id,
  });
  return made.id;
}

const selectEarlier = statement("payouts_select_earlier_transfer")<
  never,
  [orderPaymentId: string, before: Date]
>(
  "select from creator_transfers where order_payment_id = $1 and status = 'DONE' and created_at < $2 limit 1",
);
