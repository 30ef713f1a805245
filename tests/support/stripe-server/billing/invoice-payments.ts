import type { PaymentIntent } from "#tests/support/stripe-server/payments/objects.ts";
import { getRow, type World } from "#tests/support/stripe-server/world.ts";
import type { Invoice, InvoicePayment, Subscription } from "./objects.ts";

const day = 24 * 60 * 60;
/** Days after the first failure on which a renewal is tried again; then the subscription ends. */
const retryDays = [2, 7, 14, 21];

/** What an intent does to its invoice, and the invoice to its subscription. Other intents are nobody's. */
export function followIntent(world: World, intent: PaymentIntent): void {
  for (const payment of world.tables.invoice_payments.values()) {
    if (payment.payment.payment_intent !== intent.id) continue;
    const invoice = getRow(world, "invoices", payment.invoice);
    if (intent.status === "succeeded") settle(world, invoice, payment, intent);
    else if (intent.status === "requires_action") world.emit("invoice.payment_action_required", invoice);
    else if (intent.status === "requires_payment_method") attemptFailed(world, invoice, intent);
  }
}

export const subscriptionOf = (world: World, invoice: Invoice): Subscription =>
  getRow(world, "subscriptions", invoice.parent.subscription_details.subscription);

export const intentOfInvoice = (world: World, invoice: Invoice): PaymentIntent | undefined => {
  const payment = [...world.tables.invoice_payments.values()].find(({ invoice: id }) => id === invoice.id);
  return payment && world.tables.payment_intents.get(payment.payment.payment_intent);
};

function settle(world: World, invoice: Invoice, payment: InvoicePayment, intent: PaymentIntent) {
  payment.status = "paid";
  payment.amount_paid = intent.amount_received;
  payment.status_transitions.paid_at = world.now();
  invoice.amount_paid = intent.amount_received;
  invoice.amount_remaining = 0;
  countFirstAttempt(invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription.payment_settings.save_default_payment_method === "on_subscription")
    subscription.default_payment_method = intent.payment_method;
  world.emit("invoice_payment.paid", payment);
  invoicePaid(world, invoice);
}

/** The bill is paid, or came to nothing: what was late or incomplete is active. */
export function invoicePaid(world: World, invoice: Invoice): void {
  invoice.status = "paid";
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = world.now();
  world.emit("invoice.paid", invoice);
  world.emit("invoice.payment_succeeded", invoice);
  const subscription = subscriptionOf(world, invoice);
  const { status } = subscription;
  if (status !== "incomplete" && status !== "past_due" && status !== "unpaid") return;
  subscription.status = "active";
  world.emit("customer.subscription.updated", subscription, { status });
}

/**
 * Any try counts as the first; after it only those that the calendar makes, which `collect` counts (the package
 * `stripe`, `Invoice.attempt_count`: "manual payment attempts after the first attempt do not affect the retry schedule").
 */
function countFirstAttempt(invoice: Invoice) {
  invoice.attempt_count ||= 1;
  invoice.attempted = true;
}

function attemptFailed(world: World, invoice: Invoice, intent: PaymentIntent) {
  countFirstAttempt(invoice);
  const subscription = subscriptionOf(world, invoice);
  if (invoice.billing_reason !== "subscription_create") planRetry(world, invoice);
  world.emit("invoice.payment_failed", invoice);
  if (intent.last_payment_error?.code === "authentication_required")
    world.emit("invoice.payment_action_required", invoice);
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  const { status } = subscription;
  subscription.status = "past_due";
  world.emit("customer.subscription.updated", subscription, { status });
}

/** A try in between, by the buyer or by us, does not move the plan. */
function planRetry(world: World, invoice: Invoice) {
  const first = invoice.status_transitions.finalized_at ?? world.now();
  const times = retryDays.map((days) => first + days * day);
  invoice.next_payment_attempt = times.find((at) => at > world.now()) ?? null;
}
