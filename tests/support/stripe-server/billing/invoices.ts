import type Stripe from "stripe";
import { confirmIntent } from "#tests/support/stripe-server/payments/confirm-intent.ts";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { cancelIntent } from "#tests/support/stripe-server/payments/payment-intents.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import {
  cardError,
  invalidParameter,
  StripeError,
  unexpectedState,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { previewItems } from "./prorate-items.ts";
import { intentOfInvoice, subscriptionOf } from "./invoice-payments.ts";
import type { Invoice } from "./objects.ts";

export const invoiceEndpoints: Endpoint[] = [
  endpoint("GET /v1/invoices/{id}", ({ state, id }) => getRow(state, "invoices", id)),
  // Before the addresses that end with an id.
  endpoint<Stripe.InvoiceCreatePreviewParams>("POST /v1/invoices/create_preview", ({ state, params }) =>
    previewItems(
      state,
      getRow(state, "subscriptions", params.subscription ?? "", "subscription"),
      params.subscription_details ?? {},
    ),
  ),
  endpoint<Stripe.InvoiceUpdateParams>("POST /v1/invoices/{id}", ({ state, params, id }) => {
    const invoice = getRow(state, "invoices", id);
    invoice.metadata = mergeMetadata(invoice.metadata, params.metadata);
    if (params.description !== undefined) invoice.description = params.description || null;
    state.emit("invoice.updated", invoice);
    return invoice;
  }),
  listEndpoint<Stripe.InvoiceListParams>("GET /v1/invoices", ({ state, params }) =>
    [...state.tables.invoices.values()].filter(
      (invoice) =>
        (params.customer === undefined || invoice.customer === params.customer) &&
        (params.status === undefined || invoice.status === params.status) &&
        (params.subscription === undefined ||
          invoice.parent.subscription_details.subscription === params.subscription),
    ),
  ),
  listEndpoint("GET /v1/invoices/{id}/lines", ({ state, id }) =>
    getRow(state, "invoices", id).lines.data.toReversed(),
  ),
  endpoint<Stripe.InvoicePayParams>("POST /v1/invoices/{id}/pay", ({ state, params, id }) => {
    const invoice = getRow(state, "invoices", id);
    if (invoice.status === "paid") throw unexpectedState(undefined, "Invoice is already paid");
    if (invoice.status !== "open")
      throw unexpectedState("invoice_not_editable", `This invoice is ${invoice.status} and cannot be paid.`);
    payNow(state, invoice, params.payment_method, params.off_session ?? true);
    return invoice;
  }),
  endpoint("POST /v1/invoices/{id}/void", ({ state, id }) => {
    const invoice = getRow(state, "invoices", id);
    if (invoice.status !== "open" && invoice.status !== "uncollectible")
      throw unexpectedState(
        undefined,
        `You can only void open or uncollectible invoices, not ${invoice.status}.`,
      );
    voidInvoice(state, invoice);
    const subscription = subscriptionOf(state, invoice);
    if (subscription.status === "incomplete") {
      subscription.status = "incomplete_expired";
      subscription.ended_at = state.now();
      state.emit("customer.subscription.updated", subscription, { status: "incomplete" });
    }
    return invoice;
  }),
  endpoint("GET /v1/invoice_payments/{id}", ({ state, id }) => getRow(state, "invoice_payments", id)),
  listEndpoint<Stripe.InvoicePaymentListParams>("GET /v1/invoice_payments", ({ state, params }) =>
    [...state.tables.invoice_payments.values()].filter(
      (row) =>
        (params.invoice === undefined || row.invoice === params.invoice) &&
        (params.status === undefined || row.status === params.status) &&
        (params.payment?.payment_intent === undefined ||
          row.payment.payment_intent === params.payment.payment_intent),
    ),
  ),
];

export function voidInvoice(state: StripeState, invoice: Invoice): void {
  const intent = intentOfInvoice(state, invoice);
  if (intent && intent.status !== "canceled") cancelIntent(state, intent, "void_invoice");
  invoice.status = "void";
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = state.now();
  for (const payment of state.tables.invoice_payments.values()) {
    if (payment.invoice !== invoice.id || payment.status !== "open") continue;
    payment.status = "canceled";
    payment.status_transitions.canceled_at = state.now();
  }
  state.emit("invoice.voided", invoice);
}

/** Which card pays a bill when nobody is asked. */
const savedMethodOf = (state: StripeState, invoice: Invoice): string | null =>
  subscriptionOf(state, invoice).default_payment_method ??
  getRow(state, "customers", invoice.customer).invoice_settings.default_payment_method;

/** Tries the kept card, or another one. Throws what the bank said where it did not pay. */
export function payNow(
  state: StripeState,
  invoice: Invoice,
  method: string | undefined,
  offSession: boolean,
) {
  const intent = intentOfInvoice(state, invoice);
  const paymentMethod = method ?? savedMethodOf(state, invoice);
  if (!intent || paymentMethod === null)
    throw invalidParameter(
      "payment_method",
      "There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method on the Customer, or pass `payment_method`.",
    );
  try {
    confirmIntent(state, intent, { paymentMethod, offSession, returnUrl: null, useSdk: true });
  } catch (error) {
    if (!(error instanceof StripeError) || error.body.code !== "authentication_required") throw error;
    throw requiresAction(intent);
  }
  if (intent.status === "requires_action") throw requiresAction(intent);
}

const requiresAction = (intent: object) =>
  cardError(
    {
      code: "invoice_payment_intent_requires_action",
      message:
        "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    },
    { payment_intent: structuredClone(intent) },
  );

/** A try that the calendar makes: what the bank says shows in the invoice. */
export function collect(state: StripeState, invoice: Invoice): void {
  const intent = intentOfInvoice(state, invoice);
  if (!intent) return;
  if (invoice.attempted) invoice.attempt_count++;
  const paymentMethod = savedMethodOf(state, invoice);
  if (paymentMethod === null) {
    state.onIntentChanged(intent);
    return;
  }
  try {
    confirmIntent(state, intent, { paymentMethod, offSession: true, returnUrl: null, useSdk: false });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
}
