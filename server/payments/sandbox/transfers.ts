import { eq, gte } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import {
  sandboxAccounts,
  sandboxReversals,
  sandboxTransfers,
} from "#server/database/schema/sandbox-payouts.ts";
import { sandboxIntents } from "#server/database/schema/sandbox.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import {
  carries,
  type GatewayTransfer,
  type ListedTransfer,
  type NewReversal,
  type NewTransfer,
} from "#server/payments/payout-gateway.ts";
import { fingerprint, idempotencyConflict, newId } from "./intents.ts";

type Transfer = typeof sandboxTransfers.$inferSelect;

/** Passes money on; once per key. With a source it is never more than that payment brought. */
export async function transfer(db: Db, input: NewTransfer, now: Date): Promise<GatewayTransfer> {
  const { accountId, amountCents, currency, group, sourcePaymentIntentId, metadata, idempotencyKey } = input;
  checkAmount(amountCents);
  const print = fingerprint(
    accountId,
    amountCents,
    currency,
    group,
    sourcePaymentIntentId ?? null,
    Object.entries(metadata).sort(),
  );
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(sandboxAccounts)
      .where(eq(sandboxAccounts.id, accountId))
      .for("update");
    // Looked for under the account's lock: who waited here for the same key finds it.
    const known = await findByKey(tx, idempotencyKey);
    if (known && known.idempotencyFingerprint !== print) throw idempotencyConflict();
    if (known) return { ...answerOf(known), reversedCents: 0 };
    if (!account) throw new GatewayError("resource_missing", "No such destination");
    if (!account.transfersActive)
      throw new GatewayError("parameter_invalid", "The destination cannot receive transfers yet");
    if (sourcePaymentIntentId) await checkSource(tx, sourcePaymentIntentId, amountCents);
    const [made] = await tx
      .insert(sandboxTransfers)
      .values({
        id: newId("tr"),
        account: accountId,
        amount: amountCents,
        currency,
        group,
        sourceIntent: sourcePaymentIntentId ?? null,
        metadata,
        idempotencyKey,
        idempotencyFingerprint: print,
        createdAt: now,
      })
      .returning();
    if (!made) throw new Error("a transfer was not written");
    return answerOf(made);
  });
}

async function checkSource(tx: Db, intentId: string, amountCents: number): Promise<void> {
  const source = await tx.query.sandboxIntents.findFirst({ where: eq(sandboxIntents.id, intentId) });
  if (!source) throw new GatewayError("resource_missing", "No such payment_intent");
  if (source.amountReceived < amountCents)
    throw new GatewayError("amount_too_large", "The transfer is greater than the payment it comes from");
}

/** How a transfer stands; `resource_missing` when there is none. */
export async function getTransfer(db: Db, id: string): Promise<GatewayTransfer> {
  const found = await db.query.sandboxTransfers.findFirst({ where: eq(sandboxTransfers.id, id) });
  if (!found) throw missing();
  return answerOf(found);
}

/** The transfer of a group that carries this metadata. */
export async function findTransfer(
  db: Db,
  { group, metadata }: Pick<NewTransfer, "group" | "metadata">,
): Promise<GatewayTransfer | undefined> {
  const made = await db.query.sandboxTransfers.findMany({ where: eq(sandboxTransfers.group, group) });
  const found = made.find((row) => carries(row.metadata, metadata));
  return found && answerOf(found);
}

/** All transfers since then. */
export async function* listTransfers(db: Db, since: Date): AsyncIterable<ListedTransfer> {
  for (const row of await db.select().from(sandboxTransfers).where(gte(sandboxTransfers.createdAt, since)))
    yield { ...answerOf(row), currency: row.currency, metadata: row.metadata, madeAt: row.createdAt };
}

/** Whether a reversal of a transfer carries this metadata. */
export async function hasReversal(
  db: Db,
  { transferId, metadata }: Pick<NewReversal, "transferId" | "metadata">,
): Promise<boolean> {
  const made = await db.query.sandboxReversals.findMany({
    where: eq(sandboxReversals.transfer, transferId),
  });
  return made.some((row) => carries(row.metadata, metadata));
}

/** Takes money back, never more than was passed on; once per key. */
export async function reverseTransfer(
  db: Db,
  { transferId, amountCents, metadata, idempotencyKey }: NewReversal,
  now: Date,
): Promise<GatewayTransfer> {
  checkAmount(amountCents);
  const print = fingerprint(transferId, amountCents, Object.entries(metadata).sort());
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.id, transferId))
      .for("update");
    const known = await tx.query.sandboxReversals.findFirst({
      where: eq(sandboxReversals.idempotencyKey, idempotencyKey),
    });
    if (known && known.idempotencyFingerprint !== print) throw idempotencyConflict();
    if (!found) throw missing();
    if (known) return answerOf(found);
    if (found.reversed + amountCents > found.amount)
      throw new GatewayError("amount_too_large", "The reversal is greater than what is left of the transfer");
    await tx.insert(sandboxReversals).values({
      idempotencyKey,
      idempotencyFingerprint: print,
      transfer: transferId,
      amount: amountCents,
      metadata,
      createdAt: now,
    });
    const [changed] = await tx
      .update(sandboxTransfers)
      .set({ reversed: found.reversed + amountCents })
      .where(eq(sandboxTransfers.id, transferId))
      .returning();
    return answerOf(changed ?? found);
  });
}

const findByKey = (tx: Db, key: string): Promise<Transfer | undefined> =>
  tx.query.sandboxTransfers.findFirst({ where: eq(sandboxTransfers.idempotencyKey, key) });

function checkAmount(amountCents: number): void {
  if (!Number.isInteger(amountCents) || amountCents < 1)
    throw new GatewayError("parameter_invalid", "The amount must be at least 1 cent");
}

const answerOf = ({ id, account, amount, reversed }: Transfer): GatewayTransfer => ({
  id,
  accountId: account,
  amountCents: amount,
  reversedCents: reversed,
});

const missing = () => new GatewayError("resource_missing", "No such transfer");
