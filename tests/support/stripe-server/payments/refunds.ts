import type Stripe from "stripe";
import { moveBalance } from "#tests/support/stripe-server/connect/balance.ts";
import { takeBackShare } from "#tests/support/stripe-server/connect/reversals.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter, unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { disputeOf } from "./disputes.ts";
import { mergeMetadata } from "./metadata.ts";
import type { Charge, Refund } from "./objects.ts";
import { cardOf } from "./payment-methods.ts";
import { behaviourOf } from "./test-cards.ts";

export const refundEndpoints: Endpoint[] = [
  endpoint<Stripe.RefundCreateParams>("POST /v1/refunds", ({ state, params }) => createRefund(state, params)),
  endpoint("GET /v1/refunds/{id}", ({ state, id }) => getRow(state, "refunds", id)),
  endpoint<Stripe.RefundUpdateParams>("POST /v1/refunds/{id}", ({ state, params, id }) => {
    const refund = getRow(state, "refunds", id);
    refund.metadata = mergeMetadata(refund.metadata, params.metadata);
    state.emit("refund.updated", refund);
    return refund;
  }),
  listEndpoint<Stripe.RefundListParams>("GET /v1/refunds", ({ state, params }) =>
    [...state.tables.refunds.values()].filter(
      (refund) =>
        (params.charge === undefined || refund.charge === params.charge) &&
        (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
    ),
  ),
];

function createRefund(state: StripeState, params: Stripe.RefundCreateParams): Refund {
  const charge = chargeOf(state, params);
  const left = charge.amount - charge.amount_refunded;
  const dispute = disputeOf(state, charge.id);
  if (dispute && !dispute.is_charge_refundable && dispute.status !== "won")
    throw unexpectedState(
      "refund_disputed_payment",
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    );
  if (left === 0)
    throw unexpectedState("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
  const amount = params.amount ?? left;
  if (amount < 1) throw invalidParameter("amount", "Invalid positive integer", "parameter_invalid_integer");
  if (amount > left)
    throw unexpectedState(
      undefined,
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: "amount" },
    );
  checkConnected(charge, params);
  const refund = addRow(state, "refunds", newRefund(state, charge, amount, params));
  const movement = moveBalance(state, {
    account: null,
    type: "refund",
    amountCents: -amount,
    currency: charge.currency,
    source: refund.id,
  });
  refund.balance_transaction = movement.id;
  const refundedBefore = charge.amount_refunded;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  refund.transfer_reversal = takeBackShare(state, charge, refund, {
    refundedBefore,
    reverseTransfer: params.reverse_transfer ?? false,
    refundFee: params.refund_application_fee ?? false,
  });
  state.emit("refund.created", refund);
  state.emit("charge.refunded", charge);
  return refund;
}

function newRefund(
  state: StripeState,
  charge: Charge,
  amount: number,
  params: Stripe.RefundCreateParams,
): Refund {
  const { refund: fate } = behaviourOf(cardOf(state, charge.payment_method).number);
  return {
    id: state.newId("re"),
    object: "refund",
    created: state.now(),
    livemode: false,
    amount,
    balance_transaction: null,
    charge: charge.id,
    currency: charge.currency,
    failure_balance_transaction: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    source_transfer_reversal: null,
    status: fate === "pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  };
}

/** What becomes of refunds after a while: a pending one arrives, one to a card that takes none comes back. */
export function settleRefunds(state: StripeState): void {
  for (const refund of state.tables.refunds.values()) {
    const charge = getRow(state, "charges", refund.charge);
    const { refund: fate } = behaviourOf(cardOf(state, charge.payment_method).number);
    if (fate === "pending" && refund.status === "pending") {
      refund.status = "succeeded";
      state.emit("refund.updated", refund);
      state.emit("charge.refund.updated", refund);
    } else if (fate === "fails" && refund.status === "succeeded") failRefund(state, charge, refund);
  }
}

function failRefund(state: StripeState, charge: Charge, refund: Refund) {
  refund.status = "failed";
  refund.failure_reason = "expired_or_canceled_card";
  const back = moveBalance(state, {
    account: null,
    type: "refund_failure",
    amountCents: refund.amount,
    currency: refund.currency,
    source: refund.id,
  });
  refund.failure_balance_transaction = back.id;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  state.emit("refund.updated", refund);
  state.emit("refund.failed", refund);
  state.emit("charge.refund.updated", refund);
}

function chargeOf(state: StripeState, params: Stripe.RefundCreateParams): Charge {
  if ((params.charge === undefined) === (params.payment_intent === undefined))
    throw invalidParameter(
      "payment_intent",
      "You must provide exactly one of charge and payment_intent.",
      params.charge === undefined ? "parameter_missing" : undefined,
    );
  if (params.charge !== undefined) {
    const charge = getRow(state, "charges", params.charge, "charge");
    if (charge.status !== "succeeded")
      throw unexpectedState("charge_not_refundable", `Charge ${charge.id} has not succeeded.`);
    return charge;
  }
  const intent = getRow(state, "payment_intents", params.payment_intent ?? "", "payment_intent");
  if (intent.status !== "succeeded" || intent.latest_charge === null)
    throw unexpectedState(
      undefined,
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  return getRow(state, "charges", intent.latest_charge);
}

function checkConnected(charge: Charge, params: Stripe.RefundCreateParams) {
  if (params.reverse_transfer && charge.transfer === null)
    throw invalidParameter(
      "reverse_transfer",
      "Cannot reverse transfer on charge because it does not have an associated transfer.",
    );
  if (params.refund_application_fee && charge.application_fee === null)
    throw invalidParameter(
      "refund_application_fee",
      "Attempting to refund_application_fee on charge, but it has no application fee",
    );
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
