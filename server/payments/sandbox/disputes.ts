import { and, desc, eq, inArray, sum } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxDisputes, type sandboxIntents } from "#server/database/schema/sandbox.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { type GatewayDispute, GatewayError } from "#server/payments/payment-gateway.ts";
import { recordEvent } from "./events.ts";
import { newId } from "./intents.ts";
import type { Dispute } from "./test-cards.ts";

type Row = typeof sandboxDisputes.$inferSelect;

/** The bank of a disputed card speaks up: takes the money, asks about it, or warns. */
export async function openDispute(
  tx: Db,
  intent: typeof sandboxIntents.$inferSelect,
  kind: Dispute,
  now: Date,
): Promise<void> {
  const isWarning = kind === "early_fraud_warning";
  const row: Row = {
    id: newId(isWarning ? "issfr" : "dp"),
    paymentIntent: intent.id,
    amount: intent.amountReceived,
    reason: kind === "inquiry" ? "general" : kind,
    status: "open",
    isInquiry: isWarning || kind === "inquiry",
    createdAt: now,
  };
  await tx.insert(sandboxDisputes).values(row);
  if (isWarning) return recordEvent(tx, "radar.early_fraud_warning.created", warningSnapshot(row), now);
  await recordEvent(tx, "charge.dispute.created", disputeSnapshot(row), now);
  if (!row.isInquiry) await recordEvent(tx, "charge.dispute.funds_withdrawn", disputeSnapshot(row), now);
}

/** How a dispute stands; `resource_missing` when there is none. */
export async function getDispute(db: Db, id: string): Promise<GatewayDispute> {
  const found = await db.query.sandboxDisputes.findFirst({ where: eq(sandboxDisputes.id, id) });
  if (!found) throw new GatewayError("resource_missing", "No such dispute");
  return {
    id,
    paymentIntentId: found.paymentIntent,
    amountCents: found.amount,
    reason: found.reason,
    status: found.status,
    isInquiry: found.isInquiry,
  };
}

/** The newest hundred, for whoever plays the bank. */
export const listDisputes = (db: Db): Promise<Row[]> =>
  db.select().from(sandboxDisputes).orderBy(desc(sandboxDisputes.createdAt)).limit(100);

/**
 * The bank decides. Won gives the money back; an inquiry that is won just ends, one that is lost takes the money. An
 * early fraud warning is never decided (404), and nothing is decided twice (409).
 */
export async function decideDispute(db: Db, id: string, outcome: "won" | "lost", now: Date): Promise<Row> {
  return db.transaction(async (tx) => {
    const [open] = await tx.select().from(sandboxDisputes).where(eq(sandboxDisputes.id, id)).for("update");
    if (!open || isWarning(open)) throw NotFound();
    if (open.status !== "open") throw Conflict("This dispute has been decided");
    const isLost = outcome === "lost";
    const status = isLost ? "lost" : open.isInquiry ? "closed" : "won";
    const decided: Row = { ...open, status, isInquiry: open.isInquiry && !isLost };
    await tx
      .update(sandboxDisputes)
      .set({ status, isInquiry: decided.isInquiry })
      .where(eq(sandboxDisputes.id, id));
    const snapshot = disputeSnapshot(decided);
    if (isLost && open.isInquiry) await recordEvent(tx, "charge.dispute.funds_withdrawn", snapshot, now);
    if (status === "won") await recordEvent(tx, "charge.dispute.funds_reinstated", snapshot, now);
    await recordEvent(tx, "charge.dispute.closed", snapshot, now);
    return decided;
  });
}

/** What banks hold or have taken of a payment: it cannot be refunded. */
export async function disputedCents(tx: Db, paymentIntent: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(sandboxDisputes.amount).mapWith(Number) })
    .from(sandboxDisputes)
    .where(
      and(
        eq(sandboxDisputes.paymentIntent, paymentIntent),
        eq(sandboxDisputes.isInquiry, false),
        inArray(sandboxDisputes.status, ["open", "lost"]),
      ),
    );
  return row?.cents ?? 0;
}

const isWarning = ({ id }: Row) => id.startsWith("issfr_");

const about = ({ id, paymentIntent, amount }: Row) => ({ id, payment_intent: paymentIntent, amount });

const warningSnapshot = (row: Row): Record<string, unknown> => ({
  ...about(row),
  object: "radar.early_fraud_warning",
  fraud_type: "made_with_stolen_card",
});

const disputeSnapshot = (row: Row): Record<string, unknown> => ({
  ...about(row),
  object: "dispute",
  reason: row.reason,
  status:
    row.status === "open"
      ? row.isInquiry
        ? "warning_needs_response"
        : "needs_response"
      : row.status === "closed"
        ? "warning_closed"
        : row.status,
});
