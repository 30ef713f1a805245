import type Stripe from "stripe";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter, unexpectedState } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { balanceOf } from "./balance.ts";
import { getDestination } from "./destination.ts";
import type { Transfer } from "./objects.ts";
import { moveToAccount } from "./pass-on.ts";
import { reverseTransfer } from "./reversals.ts";

export const transferEndpoints: Endpoint[] = [
  endpoint<Stripe.TransferCreateParams>("POST /v1/transfers", ({ state, params }) =>
    createTransfer(state, params),
  ),
  endpoint("GET /v1/transfers/{id}", ({ state, id }) => getRow(state, "transfers", id)),
  endpoint<Stripe.TransferUpdateParams>("POST /v1/transfers/{id}", ({ state, params, id }) => {
    const transfer = getRow(state, "transfers", id);
    transfer.metadata = mergeMetadata(transfer.metadata, params.metadata);
    if (params.description !== undefined) transfer.description = params.description || null;
    state.emit("transfer.updated", transfer);
    return transfer;
  }),
  listEndpoint<Stripe.TransferListParams>("GET /v1/transfers", ({ state, params }) =>
    [...state.tables.transfers.values()].filter(
      (transfer) =>
        (params.destination === undefined || transfer.destination === params.destination) &&
        (params.transfer_group === undefined || transfer.transfer_group === params.transfer_group),
    ),
  ),
  endpoint<Stripe.TransferCreateReversalParams>(
    "POST /v1/transfers/{id}/reversals",
    ({ state, params, id }) => {
      const transfer = getRow(state, "transfers", id);
      const left = transfer.amount - transfer.amount_reversed;
      const amountCents = params.amount ?? left;
      if (params.refund_application_fee)
        throw invalidParameter("refund_application_fee", "This server does not serve it here.");
      if (amountCents < 1 && left > 0)
        throw invalidParameter("amount", "Invalid positive integer", "parameter_invalid_integer");
      if (left === 0 || amountCents > left)
        throw unexpectedState(undefined, `Transfer ${id} has only ${left} left to reverse.`, {
          param: "amount",
        });
      return reverseTransfer(state, transfer, {
        amountCents,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  endpoint("GET /v1/transfers/{transferId}/reversals/{id}", ({ state, id, parentId }) => {
    const reversal = getRow(state, "transfer_reversals", id);
    getRow(state, "transfers", reversal.transfer === parentId ? parentId : "");
    return reversal;
  }),
  listEndpoint("GET /v1/transfers/{id}/reversals", ({ state, id }) => {
    const { id: transfer } = getRow(state, "transfers", id);
    return [...state.tables.transfer_reversals.values()].filter((row) => row.transfer === transfer);
  }),
];

function createTransfer(state: StripeState, params: Stripe.TransferCreateParams): Transfer {
  const { amount, currency } = params;
  if (amount === undefined)
    throw invalidParameter("amount", "Missing required param: amount.", "parameter_missing");
  if (amount < 1) throw invalidParameter("amount", "Invalid positive integer", "parameter_invalid_integer");
  const { id: destination } = getDestination(state, params.destination, "destination");
  const charge =
    params.source_transaction === undefined
      ? null
      : getRow(state, "charges", params.source_transaction, "source_transaction");
  if (charge) {
    if (charge.status !== "succeeded" || charge.currency !== currency)
      throw invalidParameter(
        "source_transaction",
        "The source_transaction must be a succeeded charge in the transfer's currency.",
      );
    const used = [...state.tables.transfers.values()]
      .filter(({ source_transaction: source }) => source === charge.id)
      .reduce((sum, transfer) => sum + transfer.amount, 0);
    if (used + amount > charge.amount)
      throw unexpectedState(
        undefined,
        `Cannot use a charge's money twice: of ${charge.amount}, ${charge.amount - used} can still be transferred.`,
        { param: "amount" },
      );
  } else if (amount > (balanceOf(state, null).available.get(currency) ?? 0))
    throw unexpectedState(
      "balance_insufficient",
      "You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance",
    );
  const movement = charge?.balance_transaction
    ? getRow(state, "balance_transactions", charge.balance_transaction)
    : null;
  return moveToAccount(state, {
    amountCents: amount,
    currency,
    destination,
    sourceCharge: charge?.id ?? null,
    availableOn: Math.max(movement?.available_on ?? 0, state.now()),
    group: params.transfer_group ?? charge?.transfer_group ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  });
}
