import type { Charge, Refund } from "#tests/support/stripe-server/payments/objects.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { moveBalance } from "./balance.ts";
import type { ApplicationFee, Transfer, TransferReversal } from "./objects.ts";

type Share = { refundedBefore: number; reverseTransfer: boolean; refundFee: boolean };

/**
 * With a refund, takes the same part of the transfer back from the connected account, and gives it the same part of our
 * fee. Parts are of the whole so far, so that many small refunds add up to exactly everything. Answers the reversal's id.
 */
export function takeBackShare(
  state: StripeState,
  charge: Charge,
  refund: Refund,
  share: Share,
): string | null {
  const partOf = (whole: number) => {
    const until = (refunded: number) => Math.round((whole * refunded) / charge.amount);
    return until(share.refundedBefore + refund.amount) - until(share.refundedBefore);
  };
  if (share.refundFee && charge.application_fee !== null) {
    const fee = getRow(state, "application_fees", charge.application_fee);
    giveFeeBack(state, fee, Math.min(partOf(fee.amount), fee.amount - fee.amount_refunded));
  }
  if (!share.reverseTransfer || charge.transfer === null) return null;
  const transfer = getRow(state, "transfers", charge.transfer);
  const amount = Math.min(partOf(transfer.amount), transfer.amount - transfer.amount_reversed);
  if (amount === 0) return null;
  return reverseTransfer(state, transfer, { amountCents: amount, refundId: refund.id }).id;
}

export function reverseTransfer(
  state: StripeState,
  transfer: Transfer,
  input: { amountCents: number; refundId?: string; metadata?: TransferReversal["metadata"] },
): TransferReversal {
  const { amountCents, refundId = null, metadata = {} } = input;
  const { currency, destination } = transfer;
  const id = state.newId("trr");
  const paymentRefund = state.newId("pyr");
  const movement = moveBalance(state, {
    account: null,
    type: "transfer_refund",
    amountCents,
    currency,
    source: id,
  });
  moveBalance(state, {
    account: destination,
    type: "payment_refund",
    amountCents: -amountCents,
    currency,
    source: paymentRefund,
  });
  transfer.amount_reversed += amountCents;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  const reversal = addRow(state, "transfer_reversals", {
    id,
    object: "transfer_reversal",
    amount: amountCents,
    balance_transaction: movement.id,
    created: state.now(),
    currency,
    destination_payment_refund: paymentRefund,
    metadata,
    source_refund: refundId,
    transfer: transfer.id,
  });
  state.emit("transfer.reversed", transfer);
  return reversal;
}

function giveFeeBack(state: StripeState, fee: ApplicationFee, amountCents: number) {
  if (amountCents === 0) return;
  const { currency, account } = fee;
  const source = state.newId("fr");
  moveBalance(state, {
    account: null,
    type: "application_fee_refund",
    amountCents: -amountCents,
    currency,
    source,
  });
  moveBalance(state, { account, type: "application_fee_refund", amountCents, currency, source });
  fee.amount_refunded += amountCents;
  fee.refunded = fee.amount_refunded === fee.amount;
  state.emit("application_fee.refunded", fee);
}
