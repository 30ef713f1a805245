import type Stripe from "stripe";
import { moveBalance } from "#tests/support/stripe-server/connect/balance.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { mergeMetadata } from "./metadata.ts";
import type { Charge, Dispute } from "./objects.ts";

const disputeFeeCents = 1500;
const secondsToAnswer = 7 * 24 * 60 * 60;

export const disputeEndpoints: Endpoint[] = [
  endpoint("GET /v1/disputes/{id}", ({ state, id }) => getRow(state, "disputes", id)),
  listEndpoint<Stripe.DisputeListParams>("GET /v1/disputes", ({ state, params }) =>
    [...state.tables.disputes.values()].filter(
      (dispute) =>
        (params.charge === undefined || dispute.charge === params.charge) &&
        (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
    ),
  ),
  endpoint<Stripe.DisputeUpdateParams>("POST /v1/disputes/{id}", ({ state, params, id }) => {
    const dispute = getRow(state, "disputes", id);
    refuseClosed(dispute);
    dispute.metadata = mergeMetadata(dispute.metadata, params.metadata);
    Object.assign(dispute.evidence, params.evidence);
    dispute.evidence_details.has_evidence = Object.keys(dispute.evidence).length > 0;
    if (params.submit ?? true) submit(state, dispute);
    else state.emit("charge.dispute.updated", dispute);
    return dispute;
  }),
  endpoint("POST /v1/disputes/{id}/close", ({ state, id }) => {
    const dispute = getRow(state, "disputes", id);
    refuseClosed(dispute);
    closeDispute(state, dispute, "lost");
    return dispute;
  }),
];

/** The buyer's bank takes the money back, and a fee; an inquiry only asks. */
export function openDispute(
  state: StripeState,
  charge: Charge,
  reason: "fraudulent" | "product_not_received" | "inquiry",
): Dispute {
  const isInquiry = reason === "inquiry";
  const dispute = addRow(state, "disputes", {
    id: state.newId("du"),
    object: "dispute",
    created: state.now(),
    livemode: false,
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: state.now() + secondsToAnswer,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: isInquiry ? "general" : reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  });
  charge.disputed = true;
  state.emit("charge.dispute.created", dispute);
  if (!isInquiry) withdraw(state, dispute);
  return dispute;
}

/** Ends a dispute as the bank decides it. */
export function closeDispute(state: StripeState, dispute: Dispute, outcome: "won" | "lost"): void {
  const isInquiry = dispute.status.startsWith("warning");
  if (isInquiry && outcome === "lost") {
    // An inquiry that is given in to becomes a dispute, and that is lost.
    dispute.status = "needs_response";
    withdraw(state, dispute);
  }
  dispute.status = isInquiry && outcome === "won" ? "warning_closed" : outcome;
  if (dispute.status === "won") {
    const back = moveBalance(state, {
      account: null,
      type: "adjustment",
      amountCents: dispute.amount,
      feeCents: -disputeFeeCents,
      currency: dispute.currency,
      source: dispute.id,
    });
    dispute.balance_transactions.push(back.id);
    state.emit("charge.dispute.funds_reinstated", dispute);
  }
  state.emit("charge.dispute.closed", dispute);
}

/** Whether a charge's money is in dispute, so that it cannot be refunded. */
export const disputeOf = (state: StripeState, chargeId: string): Dispute | undefined =>
  [...state.tables.disputes.values()].find(({ charge }) => charge === chargeId);

function withdraw(state: StripeState, dispute: Dispute) {
  dispute.is_charge_refundable = false;
  const taken = moveBalance(state, {
    account: null,
    type: "adjustment",
    amountCents: -dispute.amount,
    feeCents: disputeFeeCents,
    currency: dispute.currency,
    source: dispute.id,
  });
  dispute.balance_transactions.push(taken.id);
  state.emit("charge.dispute.funds_withdrawn", dispute);
}

/** In test mode the bank decides at once by what the evidence says. */
function submit(state: StripeState, dispute: Dispute) {
  dispute.evidence_details.submission_count++;
  const isInquiry = dispute.status.startsWith("warning");
  dispute.status = isInquiry ? "warning_under_review" : "under_review";
  state.emit("charge.dispute.updated", dispute);
  const text = dispute.evidence["uncategorized_text"];
  if (text === "winning_evidence") closeDispute(state, dispute, "won");
  if (text === "losing_evidence") closeDispute(state, dispute, "lost");
  if (text === "escalate_inquiry_evidence" && isInquiry) {
    dispute.status = "needs_response";
    state.emit("charge.dispute.updated", dispute);
    withdraw(state, dispute);
  }
}

function refuseClosed(dispute: Dispute) {
  if (["won", "lost", "warning_closed"].includes(dispute.status))
    throw unexpectedState(undefined, "This dispute is already closed");
}
