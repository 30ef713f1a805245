import type { Db } from "#server/database/client.ts";
import type { CardError } from "#server/database/schema/sandbox.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { PlanChange, PlanOutcome, PlanPreview } from "#server/payments/subscription-gateway.ts";
import { periodEnd } from "./billing-periods.ts";
import { unexpectedState } from "./intents.ts";
import { changeSubscription, chargeInvoice, issueInvoice, type Moment } from "./invoices.ts";
import { noNextPlan } from "./next-plan.ts";
import {
  getInvoiceRow,
  intentOfBill,
  latestInvoiceRow,
  lockSubscription,
  type SubscriptionRow,
} from "./subscription-rows.ts";

/** The card did not pay: whatever was begun is rolled back. */
class PlanRefused extends Error {
  readonly decline: Pick<CardError, "code" | "message">;
  constructor(decline: Pick<CardError, "code" | "message">) {
    super(decline.message);
    this.decline = decline;
  }
}

/** The sandbox's answer to a move that the card did not pay; any other failure goes on. */
export function refusedPlan(error: unknown): PlanOutcome {
  if (!(error instanceof PlanRefused)) throw error;
  return { isMoved: false, ...error.decline };
}

/** What moving would charge at that moment. */
export const previewPlan = (db: Db, id: string, change: PlanChange): Promise<PlanPreview> =>
  db.transaction(async (tx) => previewOf(tx, await lockSubscription(tx, id), change));

/** A whole period of the new plan begins now, and is paid at once, or all stays as it was. */
export async function changePlan(
  tx: Db,
  row: SubscriptionRow,
  change: PlanChange,
  moment: Moment,
): Promise<void> {
  const { interval, priceCents } = change.plan;
  if (row.interval === interval && row.price === priceCents) return;
  if (row.status !== "active" || row.pausedUntil) throw unexpectedState("move to another plan", row.status);
  const { chargeCents } = await previewOf(tx, row, change);
  if (chargeCents < 50) throw new GatewayError("amount_too_small", "The amount must be at least 50 cents");
  const end = periodEnd(moment.at, 1, interval);
  const moved = await changeSubscription(tx, row, {
    interval,
    price: priceCents,
    ...noNextPlan,
    anchor: moment.at,
    periods: 1,
    currentPeriodEnd: end,
  });
  const bill = {
    reason: "subscription_cycle" as const,
    amount: chargeCents,
    periodAmount: priceCents,
    periodStart: moment.at,
    periodEnd: end,
  };
  const issued = await issueInvoice(tx, moved, bill, moment);
  await chargeInvoice(tx, moved, issued, moment);
  const { status, paymentIntent } = await getInvoiceRow(tx, issued.id);
  if (status === "paid") return;
  const intent = paymentIntent === null ? null : await intentOfBill(tx, paymentIntent);
  throw new PlanRefused({
    code: intent?.failureCode ?? "processing_error",
    message: intent?.failureMessage ?? "This card cannot pay at once. Please use another one.",
  });
}

/** To the second, as Stripe counts: the share of the running period that is left, of what was paid for it. */
async function previewOf(
  tx: Db,
  row: SubscriptionRow,
  { plan, at, creditsRest }: PlanChange,
): Promise<PlanPreview> {
  const running = await latestInvoiceRow(tx, row.id);
  const end = periodEnd(at, 1, plan.interval);
  let creditCents = 0;
  if (creditsRest && running?.status === "paid") {
    const [from, to] = [seconds(running.periodStart), seconds(running.periodEnd)];
    const left = Math.min(to - from, Math.max(0, to - seconds(at)));
    creditCents = Math.round(((running.periodAmount ?? running.amount) * left) / (to - from));
  }
  return { chargeCents: plan.priceCents - creditCents, creditCents, periodEnd: end };
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
