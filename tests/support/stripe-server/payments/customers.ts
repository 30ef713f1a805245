import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter, resourceMissing } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { mergeMetadata } from "./metadata.ts";
import type { Customer } from "./objects.ts";

export const customerEndpoints: Endpoint[] = [
  endpoint<Stripe.CustomerCreateParams>("POST /v1/customers", ({ state, params }) => {
    const customer: Customer = {
      id: state.newId("cus"),
      object: "customer",
      created: state.now(),
      livemode: false,
      email: null,
      name: null,
      phone: null,
      description: null,
      metadata: {},
      invoice_settings: { default_payment_method: null },
      balance: 0,
    };
    change(state, customer, params);
    addRow(state, "customers", customer);
    state.emit("customer.created", customer);
    return customer;
  }),
  endpoint("GET /v1/customers/{id}", ({ state, id }) => {
    const customer = getRow(state, "customers", id);
    return customer.deleted ? { id, object: "customer", deleted: true } : customer;
  }),
  endpoint<Stripe.CustomerUpdateParams>("POST /v1/customers/{id}", ({ state, params, id }) => {
    const customer = getCustomer(state, id);
    change(state, customer, params);
    state.emit("customer.updated", customer);
    return customer;
  }),
  listEndpoint<Stripe.CustomerListParams>("GET /v1/customers", ({ state, params }) =>
    [...state.tables.customers.values()].filter(
      ({ email, deleted }) => !deleted && (params.email === undefined || email === params.email),
    ),
  ),
];

/** A customer that can be charged; a deleted one is missing. */
export function getCustomer(state: StripeState, id: string, param?: string): Customer {
  const customer = getRow(state, "customers", id, param);
  if (customer.deleted) throw resourceMissing("customer", id, param);
  return customer;
}

function change(state: StripeState, customer: Customer, params: Stripe.CustomerUpdateParams) {
  const { email, name, phone, description, metadata, invoice_settings: settings } = params;
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalidParameter("email", `Invalid email address: ${email}`, "email_invalid");
  if (email !== undefined) customer.email = email || null;
  if (name !== undefined) customer.name = name || null;
  if (phone !== undefined) customer.phone = phone || null;
  if (description !== undefined) customer.description = description || null;
  if (metadata !== undefined) customer.metadata = mergeMetadata(customer.metadata, metadata);
  if (settings?.default_payment_method !== undefined) {
    const param = "invoice_settings[default_payment_method]";
    const method = getRow(state, "payment_methods", settings.default_payment_method, param);
    if (method.customer !== customer.id)
      throw invalidParameter(
        param,
        `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      );
    customer.invoice_settings.default_payment_method = method.id;
  }
}
