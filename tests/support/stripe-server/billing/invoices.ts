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
import { getRow, type World } from "#tests/support/stripe-server/world.ts";
import { intentOfInvoice, subscriptionOf } from "./invoice-payments.ts";
import type { Invoice } from "./objects.ts";

export const invoiceEndpoints: Endpoint[] = [
  endpoint("GET /v1/invoices/{id}", ({ world, id }) => getRow(world, "invoices", id)),
  endpoint<Stripe.InvoiceUpdateParams>("POST /v1/invoices/{id}", ({ world, params, id }) => {
    const invoice = getRow(world, "invoices", id);
    invoice.metadata = mergeMetadata(invoice.metadata, params.metadata);
    if (params.description !== undefined) invoice.description = params.description || null;
    world.emit("invoice.updated", invoice);
    return invoice;
  }),
  listEndpoint<Stripe.InvoiceListParams>("GET /v1/invoices", ({ world, params }) =>
    [...world.tables.invoices.values()].filter(
      (invoice) =>
        (params.customer === undefined || invoice.customer === params.customer) &&
        (params.status === undefined || invoice.status === params.status) &&
        (params.subscription === undefined ||
          invoice.parent.subscription_details.subscription === params.subscription),
    ),
  ),
  listEndpoint("GET /v1/invoices/{id}/lines", ({ world, id }) =>
    getRow(world, "invoices", id).lines.data.toReversed(),
  ),
  endpoint<Stripe.InvoicePayParams>("POST /v1/invoices/{id}/pay", ({ world, params, id }) => {
    const invoice = getRow(world, "invoices", id);
    if (invoice.status === "paid") throw unexpectedState(undefined, "Invoice is already paid");
    if (invoice.status !== "open")
      throw unexpectedState("invoice_not_editable", `This invoice is ${invoice.status} and cannot be paid.`);
    payNow(world, invoice, params.payment_method, params.off_session ?? true);
    return invoice;
  }),
  endpoint("POST /v1/invoices/{id}/void", ({ world, id }) => {
    const invoice = getRow(world, "invoices", id);
    if (invoice.status !== "open" && invoice.status !== "uncollectible")
      throw unexpectedState(
        undefined,
        `You can only void open or uncollectible invoices, not ${invoice.status}.`,
      );
    voidInvoice(world, invoice);
    const subscription = subscriptionOf(world, invoice);
    if (subscription.status === "incomplete") {
      subscription.status = "incomplete_expired";
      subscription.ended_at = world.now();
      world.emit("customer.subscription.updated", subscription, { status: "incomplete" });
    }
    return invoice;
  }),
  endpoint("GET /v1/invoice_payments/{id}", ({ world, id }) => getRow(world, "invoice_payments", id)),
  listEndpoint<Stripe.InvoicePaymentListParams>("GET /v1/invoice_payments", ({ world, params }) =>
    [...world.tables.invoice_payments.values()].filter(
      (row) =>
        (params.invoice === undefined || row.invoice === params.invoice) &&
        (params.status === undefined || row.status === params.status) &&
        (params.payment?.payment_intent === undefined ||
          row.payment.payment_intent === params.payment.payment_intent),
    ),
  ),
];

export function voidInvoice(world: World, invoice: Invoice): void {
  const intent = intentOfInvoice(world, invoice);
  if (intent && intent.status !== "canceled") cancelIntent(world, intent, "void_invoice");
  invoice.status = "void";
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = world.now();
  for (const payment of world.tables.invoice_payments.values()) {
    if (payment.invoice !== invoice.id || payment.status !== "open") continue;
    payment.status = "canceled";
    payment.status_transitions.canceled_at = world.now();
  }
  world.emit("invoice.voided", invoice);
}

/** Which card pays a bill when nobody is asked. */
const savedMethodOf = (world: World, invoice: Invoice): string | null =>
  subscriptionOf(world, invoice).default_payment_method ??
  getRow(world, "customers", invoice.customer).invoice_settings.default_payment_method;

function payNow(world: World, invoice: Invoice, method: string | undefined, offSession: boolean) {
  const intent = intentOfInvoice(world, invoice);
  const paymentMethod = method ?? savedMethodOf(world, invoice);
  if (!intent || paymentMethod === null)
    throw invalidParameter(
      "payment_method",
      "There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method on the Customer, or pass `payment_method`.",
    );
  try {
    confirmIntent(world, intent, { paymentMethod, offSession, returnUrl: null, useSdk: true });
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
export function collect(world: World, invoice: Invoice): void {
  const intent = intentOfInvoice(world, invoice);
  if (!intent) return;
  if (invoice.attempted) invoice.attempt_count++;
  const paymentMethod = savedMethodOf(world, invoice);
  if (paymentMethod === null) {
    world.followIntent(intent);
    return;
  }
  try {
    confirmIntent(world, intent, { paymentMethod, offSession: true, returnUrl: null, useSdk: false });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
}
