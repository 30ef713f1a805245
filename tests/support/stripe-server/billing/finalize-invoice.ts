import { checkDestination } from "#tests/support/stripe-server/connect/destination.ts";
import { blankIntent } from "#tests/support/stripe-server/payments/payment-intents.ts";
import { addRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { invoicePaid } from "./invoice-payments.ts";
import type { Invoice, Subscription } from "./objects.ts";

/** Makes a bill final: with an intent to pay it, or paid at once when it comes to nothing. */
export function finalizeInvoice(state: StripeState, invoice: Invoice, subscription: Subscription): void {
  invoice.status = "open";
  invoice.status_transitions.finalized_at = state.now();
  if (invoice.total === 0) {
    state.emit("invoice.finalized", invoice);
    invoicePaid(state, invoice);
    return;
  }
  const { transfer_data: transfer, application_fee_percent: percent } = subscription;
  const share = transfer?.amount_percent;
  const intent = {
    ...blankIntent(state, state.newId("pi"), invoice.total, invoice.currency),
    application_fee_amount: percent === null ? null : Math.round((invoice.total * percent) / 100),
    automatic_payment_methods: null,
    customer: invoice.customer,
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    setup_future_usage: "off_session",
    transfer_data: transfer
      ? {
          destination: transfer.destination,
          ...(typeof share === "number" && { amount: Math.round((invoice.total * share) / 100) }),
        }
      : null,
  };
  checkDestination(state, intent);
  addRow(state, "payment_intents", intent);
  addRow(state, "invoice_payments", {
    id: state.newId("inpay"),
    object: "invoice_payment",
    created: state.now(),
    livemode: false,
    amount_paid: null,
    amount_requested: invoice.total,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
  state.emit("payment_intent.created", intent);
  state.emit("invoice.finalized", invoice);
}
