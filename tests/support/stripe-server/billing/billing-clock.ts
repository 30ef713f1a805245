import { getRow, type World } from "#tests/support/stripe-server/world.ts";
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
export function nextDue(world: World, until: number): Due | undefined {
  const all = [
    ...[...world.tables.subscriptions.values()].flatMap((row) => duesOf(world, row)),
    ...[...world.tables.invoices.values()].flatMap((row) => duesOfInvoice(world, row)),
  ];
  return all.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
}

function duesOf(world: World, subscription: Subscription): Due[] {
  const { status, pause_collection: pause } = subscription;
  if (status === "incomplete")
    return [{ at: subscription.created + expiresAfter, run: () => expire(world, subscription) }];
  if (status !== "active" && status !== "trialing" && status !== "past_due") return [];
  const end = subscription.items.data[0]?.current_period_end ?? Infinity;
  const dues: Due[] = [{ at: end, run: () => renew(world, subscription, end) }];
  if (pause && pause.resumes_at !== null)
    dues.unshift({ at: pause.resumes_at, run: () => resume(world, subscription) });
  return dues;
}

function duesOfInvoice(world: World, invoice: Invoice): Due[] {
  if (!invoice.auto_advance) return [];
  if (invoice.status === "draft")
    return [{ at: invoice.created + draftFor, run: () => finalizeAndCollect(world, invoice) }];
  if (invoice.status === "open" && invoice.next_payment_attempt !== null)
    return [{ at: invoice.next_payment_attempt, run: () => retry(world, invoice) }];
  return [];
}

function expire(world: World, subscription: Subscription) {
  subscription.status = "incomplete_expired";
  subscription.ended_at = world.now();
  const invoice = getRow(world, "invoices", subscription.latest_invoice ?? "");
  if (invoice.status === "open") voidInvoice(world, invoice);
  world.emit("customer.subscription.updated", subscription, { status: "incomplete" });
}

function resume(world: World, subscription: Subscription) {
  const { pause_collection } = subscription;
  subscription.pause_collection = null;
  world.emit("customer.subscription.updated", subscription, { pause_collection });
}

/** A period is over: the subscription ends there, or the next one begins and is billed. */
function renew(world: World, subscription: Subscription, end: number) {
  if (subscription.cancel_at_period_end) return endSubscription(world, subscription);
  renewPeriod(world, subscription, end);
}

/** The last try in vain ends the subscription, and its bill stays open. */
function retry(world: World, invoice: Invoice) {
  collect(world, invoice);
  if (invoice.status === "open" && invoice.next_payment_attempt === null)
    endSubscription(world, subscriptionOf(world, invoice));
}
