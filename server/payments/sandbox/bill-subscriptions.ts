import { asc, eq, lte } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxSubscriptions } from "#server/database/schema/sandbox-subscriptions.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { periodEnd } from "./billing-periods.ts";
import {
  cancelIntentOf,
  changeInvoice,
  changeSubscription,
  chargeInvoice,
  endSubscription,
  issueInvoice,
  type Moment,
  recordChange,
} from "./invoices.ts";
import { noNextPlan } from "./next-plan.ts";
import { settlePaidInvoices } from "./settle-invoice.ts";
import { latestInvoiceRow, type SubscriptionRow } from "./subscription-rows.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;

/**
 * Does what is due, one step of one membership after the other in the order they fall due: a shop whose clock was moved far
 * goes through every renewal and retry on the way. Several processes may do so at once.
 */
export async function billWhatIsDue(services: Dependencies): Promise<void> {
  await settlePaidInvoices(services);
  const now = services.clock.now();
  while (await services.db.transaction((tx) => nextStep(tx, now)));
  wakeListeners(services.pool, "sandbox_events");
}

/** False when nothing is due, or others are at it. */
async function nextStep(tx: Db, now: Date): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(lte(sandboxSubscriptions.nextStepAt, now))
    .orderBy(asc(sandboxSubscriptions.nextStepAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!row?.nextStepAt) return false;
  const moment: Moment = { at: row.nextStepAt, now };
  if (row.status === "incomplete") await expire(tx, row, moment);
  else if (row.status === "past_due") await retry(tx, row, moment);
  else await turnPeriod(tx, row, moment);
  return true;
}

/** Nobody paid the first bill in time. */
async function expire(tx: Db, row: SubscriptionRow, { at, now }: Moment): Promise<void> {
  const invoice = await latestInvoiceRow(tx, row.id);
  const intent = invoice?.paymentIntent && (await openIntent(tx, invoice.paymentIntent));
  if (!invoice || !intent) {
    // Paid, or on its way: settling it says what becomes of the membership.
    await changeSubscription(tx, row, { nextStepAt: new Date(at.getTime() + 3_600_000) });
    return;
  }
  await cancelIntentOf(tx, intent.id, now);
  await changeInvoice(tx, invoice, { status: "void" });
  const expired = await changeSubscription(tx, row, {
    status: "incomplete_expired",
    endedAt: at,
    nextStepAt: null,
  });
  await recordChange(tx, "customer.subscription.updated", expired, now);
}

async function retry(tx: Db, row: SubscriptionRow, moment: Moment): Promise<void> {
  const invoice = await latestInvoiceRow(tx, row.id);
  if (invoice?.status === "open")
    await chargeInvoice(tx, row, { ...invoice, attempts: invoice.attempts + 1 }, moment);
  else await changeSubscription(tx, row, { nextStepAt: row.currentPeriodEnd });
}

/** A period, or the rest after it, is over. */
async function turnPeriod(tx: Db, row: SubscriptionRow, moment: Moment): Promise<void> {
  const { at, now } = moment;
  if (row.cancelAtPeriodEnd && row.currentPeriodEnd <= at) return endSubscription(tx, row, moment);
  if (row.pausedUntil && row.pausedUntil > at) {
    await changeSubscription(tx, row, { nextStepAt: row.pausedUntil });
    return;
  }
  const resumed = row.pausedUntil ? await changeSubscription(tx, row, { pausedUntil: null }) : row;
  if (row.pausedUntil) await recordChange(tx, "customer.subscription.updated", resumed, now);
  if (resumed.currentPeriodEnd > at) {
    await changeSubscription(tx, resumed, { nextStepAt: resumed.currentPeriodEnd });
    return;
  }
  await beginPeriod(tx, resumed, moment);
}

/** Begins the next period and charges it: where the last one ended, or now after a rest; by the plan that was set for then. */
export async function beginPeriod(tx: Db, row: SubscriptionRow, moment: Moment): Promise<void> {
  const interval = row.nextInterval ?? row.interval;
  const price = row.nextPrice ?? row.price;
  const follows = row.currentPeriodEnd.getTime() === moment.at.getTime() && interval === row.interval;
  const anchor = follows ? row.anchor : moment.at;
  const periods = follows ? row.periods + 1 : 1;
  const end = periodEnd(anchor, periods, interval);
  const renewed = await changeSubscription(tx, row, {
    interval,
    price,
    ...noNextPlan,
    // A trial is over, whether or not its first bill is paid.
    ...(row.status === "trialing" && { status: "active" as const }),
    anchor,
    periods,
    currentPeriodEnd: end,
    nextStepAt: null,
  });
  const bill = {
    reason: "subscription_cycle" as const,
    amount: price,
    periodAmount: price,
    periodStart: moment.at,
    periodEnd: end,
  };
  await chargeInvoice(tx, renewed, await issueInvoice(tx, renewed, bill, moment), moment);
}

async function openIntent(tx: Db, id: string) {
  const intent = await tx.query.sandboxIntents.findFirst({ where: (t) => eq(t.id, id) });
  return intent &&
    ["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status)
    ? intent
    : undefined;
}
