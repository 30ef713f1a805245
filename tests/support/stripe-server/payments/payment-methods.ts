import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import type { ObjectShape } from "#tests/support/stripe-server/wire/shapes.ts";
import { invalidParameter, StripeError } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { getCustomer } from "./customers.ts";
import type { PaymentMethod } from "./objects.ts";
import { brandOf, checkRawCard, namedCards, type CardState, type RawCard } from "./test-cards.ts";

/** Card data as Stripe's script sends it from the buyer's browser. */
export const cardDataShape: ObjectShape = {
  object: {
    type: { enum: ["card"] },
    card: {
      object: { number: "string", exp_month: "number", exp_year: "number", cvc: "string" },
      required: ["number", "exp_month", "exp_year"],
    },
    billing_details: {
      object: {
        email: "string",
        name: "string",
        phone: "string",
        address: {
          object: Object.fromEntries(
            ["city", "country", "line1", "line2", "postal_code", "state"].map((name) => [name, "string"]),
          ),
        },
      },
    },
  },
  required: ["type", "card"],
};

export type CardData = {
  type: "card";
  card: RawCard;
  billing_details?: Partial<PaymentMethod["billing_details"]>;
};

type ListParams = { customer?: string; type?: string };

export const paymentMethodEndpoints: Endpoint[] = [
  endpoint<CardData>(
    "POST /v1/payment_methods",
    ({ state, params, isBrowser }) => {
      if (!isBrowser)
        throw new StripeError(402, {
          type: "invalid_request_error",
          message:
            "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
        });
      return createFromCard(state, params);
    },
    { browser: cardDataShape },
  ),
  endpoint("GET /v1/payment_methods/{id}", ({ state, id }) => getRow(state, "payment_methods", id)),
  listEndpoint<ListParams>("GET /v1/payment_methods", ({ state, params }) =>
    ofCustomer(state, params.customer),
  ),
  listEndpoint("GET /v1/customers/{id}/payment_methods", ({ state, id }) =>
    ofCustomer(state, getCustomer(state, id).id),
  ),
  endpoint("GET /v1/customers/{customerId}/payment_methods/{id}", ({ state, parentId, id }) => {
    const method = getRow(state, "payment_methods", id);
    if (method.customer !== parentId) throw notTheirs(id);
    return method;
  }),
  endpoint<Stripe.PaymentMethodAttachParams>("POST /v1/payment_methods/{id}/attach", (call) => {
    const { state, params, id } = call;
    const method = resolvePaymentMethod(state, id, "id");
    const { id: customer } = getCustomer(state, params.customer ?? "", "customer");
    if (method.customer !== null && method.customer !== customer)
      throw invalidParameter(
        "customer",
        "The payment method you provided has already been attached to a customer.",
      );
    refuseConsumed(state, method);
    attach(state, method, customer);
    return method;
  }),
  endpoint("POST /v1/payment_methods/{id}/detach", ({ state, id }) => {
    const method = getRow(state, "payment_methods", id);
    if (method.customer === null)
      throw invalidParameter(
        "payment_method",
        "The payment method you provided is not attached to a customer.",
      );
    detach(state, method);
    return method;
  }),
];

/** A card that left its customer can never be used again. */
export function detach(state: StripeState, method: PaymentMethod): void {
  method.customer = null;
  cardOf(state, method.id).consumed = true;
  state.emit("payment_method.detached", method);
}

function* ofCustomer(state: StripeState, customer: string | undefined) {
  for (const method of state.tables.payment_methods.values())
    if (customer !== undefined && method.customer === customer) yield method;
}

export function createFromCard(
  state: StripeState,
  { card, billing_details: billing }: CardData,
): PaymentMethod {
  checkRawCard(card, state.now());
  const method: PaymentMethod = {
    id: state.newId("pm"),
    object: "payment_method",
    created: state.now(),
    livemode: false,
    type: "card",
    card: {
      brand: brandOf(card.number),
      last4: card.number.slice(-4),
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: "credit",
      country: "US",
      fingerprint: `fp${card.number.slice(-6)}`,
    },
    billing_details: { email: null, name: null, phone: null, address: null, ...billing },
    customer: null,
    metadata: {},
  };
  state.cards.set(method.id, { number: card.number, consumed: false, setUp: false });
  return addRow(state, "payment_methods", method);
}

/** A payment method by its id, or a fresh one by the name of a test card, such as `pm_card_visa`. */
export function resolvePaymentMethod(state: StripeState, id: string, param: string): PaymentMethod {
  const number = Object.hasOwn(namedCards, id) ? namedCards[id] : undefined;
  if (number === undefined) return getRow(state, "payment_methods", id, param);
  const year = new Date(state.now() * 1000).getUTCFullYear() + 2;
  return createFromCard(state, { type: "card", card: { number, exp_month: 12, exp_year: year } });
}

export function cardOf(state: StripeState, methodId: string): CardState {
  const card = state.cards.get(methodId);
  if (!card) throw new Error(`${methodId} has no card`);
  return card;
}

/** Stripe's rule of who may use a payment method: the customer it is attached to, or anyone once. */
export function checkUsable(state: StripeState, method: PaymentMethod, customer: string | null): void {
  refuseConsumed(state, method);
  if (method.customer === null || method.customer === customer) return;
  if (customer !== null) throw notTheirs(method.id);
  throw invalidParameter(
    "payment_method",
    "The PaymentMethod you provided is attached to a customer so for security purposes you must provide the customer in the request.",
  );
}

export function attach(state: StripeState, method: PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  method.customer = customer;
  state.emit("payment_method.attached", method);
}

function refuseConsumed(state: StripeState, method: PaymentMethod) {
  if (cardOf(state, method.id).consumed)
    throw invalidParameter(
      "payment_method",
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    );
}

const notTheirs = (id: string) =>
  invalidParameter(
    "payment_method",
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
  );
