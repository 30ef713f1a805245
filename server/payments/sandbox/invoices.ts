import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { type CardError, sandboxIntents } from "#server/database/schema/sandbox.ts";
import { sandboxInvoices, sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { nextRetry } from "./billing-periods.ts";
import { attemptAfter } from "./charge-attempt.ts";
import { recordEvent, type SandboxEventType } from "./events.ts";
import { newId } from "./intents.ts";
import { authenticationRequired } from "./saved-card.ts";
import { cardOf, type InvoiceRow, type SandboxIntent, type SubscriptionRow } from "./subscription-rows.ts";
import { behaviourNamed, type ChargeResult } from "./test-cards.ts";

/** When it happens: `at` when it was due, `now` when it is done, which events go by. */
export type Moment = { at: Date; now: Date };

const hourMs = 3_600_000;

type NewBill = Pick<InvoiceRow, "reason" | "amount" | "periodAmount" | "periodStart" | "periodEnd">;

/** Makes the bill of a period, with the payment that it asks for. The membership is locked. */
export async function issueInvoice(
  tx: Db,
  subscription: SubscriptionRow,
  bill: NewBill,
  { now }: Moment,
): Promise<InvoiceRow> {
  const invoice: InvoiceRow = {
    ...bill,
    id: newId("in"),
    subscription: subscription.id,
    currency: subscription.currency,
    status: "open",
    attempts: 0,
    failedAt: null,
    paymentIntent: bill.amount > 0 ? newId("pi") : null,
    createdAt: now,
  };
  if (invoice.paymentIntent !== null) {
    await tx.insert(sandboxIntents).values({
      id: invoice.paymentIntent,
      clientSecret: `${invoice.paymentIntent}_secret_${newToken()}`,
      amount: bill.amount,
      currency: subscription.currency,
      receiptEmail: subscription.receiptEmail,
      setupFutureUsage: "off_session",
      destination: subscription.payeeAccount,
      applicationFee: subscription.payeeAccount
        ? Math.floor((bill.amount * subscription.payeeFeeBps) / 10_000)
        : 0,
      invoice: invoice.id,
      createdAt: now,
      updatedAt: now,
    });
  }
  await tx.insert(sandboxInvoices).values(invoice);
  return invoice;
}

/**
 * Tries the card on file, and does what follows. The membership is locked, and the bill is open; its `attempts` count this
 * try where it is one that counts (the first, and those by itself).
 */
export async function chargeInvoice(
  tx: Db,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  moment: Moment,
): Promise<void> {
  if (invoice.paymentIntent === null) return markPaid(tx, subscription, invoice, null, moment);
  const { pays, saved = pays } = behaviourNamed(
    (await cardOf(tx, subscription.paymentMethod))?.behaviour ?? "unknown",
  );
  const result: ChargeResult =
    saved.kind === "asks" ? { kind: "declines", error: authenticationRequired } : saved;
  const { status, error, event, followUpAt } = attemptAfter(result, false, moment.now);
  const [intent] = await tx
    .update(sandboxIntents)
    .set({
      status,
      amountReceived: status === "succeeded" ? invoice.amount : 0,
      lastError: error ?? null,
      followUpAt,
      ...(!error && { paymentMethod: subscription.paymentMethod }),
      updatedAt: moment.now,
    })
    // A buyer who pays the same bill in the browser at this moment is not charged twice.
    .where(
      and(eq(sandboxIntents.id, invoice.paymentIntent), eq(sandboxIntents.status, "requires_payment_method")),
    )
    .returning();
  if (!intent) {
    await changeSubscription(tx, subscription, { nextStepAt: new Date(moment.at.getTime() + hourMs) });
    return;
  }
  await recordEvent(tx, event, intentData(intent), moment.now);
  if (status === "succeeded") await markPaid(tx, subscription, invoice, intent, moment);
  else if (error) await markFailed(tx, subscription, invoice, error, moment);
  // Settling it says what comes next.
  else {
    await changeInvoice(tx, invoice, { attempts: countedAttempts(invoice) });
    await changeSubscription(tx, subscription, { nextStepAt: null });
  }
}

/** The bill is paid: the membership is active, with the card that paid. */
export async function markPaid(
  tx: Db,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  intent: SandboxIntent | null,
  { now }: Moment,
): Promise<void> {
  const paid = await changeInvoice(tx, invoice, { status: "paid", attempts: countedAttempts(invoice) });
  const changed = await changeSubscription(tx, subscription, {
    status: "active",
    paymentMethod: intent?.paymentMethod ?? subscription.paymentMethod,
    nextStepAt: subscription.currentPeriodEnd,
  });
  await recordEvent(tx, "invoice.paid", invoiceData(paid), now);
  await recordEvent(tx, "customer.subscription.updated", subscriptionData(changed), now);
}

/** The card did not pay: the bill stays open and is tried again on its days; after the last one the membership ends. */
export async function markFailed(
  tx: Db,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  error: CardError,
  moment: Moment,
): Promise<void> {
  const failedAt = invoice.failedAt ?? moment.at;
  const failed = await changeInvoice(tx, invoice, { attempts: countedAttempts(invoice), failedAt });
  const retryAt = nextRetry(failedAt, moment.at);
  const changed = await changeSubscription(tx, subscription, {
    status: "past_due",
    nextStepAt: retryAt ?? null,
  });
  await recordEvent(tx, "invoice.payment_failed", invoiceData(failed), moment.now);
  if (error.code === authenticationRequired.code)
    await recordEvent(tx, "invoice.payment_action_required", invoiceData(failed), moment.now);
  if (!retryAt) return endSubscription(tx, changed, moment);
  await recordEvent(tx, "customer.subscription.updated", subscriptionData(changed), moment.now);
}

/** As Stripe counts (`Invoice.attempt_count`): any try is the first, and after it only those by itself count. */
const countedAttempts = ({ attempts }: InvoiceRow): number => Math.max(attempts, 1);

/** Ends a membership for good; its open bill can be paid no more. */
export async function endSubscription(
  tx: Db,
  subscription: SubscriptionRow,
  { at, now }: Moment,
): Promise<void> {
  const isUnpaid = subscription.status === "incomplete";
  const open = await tx
    .update(sandboxInvoices)
    .set({ status: isUnpaid ? "void" : "uncollectible" })
    .where(and(eq(sandboxInvoices.subscription, subscription.id), eq(sandboxInvoices.status, "open")))
    .returning();
  for (const { paymentIntent } of open) if (paymentIntent) await cancelIntentOf(tx, paymentIntent, now);
  const ended = await changeSubscription(tx, subscription, {
    status: "canceled",
    endedAt: at,
    pausedUntil: null,
    nextStepAt: null,
  });
  await recordEvent(tx, "customer.subscription.deleted", subscriptionData(ended), now);
}

/** Cancels the payment of a bill that is not to be paid any more. */
export async function cancelIntentOf(tx: Db, paymentIntent: string, now: Date): Promise<void> {
  const [canceled] = await tx
    .update(sandboxIntents)
    .set({ status: "canceled", nextAction: null, updatedAt: now })
    .where(eq(sandboxIntents.id, paymentIntent))
    .returning();
  if (canceled) await recordEvent(tx, "payment_intent.canceled", intentData(canceled), now);
}

export async function changeInvoice(
  tx: Db,
  { id }: InvoiceRow,
  set: Partial<InvoiceRow>,
): Promise<InvoiceRow> {
  const [row] = await tx.update(sandboxInvoices).set(set).where(eq(sandboxInvoices.id, id)).returning();
  if (!row) throw new Error("a locked invoice is gone");
  return row;
}

export async function changeSubscription(
  tx: Db,
  { id }: SubscriptionRow,
  set: Partial<SubscriptionRow>,
): Promise<SubscriptionRow> {
  const [row] = await tx
    .update(sandboxSubscriptions)
    .set(set)
    .where(eq(sandboxSubscriptions.id, id))
    .returning();
  if (!row) throw new Error("a locked subscription is gone");
  return row;
}

/** Tells of a change that is no end and no bill. */
export const recordChange = (
  tx: Db,
  type: SandboxEventType,
  row: SubscriptionRow,
  now: Date,
): Promise<void> => recordEvent(tx, type, subscriptionData(row), now);

const subscriptionData = ({ id, status, metadata }: SubscriptionRow) => ({
  id,
  object: "subscription",
  status,
  metadata,
});

const invoiceData = ({ id, subscription, status, amount, attempts }: InvoiceRow) => ({
  id,
  object: "invoice",
  status,
  amount_due: amount,
  attempt_count: attempts,
  parent: { subscription_details: { subscription } },
});

const intentData = (intent: SandboxIntent) => ({
  id: intent.id,
  object: "payment_intent",
  amount: intent.amount,
  amount_received: intent.amountReceived,
  currency: intent.currency,
  status: intent.status,
  metadata: intent.metadata,
  last_payment_error: intent.lastError,
});
