import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { finalizeAndCollect, renewPeriod } from "./begin-period.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { collect, voidInvoice } from "./invoices.ts";
import type { Invoice, Subscription } from "./objects.ts";
import { endSubscription } from "./subscriptions.ts";

const hour = 60 * 60;
const expiresAfter = 23 * hour;
/** A renewal's bill can still be changed for an hour before it is collected. */
const draftFor = hour;

/** Something that the calendar brings, at a time in Unix seconds. */
export type Due = { at: number; run(): void };

/** The next thing that happens to subscriptions until then, or undefined. */
export function nextDue(state: StripeState, until: number): Due | undefined {
  const all = [
    ...[...state.tables.subscriptions.values()].flatMap((row) => duesOf(state, row)),
    ...[...state.tables.invoices.values()].flatMap((row) => duesOfInvoice(state, row)),
  ];
  return all.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
}

function duesOf(state: StripeState, subscription: Subscription): Due[] {
  const { status, pause_collection: pause } = subscription;
  if (status === "incomplete")
    return [{ at: subscription.created + expiresAfter, run: () => expire(state, subscription) }];
  if (status !== "active" && status !== "trialing" && status !== "past_due") return [];
  const end = subscription.items.data[0]?.current_period_end ?? Infinity;
  const dues: Due[] = [{ at: end, run: () => renew(state, subscription, end) }];
  if (pause && pause.resumes_at !== null)
    dues.unshift({ at: pause.resumes_at, run: () => resume(state, subscription) });
  return dues;
}

function duesOfInvoice(state: StripeState, invoice: Invoice): Due[] {
  if (!invoice.auto_advance) return [];
  if (invoice.status === "draft")
    return [{ at: invoice.created + draftFor, run: () => finalizeAndCollect(state, invoice) }];
  if (invoice.status === "open" && invoice.next_payment_attempt !== null)
    return [{ at: invoice.next_payment_attempt, run: () => retry(state, invoice) }];
  return [];
}

function expire(state: StripeState, subscription: Subscription) {
  subscription.status = "incomplete_expired";
  subscription.ended_at = state.now();
  const invoice = getRow(state, "invoices", subscription.latest_invoice ?? "");
  if (invoice.status === "open") voidInvoice(state, invoice);
  state.emit("customer.subscription.updated", subscription, { status: "incomplete" });
}

function resume(state: StripeState, subscription: Subscription) {
  const { pause_collection } = subscription;
  subscription.pause_collection = null;
  state.emit("customer.subscription.updated", subscription, { pause_collection });
}

/** A period is over: the subscription ends there, or the next one begins and is billed. */
function renew(state: StripeState, subscription: Subscription, end: number) {
  if (subscription.cancel_at_period_end) return endSubscription(state, subscription);
  renewPeriod(state, subscription, end);
}

/** The last try in vain ends the subscription, and its bill stays open. */
function retry(state: StripeState, invoice: Invoice) {
  collect(state, invoice);
  if (invoice.status === "open" && invoice.next_payment_attempt === null)
    endSubscription(state, subscriptionOf(state, invoice));
}
