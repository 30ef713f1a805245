import { hotStatement } from "#server/database/hot-statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { GatewayInvoice, GatewaySubscription } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { lockMembership, recordBill } from "./record-bill.ts";

/**
 * Brings a membership up to date: asks the provider how it and its newest bill stand (and `invoiceId`, where news was of
 * another one), and writes that down. A bill that was paid becomes an order, one that failed a mail, each once. News may
 * come in any order, twice or not at all. False when there is no membership of ours by that name.
 */
export async function followMembership(
  services: Services,
  providerSubscriptionId: string,
  invoiceId?: string,
): Promise<boolean> {
  const { pool, payments } = services;
  // What was asked before somebody else wrote may be older than what they wrote: then it is asked again.
  for (let attempt = 0; attempt < 10; attempt++) {
    const [seen] = await selectVersion(pool, providerSubscriptionId);
    if (!seen) return false;
    const subscription = await payments.subscriptions.getSubscription(providerSubscriptionId);
    const bills = await billsToRecord(services, subscription, invoiceId);
    const isWritten = await inTransaction(pool, async (client) => {
      const [membership] = await lockMembership(client, seen.id, seen.version);
      if (!membership) return false;
      const now = services.clock.now();
      for (const bill of bills) await recordBill(client, membership, bill, now);
      await writeMembership(client, seen.id, ...stateOf(subscription), now);
      return true;
    });
    if (!isWritten) continue;
    wakeListeners(pool, "job_outbox");
    return true;
  }
  throw new GatewayError("unavailable", "The membership keeps changing", true);
}

/** Oldest first. */
async function billsToRecord(
  { payments }: Services,
  { latestInvoice }: GatewaySubscription,
  invoiceId: string | undefined,
): Promise<GatewayInvoice[]> {
  const latest = latestInvoice ? [latestInvoice] : [];
  if (invoiceId === undefined || invoiceId === latestInvoice?.id) return latest;
  return [await payments.subscriptions.getInvoice(invoiceId), ...latest];
}

type State = [
  status: string,
  unpaidSince: Date | null,
  endedAt: Date | null,
  cancelAtPeriodEnd: boolean,
  pausedUntil: Date | null,
  cardBrand: string | null,
  cardLast4: string | null,
];

/**
 * A provider that only rests its collection goes on calling the membership active; for us it is paused. So is one that
 * goes on, by whoever's doing, in a period whose bill nobody owes: only a period that was paid for opens anything.
 */
function stateOf(subscription: GatewaySubscription): State {
  const { status, pausedUntil, endedAt, cancelAtPeriodEnd, card, latestInvoice } = subscription;
  const rests = pausedUntil !== null || latestInvoice?.status === "void";
  const owes = status === "past_due" || status === "unpaid";
  return [
    status === "active" && rests ? "paused" : status,
    owes && latestInvoice?.status === "open" ? latestInvoice.periodStart : null,
    endedAt,
    cancelAtPeriodEnd,
    pausedUntil,
    card?.brand ?? null,
    card?.last4 ?? null,
  ];
}

const selectVersion = hotStatement<{ id: string; version: string }, [providerSubscriptionId: string]>(
  "members_select_version",
  "select id, xmin::text as version from subscriptions where provider_subscription_id = $1",
);

/** `current_period_end` is what has been paid for, whatever period the provider counts: access lasts no longer. */
const writeMembership = hotStatement<never, [id: string, ...State, now: Date]>(
  "members_write_membership",
  `update subscriptions s set
     status = $2, past_due_at = case when $2 in ('past_due', 'unpaid') then coalesce($3, s.past_due_at, $9) end,
     ended_at = $4, cancel_at_period_end = $5, paused_until = $6,
     card_brand = coalesce($7, s.card_brand), card_last4 = coalesce($8, s.card_last4), updated_at = $9,
     current_period_end = coalesce(
       (select max(period_end) from subscription_invoices i where i.subscription_id = s.id and i.status = 'PAID'), s.current_period_end)
   where s.id = $1`,
);
