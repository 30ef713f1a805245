import { eq, lte } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxIntents, sandboxPaymentMethods, sandboxRefunds } from "#server/database/schema/sandbox.ts";
import type { Services } from "#server/services.ts";
import { openDispute } from "./disputes.ts";
import { recordEvent } from "./events.ts";
import { refundSnapshot } from "./refunds.ts";
import { settleInvoice } from "./settle-invoice.ts";
import { behaviourNamed } from "./test-cards.ts";

type Intent = typeof sandboxIntents.$inferSelect;

/** SQL: whether there is anything to do for `runFollowUps` at a moment. */
export const areFollowUpsDue = (now: string): string =>
  `exists (select from sandbox.payment_intents where follow_up_at <= ${now}) or exists (select from sandbox.refunds where follow_up_at <= ${now})`;

/** Does what is due by now: slow payments settle, disputes arrive, refunds change. Safe in several processes at once. */
export async function runFollowUps(services: Pick<Services, "db" | "pool" | "clock">): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const invoices = await db.transaction(async (tx) => {
    const intents = await tx
      .select()
      .from(sandboxIntents)
      .where(lte(sandboxIntents.followUpAt, now))
      .limit(20)
      .for("update", { skipLocked: true });
    for (const intent of intents) await followUpIntent(tx, intent, now);
    const refunds = await tx
      .select()
      .from(sandboxRefunds)
      .where(lte(sandboxRefunds.followUpAt, now))
      .limit(20)
      .for("update", { skipLocked: true });
    for (const refund of refunds) await followUpRefund(tx, refund, now);
    return intents.map(({ invoice }) => invoice).filter((invoice) => invoice !== null);
  });
  // Not in that transaction: billing locks a membership before its payment, never after it.
  for (const invoice of invoices) await settleInvoice(services, invoice);
}

async function followUpIntent(tx: Db, intent: Intent, now: Date): Promise<void> {
  const { pays, dispute } = await behaviourOfCard(tx, intent.paymentMethod);
  const change = (set: Partial<Intent>) =>
    tx
      .update(sandboxIntents)
      .set({ ...set, followUpAt: null, updatedAt: now })
      .where(eq(sandboxIntents.id, intent.id))
      .returning();

  if (intent.status === "processing" && pays.kind === "settles") {
    const succeeded = pays.into === "succeeded";
    const [settled] = await change(
      succeeded
        ? { status: "succeeded", amountReceived: intent.amount }
        : { status: "requires_payment_method", lastError: pays.into === "succeeded" ? null : pays.into },
    );
    const type = succeeded ? "payment_intent.succeeded" : "payment_intent.payment_failed";
    if (settled) await recordEvent(tx, type, snapshotOf(settled), now);
    return;
  }
  await change({});
  if (intent.status === "succeeded" && dispute) await openDispute(tx, intent, dispute, now);
}

async function followUpRefund(tx: Db, refund: typeof sandboxRefunds.$inferSelect, now: Date): Promise<void> {
  const intent = await tx.query.sandboxIntents.findFirst({
    where: eq(sandboxIntents.id, refund.paymentIntent),
  });
  const { refund: course } = await behaviourOfCard(tx, intent?.paymentMethod ?? null);
  const [changed] = await tx
    .update(sandboxRefunds)
    .set({ status: course?.then ?? refund.status, followUpAt: null })
    .where(eq(sandboxRefunds.id, refund.id))
    .returning();
  if (!changed) return;
  if (changed.status === "failed") await recordEvent(tx, "refund.failed", refundSnapshot(changed), now);
  await recordEvent(tx, "refund.updated", refundSnapshot(changed), now);
}

async function behaviourOfCard(tx: Db, paymentMethod: string | null) {
  const card = paymentMethod
    ? await tx.query.sandboxPaymentMethods.findFirst({ where: eq(sandboxPaymentMethods.id, paymentMethod) })
    : undefined;
  return behaviourNamed(card?.behaviour ?? "unknown");
}

const snapshotOf = (intent: Intent) => ({
  id: intent.id,
  object: "payment_intent",
  amount: intent.amount,
  amount_received: intent.amountReceived,
  currency: intent.currency,
  status: intent.status,
  metadata: intent.metadata,
  last_payment_error: intent.lastError,
});
