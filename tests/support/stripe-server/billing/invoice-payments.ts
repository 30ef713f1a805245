import type { PaymentIntent } from "#tests/support/stripe-server/payments/objects.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { Invoice, InvoicePayment, Subscription } from "./objects.ts";

const day = 24 * 60 * 60;
/** Days after the first failure on which a renewal is tried again; then the subscription ends. */
const retryDays = [2, 7, 14, 21];

/** What an intent does to its invoice, and the invoice to its subscription. Other intents are nobody's. */
export function onIntentChanged(state: StripeState, intent: PaymentIntent): void {
  for (const payment of state.tables.invoice_payments.values()) {
    if (payment.payment.payment_intent !== intent.id) continue;
    const invoice = getRow(state, "invoices", payment.invoice);
    if (intent.status === "succeeded") settle(state, invoice, payment, intent);
    else if (intent.status === "requires_action") state.emit("invoice.payment_action_required", invoice);
    else if (intent.status === "requires_payment_method") attemptFailed(state, invoice, intent);
  }
}

export const subscriptionOf = (state: StripeState, invoice: Invoice): Subscription =>
  getRow(state, "subscriptions", invoice.parent.subscription_details.subscription);

export const intentOfInvoice = (state: StripeState, invoice: Invoice): PaymentIntent | undefined => {
  const payment = [...state.tables.invoice_payments.values()].find(({ invoice: id }) => id === invoice.id);
  return payment && state.tables.payment_intents.get(payment.payment.payment_intent);
};

function settle(state: StripeState, invoice: Invoice, payment: InvoicePayment, intent: PaymentIntent) {
  payment.status = "paid";
  payment.amount_paid = intent.amount_received;
  payment.status_transitions.paid_at = state.now();
  invoice.amount_paid = intent.amount_received;
  invoice.amount_remaining = 0;
  countFirstAttempt(invoice);
  const subscription = subscriptionOf(state, invoice);
  if (subscription.payment_settings.save_default_payment_method === "on_subscription")
    subscription.default_payment_method = intent.payment_method;
  state.emit("invoice_payment.paid", payment);
  invoicePaid(state, invoice);
}

/** The bill is paid, or came to nothing: what was late or incomplete is active. */
export function invoicePaid(state: StripeState, invoice: Invoice): void {
  invoice.status = "paid";
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = state.now();
  state.emit("invoice.paid", invoice);
  state.emit("invoice.payment_succeeded", invoice);
  const subscription = subscriptionOf(state, invoice);
  const { status } = subscription;
  if (status !== "incomplete" && status !== "past_due" && status !== "unpaid") return;
  subscription.status = "active";
  state.emit("customer.subscription.updated", subscription, { status });
}

/**
 * Any try counts as the first; after it only those that the calendar makes, which `collect` counts (the package
 * `stripe`, `Invoice.attempt_count`: "manual payment attempts after the first attempt do not affect the retry schedule").
 */
function countFirstAttempt(invoice: Invoice) {
  invoice.attempt_count ||= 1;
  invoice.attempted = true;
}

function attemptFailed(state: StripeState, invoice: Invoice, intent: PaymentIntent) {
  countFirstAttempt(invoice);
  const subscription = subscriptionOf(state, invoice);
  if (invoice.billing_reason !== "subscription_create") planRetry(state, invoice);
  state.emit("invoice.payment_failed", invoice);
  if (intent.last_payment_error?.code === "authentication_required")
    state.emit("invoice.payment_action_required", invoice);
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  const { status } = subscription;
  subscription.status = "past_due";
  state.emit("customer.subscription.updated", subscription, { status });
}

/** A try in between, by the buyer or by us, does not move the plan. */
function planRetry(state: StripeState, invoice: Invoice) {
  const first = invoice.status_transitions.finalized_at ?? state.now();
  const times = retryDays.map((days) => first + days * day);
  invoice.next_payment_attempt = times.find((at) => at > state.now()) ?? null;
}
