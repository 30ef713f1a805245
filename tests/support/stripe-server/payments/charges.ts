import type Stripe from "stripe";
import {
  cardMoneyAvailableOn,
  moveBalance,
  processingFeeCents,
} from "#tests/support/stripe-server/connect/balance.ts";
import { passOn } from "#tests/support/stripe-server/connect/pass-on.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import type { CardFailure } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { openDispute } from "./disputes.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./objects.ts";
import { cardOf } from "./payment-methods.ts";
import { behaviourOf } from "./test-cards.ts";

export const chargeEndpoints: Endpoint[] = [
  endpoint("GET /v1/charges/{id}", ({ state, id }) => getRow(state, "charges", id)),
  listEndpoint<Stripe.ChargeListParams>("GET /v1/charges", ({ state, params }) =>
    [...state.tables.charges.values()].filter(
      (charge) =>
        (params.customer === undefined || charge.customer === params.customer) &&
        (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
        (params.transfer_group === undefined || charge.transfer_group === params.transfer_group),
    ),
  ),
];

/** Takes the money: the charge, our balance less Stripe's fee, and the connected account's share. */
export function chargeSucceeds(state: StripeState, intent: PaymentIntent, method: PaymentMethod): Charge {
  return takeMoney(state, intent, addRow(state, "charges", newCharge(state, intent, method, null)));
}

/** The bank sets the money aside for us; nothing moves yet. */
export function chargeAuthorized(state: StripeState, intent: PaymentIntent, method: PaymentMethod): Charge {
  const charge = addRow(state, "charges", {
    ...newCharge(state, intent, method, null),
    amount_captured: 0,
    captured: false,
  });
  intent.latest_charge = charge.id;
  intent.amount_capturable = charge.amount;
  state.emit("charge.succeeded", charge);
  return charge;
}

/** Takes the money that was set aside. */
export function captureCharge(state: StripeState, intent: PaymentIntent): Charge {
  const charge = getRow(state, "charges", intent.latest_charge ?? "");
  Object.assign(charge, { amount_captured: charge.amount, captured: true });
  intent.amount_capturable = 0;
  return takeMoney(state, intent, charge);
}

/** Stripe tells of a released authorization as of a refund, though no money had moved. */
export function releaseCharge(state: StripeState, intent: PaymentIntent): void {
  const charge = getRow(state, "charges", intent.latest_charge ?? "");
  Object.assign(charge, { amount_refunded: charge.amount, refunded: true });
  state.emit("charge.refunded", charge);
}

function takeMoney(state: StripeState, intent: PaymentIntent, charge: Charge): Charge {
  const behaviour = behaviourOf(cardOf(state, charge.payment_method).number);
  const movement = moveBalance(state, {
    account: null,
    type: "charge",
    amountCents: charge.amount,
    feeCents: processingFeeCents(charge.amount),
    currency: charge.currency,
    source: charge.id,
    availableOn: behaviour.availableAtOnce ? state.now() : cardMoneyAvailableOn(state),
  });
  charge.balance_transaction = movement.id;
  passOn(state, charge);
  intent.latest_charge = charge.id;
  intent.amount_received = charge.amount;
  state.emit("charge.succeeded", charge);
  return charge;
}

/** A declined attempt leaves a failed charge behind. */
export function chargeFails(
  state: StripeState,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: CardFailure,
): Charge {
  const charge = addRow(state, "charges", newCharge(state, intent, method, failure));
  intent.latest_charge = charge.id;
  state.emit("charge.failed", charge);
  return charge;
}

/** What some cards bring about after the payment. */
export function afterCharge(state: StripeState, charge: Charge): void {
  const { dispute } = behaviourOf(cardOf(state, charge.payment_method).number);
  if (dispute === undefined) return;
  if (dispute !== "warning") openDispute(state, charge, dispute);
  else {
    const warning = addRow(state, "early_fraud_warnings", {
      id: state.newId("issfr"),
      object: "radar.early_fraud_warning",
      created: state.now(),
      livemode: false,
      actionable: true,
      charge: charge.id,
      fraud_type: "made_with_lost_card",
      payment_intent: charge.payment_intent,
    });
    state.emit("radar.early_fraud_warning.created", warning);
  }
}

function newCharge(
  state: StripeState,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: CardFailure | null,
): Charge {
  const { brand, last4, exp_month, exp_year, country, funding } = method.card;
  return {
    id: state.newId("ch"),
    object: "charge",
    created: state.now(),
    livemode: false,
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    captured: failure === null,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: intent.metadata,
    outcome: failure
      ? {
          type: "issuer_declined",
          network_status: "declined_by_network",
          reason: failure.decline_code ?? failure.code,
          seller_message: failure.message,
        }
      : {
          type: "authorized",
          network_status: "approved_by_network",
          reason: null,
          seller_message: "Payment complete.",
        },
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: "card", card: { brand, last4, exp_month, exp_year, country, funding } },
    receipt_email: intent.receipt_email,
    refunded: false,
    source_transfer: null,
    status: failure ? "failed" : "succeeded",
    transfer: null,
    transfer_data: intent.transfer_data,
    transfer_group: intent.transfer_group,
  };
}
