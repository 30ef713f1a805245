import type { Charge, Refund } from "#tests/support/stripe-server/payments/objects.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import { moveBalance } from "./balance.ts";
import type { ApplicationFee, Transfer, TransferReversal } from "./objects.ts";

type Share = { refundedBefore: number; reverseTransfer: boolean; refundFee: boolean };

/**
 * With a refund, takes the same part of the transfer back from the connected account, and gives it the same part of our
 * fee. Parts are of the whole so far, so that many small refunds add up to exactly everything. Answers the reversal's id.
 */
export function takeBackShare(world: World, charge: Charge, refund: Refund, share: Share): string | null {
  const partOf = (whole: number) => {
    const until = (refunded: number) => Math.round((whole * refunded) / charge.amount);
    return until(share.refundedBefore + refund.amount) - until(share.refundedBefore);
  };
  if (share.refundFee && charge.application_fee !== null) {
    const fee = getRow(world, "application_fees", charge.application_fee);
    giveFeeBack(world, fee, Math.min(partOf(fee.amount), fee.amount - fee.amount_refunded));
  }
  if (!share.reverseTransfer || charge.transfer === null) return null;
  const transfer = getRow(world, "transfers", charge.transfer);
  const amount = Math.min(partOf(transfer.amount), transfer.amount - transfer.amount_reversed);
  if (amount === 0) return null;
  return reverseTransfer(world, transfer, { amountCents: amount, refundId: refund.id }).id;
}

export function reverseTransfer(
  world: World,
  transfer: Transfer,
  input: { amountCents: number; refundId?: string; metadata?: TransferReversal["metadata"] },
): TransferReversal {
  const { amountCents, refundId = null, metadata = {} } = input;
  const { currency, destination } = transfer;
  const id = world.newId("trr");
  const paymentRefund = world.newId("pyr");
  const movement = moveBalance(world, {
    account: null,
    type: "transfer_refund",
    amountCents,
    currency,
    source: id,
  });
  moveBalance(world, {
    account: destination,
    type: "payment_refund",
    amountCents: -amountCents,
    currency,
    source: paymentRefund,
  });
  transfer.amount_reversed += amountCents;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  const reversal = addRow(world, "transfer_reversals", {
    id,
    object: "transfer_reversal",
    amount: amountCents,
    balance_transaction: movement.id,
    created: world.now(),
    currency,
    destination_payment_refund: paymentRefund,
    metadata,
    source_refund: refundId,
    transfer: transfer.id,
  });
  world.emit("transfer.reversed", transfer);
  return reversal;
}

function giveFeeBack(world: World, fee: ApplicationFee, amountCents: number) {
  if (amountCents === 0) return;
  const { currency, account } = fee;
  const source = world.newId("fr");
  moveBalance(world, {
    account: null,
    type: "application_fee_refund",
    amountCents: -amountCents,
    currency,
    source,
  });
  moveBalance(world, { account, type: "application_fee_refund", amountCents, currency, source });
  fee.amount_refunded += amountCents;
  fee.refunded = fee.amount_refunded === fee.amount;
  world.emit("application_fee.refunded", fee);
}
