import { and, asc, desc, eq, gte } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxIntents, sandboxPaymentMethods } from "#server/database/schema/sandbox.ts";
import { sandboxInvoices, sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { GatewayInvoice, GatewaySubscription } from "#server/payments/subscription-gateway.ts";
import { nextPlanOf } from "./next-plan.ts";

export type SubscriptionRow = typeof sandboxSubscriptions.$inferSelect;
export type InvoiceRow = typeof sandboxInvoices.$inferSelect;
export type SandboxIntent = typeof sandboxIntents.$inferSelect;

/** The row, locked until the transaction ends; `resource_missing` when there is none. */
export async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow> {
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id))
    .for("update");
  if (!row) throw missing("subscription");
  return row;
}

export async function getInvoiceRow(db: Db, id: string): Promise<InvoiceRow> {
  const row = await db.query.sandboxInvoices.findFirst({ where: eq(sandboxInvoices.id, id) });
  if (!row) throw missing("invoice");
  return row;
}

export const latestInvoiceRow = (db: Db, subscription: string): Promise<InvoiceRow | undefined> =>
  db.query.sandboxInvoices.findFirst({
    where: eq(sandboxInvoices.subscription, subscription),
    orderBy: desc(sandboxInvoices.periodStart),
  });

/** Oldest first. */
export const paidInvoiceRows = (db: Db, subscription: string, since: Date): Promise<InvoiceRow[]> =>
  db.query.sandboxInvoices.findMany({
    where: and(
      eq(sandboxInvoices.subscription, subscription),
      eq(sandboxInvoices.status, "paid"),
      gte(sandboxInvoices.periodStart, since),
    ),
    orderBy: asc(sandboxInvoices.periodStart),
  });

/** The port's view of a membership. */
export async function readSubscription(db: Db, id: string): Promise<GatewaySubscription> {
  const row = await db.query.sandboxSubscriptions.findFirst({ where: eq(sandboxSubscriptions.id, id) });
  if (!row) throw missing("subscription");
  const [invoice, card] = [await latestInvoiceRow(db, id), await cardOf(db, row.paymentMethod)];
  return {
    id: row.id,
    status: row.status,
    plan: { interval: row.interval, priceCents: row.price },
    nextPlan: nextPlanOf(row),
    metadata: row.metadata,
    currentPeriodEnd: row.currentPeriodEnd,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    pausedUntil: row.pausedUntil,
    endedAt: row.endedAt,
    card: card && { brand: card.brand, last4: card.last4, expiresAt: card.expiresAt },
    latestInvoice: invoice ? await invoiceOf(db, invoice) : null,
  };
}

/** The port's view of a bill. */
export async function invoiceOf(db: Db, row: InvoiceRow): Promise<GatewayInvoice> {
  return {
    id: row.id,
    subscriptionId: row.subscription,
    reason: row.reason,
    status: row.status,
    amountCents: row.amount,
    currency: row.currency,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    attempts: row.attempts,
    nextAttemptAt: await nextAttemptAt(db, row),
    intent: row.paymentIntent === null ? null : await intentOfBill(db, row.paymentIntent),
  };
}

/** A bill that failed is what its membership does next. */
async function nextAttemptAt(db: Db, { status, failedAt, subscription }: InvoiceRow): Promise<Date | null> {
  if (status !== "open" || failedAt === null) return null;
  const row = await db.query.sandboxSubscriptions.findFirst({
    columns: { nextStepAt: true },
    where: eq(sandboxSubscriptions.id, subscription),
  });
  return row?.nextStepAt ?? null;
}

export async function intentOfBill(db: Db, id: string): Promise<PaymentIntent> {
  const intent = await db.query.sandboxIntents.findFirst({ where: eq(sandboxIntents.id, id) });
  if (!intent) throw missing("payment_intent");
  const card = await cardOf(db, intent.paymentMethod);
  return {
    id: intent.id,
    clientSecret: intent.clientSecret,
    amountCents: intent.amount,
    receivedCents: intent.amountReceived,
    currency: intent.currency,
    status: intent.status,
    metadata: intent.metadata,
    paymentMethodId: intent.paymentMethod,
    card: card && { brand: card.brand, last4: card.last4 },
    payee: intent.destination ? { accountId: intent.destination, feeCents: intent.applicationFee } : null,
    failureMessage: intent.lastError?.message ?? null,
    failureCode: intent.lastError?.declineCode ?? intent.lastError?.code ?? null,
    failedAttempt: intent.lastError && (intent.paymentMethod ?? "unknown"),
  };
}

/** Whether a payment of its newest bill has got so far that nobody can take it back. */
export async function isBeingPaid(db: Db, subscription: string): Promise<boolean> {
  const invoice = await latestInvoiceRow(db, subscription);
  if (invoice?.status !== "open" || invoice.paymentIntent === null) return false;
  const { status } = await intentOfBill(db, invoice.paymentIntent);
  return status === "succeeded" || status === "processing";
}

/** A card as the sandbox knows it; null where there is none. */
export async function cardOf(db: Db, paymentMethod: string | null) {
  if (paymentMethod === null) return null;
  const card = await db.query.sandboxPaymentMethods.findFirst({
    where: eq(sandboxPaymentMethods.id, paymentMethod),
  });
  return card ?? null;
}

const missing = (what: string) => new GatewayError("resource_missing", `No such ${what}`);
