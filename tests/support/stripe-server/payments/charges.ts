import type Stripe from "stripe";
import {
  cardMoneyAvailableOn,
  moveBalance,
  processingFeeCents,
} from "#tests/support/stripe-server/connect/balance.ts";
import { passOn } from "#tests/support/stripe-server/connect/pass-on.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import type { CardFailure } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import { openDispute } from "./disputes.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./objects.ts";
import { cardOf } from "./payment-methods.ts";
import { behaviourOf } from "./test-cards.ts";

export const chargeEndpoints: Endpoint[] = [
  endpoint("GET /v1/charges/{id}", ({ world, id }) => getRow(world, "charges", id)),
  listEndpoint<Stripe.ChargeListParams>("GET /v1/charges", ({ world, params }) =>
    [...world.tables.charges.values()].filter(
      (charge) =>
        (params.customer === undefined || charge.customer === params.customer) &&
        (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
        (params.transfer_group === undefined || charge.transfer_group === params.transfer_group),
    ),
  ),
];

/** Takes the money: the charge, our balance less Stripe's fee, and the connected account's share. */
export function chargeSucceeds(world: World, intent: PaymentIntent, method: PaymentMethod): Charge {
  const charge = addRow(world, "charges", newCharge(world, intent, method, null));
  const behaviour = behaviourOf(cardOf(world, method.id).number);
  const movement = moveBalance(world, {
    account: null,
    type: "charge",
    amountCents: charge.amount,
    feeCents: processingFeeCents(charge.amount),
    currency: charge.currency,
    source: charge.id,
    availableOn: behaviour.availableAtOnce ? world.now() : cardMoneyAvailableOn(world),
  });
  charge.balance_transaction = movement.id;
  passOn(world, charge);
  intent.latest_charge = charge.id;
  intent.amount_received = charge.amount;
  world.emit("charge.succeeded", charge);
  return charge;
}

/** A declined attempt leaves a failed charge behind. */
export function chargeFails(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: CardFailure,
): Charge {
  const charge = addRow(world, "charges", newCharge(world, intent, method, failure));
  intent.latest_charge = charge.id;
  world.emit("charge.failed", charge);
  return charge;
}

/** What some cards bring about after the payment. */
export function afterCharge(world: World, charge: Charge): void {
  const { dispute } = behaviourOf(cardOf(world, charge.payment_method).number);
  if (dispute === undefined) return;
  if (dispute !== "warning") openDispute(world, charge, dispute);
  else {
    const warning = addRow(world, "early_fraud_warnings", {
      id: world.newId("issfr"),
      object: "radar.early_fraud_warning",
      created: world.now(),
      livemode: false,
      actionable: true,
      charge: charge.id,
      fraud_type: "made_with_lost_card",
      payment_intent: charge.payment_intent,
    });
    world.emit("radar.early_fraud_warning.created", warning);
  }
}

function newCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: CardFailure | null,
): Charge {
  const { brand, last4, exp_month, exp_year, country, funding } = method.card;
  return {
    id: world.newId("ch"),
    object: "charge",
    created: world.now(),
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
