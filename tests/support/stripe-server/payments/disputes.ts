import type Stripe from "stripe";
import { moveBalance } from "#tests/support/stripe-server/connect/balance.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import { mergeMetadata } from "./metadata.ts";
import type { Charge, Dispute } from "./objects.ts";

const disputeFeeCents = 1500;
const secondsToAnswer = 7 * 24 * 60 * 60;

export const disputeEndpoints: Endpoint[] = [
  endpoint("GET /v1/disputes/{id}", ({ world, id }) => getRow(world, "disputes", id)),
  listEndpoint<Stripe.DisputeListParams>("GET /v1/disputes", ({ world, params }) =>
    [...world.tables.disputes.values()].filter(
      (dispute) =>
        (params.charge === undefined || dispute.charge === params.charge) &&
        (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
    ),
  ),
  endpoint<Stripe.DisputeUpdateParams>("POST /v1/disputes/{id}", ({ world, params, id }) => {
    const dispute = getRow(world, "disputes", id);
    refuseClosed(dispute);
    dispute.metadata = mergeMetadata(dispute.metadata, params.metadata);
    Object.assign(dispute.evidence, params.evidence);
    dispute.evidence_details.has_evidence = Object.keys(dispute.evidence).length > 0;
    if (params.submit ?? true) submit(world, dispute);
    else world.emit("charge.dispute.updated", dispute);
    return dispute;
  }),
  endpoint("POST /v1/disputes/{id}/close", ({ world, id }) => {
    const dispute = getRow(world, "disputes", id);
    refuseClosed(dispute);
    closeDispute(world, dispute, "lost");
    return dispute;
  }),
];

/** The buyer's bank takes the money back, and a fee; an inquiry only asks. */
export function openDispute(
  world: World,
  charge: Charge,
  reason: "fraudulent" | "product_not_received" | "inquiry",
): Dispute {
  const isInquiry = reason === "inquiry";
  const dispute = addRow(world, "disputes", {
    id: world.newId("du"),
    object: "dispute",
    created: world.now(),
    livemode: false,
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: world.now() + secondsToAnswer,
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
  world.emit("charge.dispute.created", dispute);
  if (!isInquiry) withdraw(world, dispute);
  return dispute;
}

/** Ends a dispute as the bank decides it. */
export function closeDispute(world: World, dispute: Dispute, outcome: "won" | "lost"): void {
  const isInquiry = dispute.status.startsWith("warning");
  if (isInquiry && outcome === "lost") {
    // An inquiry that is given in to becomes a dispute, and that is lost.
    dispute.status = "needs_response";
    withdraw(world, dispute);
  }
  dispute.status = isInquiry && outcome === "won" ? "warning_closed" : outcome;
  if (dispute.status === "won") {
    const back = moveBalance(world, {
      account: null,
      type: "adjustment",
      amountCents: dispute.amount,
      feeCents: -disputeFeeCents,
      currency: dispute.currency,
      source: dispute.id,
    });
    dispute.balance_transactions.push(back.id);
    world.emit("charge.dispute.funds_reinstated", dispute);
  }
  world.emit("charge.dispute.closed", dispute);
}

/** Whether a charge's money is in dispute, so that it cannot be refunded. */
export const disputeOf = (world: World, chargeId: string): Dispute | undefined =>
  [...world.tables.disputes.values()].find(({ charge }) => charge === chargeId);

function withdraw(world: World, dispute: Dispute) {
  dispute.is_charge_refundable = false;
  const taken = moveBalance(world, {
    account: null,
    type: "adjustment",
    amountCents: -dispute.amount,
    feeCents: disputeFeeCents,
    currency: dispute.currency,
    source: dispute.id,
  });
  dispute.balance_transactions.push(taken.id);
  world.emit("charge.dispute.funds_withdrawn", dispute);
}

/** In test mode the bank decides at once by what the evidence says. */
function submit(world: World, dispute: Dispute) {
  dispute.evidence_details.submission_count++;
  const isInquiry = dispute.status.startsWith("warning");
  dispute.status = isInquiry ? "warning_under_review" : "under_review";
  world.emit("charge.dispute.updated", dispute);
  const text = dispute.evidence["uncategorized_text"];
  if (text === "winning_evidence") closeDispute(world, dispute, "won");
  if (text === "losing_evidence") closeDispute(world, dispute, "lost");
  if (text === "escalate_inquiry_evidence" && isInquiry) {
    dispute.status = "needs_response";
    world.emit("charge.dispute.updated", dispute);
    withdraw(world, dispute);
  }
}

function refuseClosed(dispute: Dispute) {
  if (["won", "lost", "warning_closed"].includes(dispute.status))
    throw unexpectedState(undefined, "This dispute is already closed");
}
