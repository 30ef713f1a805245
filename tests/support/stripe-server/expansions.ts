import type { Expansions } from "./wire/expand.ts";
import { listPage } from "./wire/list-page.ts";

/** What of which object can be expanded; everything else is refused. */
export const expansions: Expansions = {
  payment_intent: {
    customer: "id",
    payment_method: "id",
    latest_charge: "id",
    "transfer_data.destination": "id",
  },
  setup_intent: { customer: "id", payment_method: "id" },
  payment_method: { customer: "id" },
  customer: { "invoice_settings.default_payment_method": "id" },
  charge: {
    application_fee: "id",
    balance_transaction: "id",
    customer: "id",
    payment_intent: "id",
    transfer: "id",
    "transfer_data.destination": "id",
    refunds: (state, charge) =>
      listPage(
        `/v1/charges/${String(charge["id"])}/refunds`,
        [...state.tables.refunds.values()].filter((refund) => refund.charge === charge["id"]),
      ),
  },
  refund: {
    balance_transaction: "id",
    charge: "id",
    failure_balance_transaction: "id",
    payment_intent: "id",
    transfer_reversal: "id",
  },
  dispute: { charge: "id", payment_intent: "id" },
  "radar.early_fraud_warning": { charge: "id", payment_intent: "id" },
  transfer: { balance_transaction: "id", destination: "id", source_transaction: "id" },
  transfer_reversal: { balance_transaction: "id", transfer: "id", source_refund: "id" },
  application_fee: { account: "id", balance_transaction: "id", originating_transaction: "id" },
  balance_transaction: { source: "id" },
  price: { product: "id" },
  discount: { customer: "id", "source.coupon": "id" },
  subscription: {
    customer: "id",
    default_payment_method: "id",
    discounts: "id",
    latest_invoice: "id",
    pending_setup_intent: "id",
    schedule: "id",
    "transfer_data.destination": "id",
  },
  invoice: {
    customer: "id",
    "parent.subscription_details.subscription": "id",
    confirmation_secret: (state, invoice) => {
      const payment = [...state.tables.invoice_payments.values()].find(
        (candidate) => candidate.invoice === invoice["id"] && candidate.is_default,
      );
      const intent = state.tables.payment_intents.get(payment?.payment.payment_intent ?? "");
      return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
    },
    payments: (state, invoice) =>
      listPage(
        "/v1/invoice_payments",
        [...state.tables.invoice_payments.values()].filter((payment) => payment.invoice === invoice["id"]),
      ),
  },
  invoice_payment: { invoice: "id", "payment.payment_intent": "id" },
};
