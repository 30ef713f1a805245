import { and, eq, ne, sum } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { sandboxIntents, sandboxPaymentMethods, sandboxRefunds } from "#server/database/schema/sandbox.ts";
import { GatewayError, type GatewayRefund, type NewRefund } from "#server/payments/payment-gateway.ts";
import { disputedCents } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { fingerprint, idempotencyConflict, newId, unexpectedState } from "./intents.ts";
import { behaviourNamed } from "./test-cards.ts";

/** How long a refund stays in its first state where the card asks for a second one. */
const refundSettlesAfterMs = 3_000;

type Refund = typeof sandboxRefunds.$inferSelect;

/** Gives money back; refunds that failed do not count against what is left. */
export async function refund(db: Db, input: NewRefund, now: Date): Promise<GatewayRefund> {
  const { amountCents, metadata, idempotencyKey } = input;
  if (amountCents !== undefined && (!Number.isInteger(amountCents) || amountCents < 1)) {
    throw new GatewayError("parameter_invalid", "A refund is at least 1 cent");
  }
  const print = fingerprint(
    input.paymentIntentId,
    amountCents ?? null,
    Object.entries(metadata ?? {}).sort(),
  );
  try {
    return await db.transaction((tx) => refundOnce(tx, input, print, now));
  } catch (error) {
    if (brokenConstraint(error) !== "sandbox_refunds_idempotency") throw error;
    return answerAgain(await findByKey(db, idempotencyKey), print);
  }
}

async function refundOnce(
  tx: Db,
  { paymentIntentId, amountCents, metadata = {}, idempotencyKey }: NewRefund,
  print: string,
  now: Date,
) {
  const [intent] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, paymentIntentId))
    .for("update");
  // Looked for under the intent's lock: who waited here for the same key finds it.
  const known = await findByKey(tx, idempotencyKey);
  if (known) return answerAgain(known, print);
  if (!intent) throw new GatewayError("resource_missing", "No such payment_intent");
  if (intent.status !== "succeeded") throw unexpectedState("be refunded", intent.status);

  if ((await disputedCents(tx, intent.id)) > 0)
    throw new GatewayError("refund_disputed_payment", "This payment is disputed and cannot be refunded");
  const left = intent.amountReceived - (await refundedCents(tx, intent.id));
  if (left === 0) throw new GatewayError("charge_already_refunded", "This payment has already been refunded");
  if (amountCents !== undefined && amountCents > left) {
    throw new GatewayError(
      "amount_too_large",
      `The refund (${amountCents}) is greater than what is left of the payment (${left})`,
    );
  }
  const { refund: course } = behaviourNamed(await cardBehaviour(tx, intent.paymentMethod));
  const row: Refund = {
    id: newId("re"),
    paymentIntent: intent.id,
    amount: amountCents ?? left,
    status: course?.first ?? "succeeded",
    metadata,
    followUpAt: course ? new Date(now.getTime() + refundSettlesAfterMs) : null,
    idempotencyKey,
    idempotencyFingerprint: print,
    createdAt: now,
  };
  await tx.insert(sandboxRefunds).values(row);
  await recordEvent(tx, "refund.created", refundSnapshot(row), now);
  return answerOf(row);
}

/** The data of a refund's events. */
export const refundSnapshot = ({ id, paymentIntent, amount, status }: Refund): Record<string, unknown> => ({
  id,
  object: "refund",
  payment_intent: paymentIntent,
  amount,
  status,
});

async function findByKey(db: Db, key: string): Promise<Refund | undefined> {
  return db.query.sandboxRefunds.findFirst({ where: eq(sandboxRefunds.idempotencyKey, key) });
}

async function refundedCents(tx: Db, paymentIntent: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(sandboxRefunds.amount).mapWith(Number) })
    .from(sandboxRefunds)
    .where(and(eq(sandboxRefunds.paymentIntent, paymentIntent), ne(sandboxRefunds.status, "failed")));
  return row?.cents ?? 0;
}

async function cardBehaviour(tx: Db, paymentMethod: string | null): Promise<string> {
  if (!paymentMethod) return "succeeds";
  const card = await tx.query.sandboxPaymentMethods.findFirst({
    where: eq(sandboxPaymentMethods.id, paymentMethod),
  });
  return card?.behaviour ?? "succeeds";
}

function answerAgain(known: Refund | undefined, print: string): GatewayRefund {
  if (known?.idempotencyFingerprint !== print) throw idempotencyConflict();
  return answerOf(known);
}

const answerOf = ({ id, paymentIntent, status, amount, metadata }: Refund): GatewayRefund => ({
  id,
  paymentIntentId: paymentIntent,
  status,
  amountCents: amount,
  metadata,
});

/** How a refund stands; `resource_missing` when there is none. */
export async function getRefund(db: Db, id: string): Promise<GatewayRefund> {
  const found = await db.query.sandboxRefunds.findFirst({ where: eq(sandboxRefunds.id, id) });
  if (!found) throw new GatewayError("resource_missing", "No such refund");
  return answerOf(found);
}
