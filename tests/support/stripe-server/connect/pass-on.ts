import type { Charge } from "#tests/support/stripe-server/payments/objects.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { moveBalance } from "./balance.ts";
import type { ApplicationFee, Transfer } from "./objects.ts";

type NewTransfer = {
  amountCents: number;
  currency: string;
  destination: string;
  sourceCharge: string | null;
  /** When the money can be spent there, in Unix seconds. */
  availableOn: number;
  group: string | null;
  description?: string | null;
  metadata?: Transfer["metadata"];
  /** Taken off at the destination, for us. */
  applicationFeeCents?: number;
};

/** Moves money from the platform's balance to a connected account's. */
export function moveToAccount(state: StripeState, input: NewTransfer): Transfer {
  const { amountCents, currency, destination, availableOn } = input;
  const id = state.newId("tr");
  const destinationPayment = state.newId("py");
  const out = moveBalance(state, {
    account: null,
    type: "transfer",
    amountCents: -amountCents,
    currency,
    source: id,
    availableOn,
  });
  moveBalance(state, {
    account: destination,
    type: "payment",
    amountCents,
    feeCents: input.applicationFeeCents ?? 0,
    feeType: "application_fee",
    currency,
    source: destinationPayment,
    availableOn,
  });
  const transfer = addRow(state, "transfers", {
    id,
    object: "transfer",
    created: state.now(),
    livemode: false,
    amount: amountCents,
    amount_reversed: 0,
    balance_transaction: out.id,
    currency,
    description: input.description ?? null,
    destination,
    destination_payment: destinationPayment,
    metadata: input.metadata ?? {},
    reversed: false,
    source_transaction: input.sourceCharge,
    source_type: "card",
    transfer_group: input.group,
  });
  state.emit("transfer.created", transfer);
  return transfer;
}

/** A destination charge passes everything on at once, and takes our fee back from there. */
export function passOn(state: StripeState, charge: Charge): void {
  const { transfer_data: data, application_fee_amount: feeCents, currency } = charge;
  if (!data) return;
  const availableOn = getRow(state, "balance_transactions", charge.balance_transaction ?? "").available_on;
  const group = charge.transfer_group ?? `group_${charge.payment_intent}`;
  charge.transfer_group = group;
  const transfer = moveToAccount(state, {
    amountCents: data.amount ?? charge.amount,
    currency,
    destination: data.destination,
    sourceCharge: charge.id,
    availableOn,
    group,
    applicationFeeCents: feeCents ?? 0,
  });
  charge.transfer = transfer.id;
  if (feeCents) charge.application_fee = takeFee(state, charge, transfer, feeCents, availableOn).id;
}

function takeFee(
  state: StripeState,
  charge: Charge,
  transfer: Transfer,
  amountCents: number,
  availableOn: number,
): ApplicationFee {
  const { currency } = charge;
  const id = state.newId("fee");
  const movement = moveBalance(state, {
    account: null,
    type: "application_fee",
    amountCents,
    currency,
    source: id,
    availableOn,
  });
  const fee = addRow(state, "application_fees", {
    id,
    object: "application_fee",
    created: state.now(),
    livemode: false,
    account: transfer.destination,
    amount: amountCents,
    amount_refunded: 0,
    balance_transaction: movement.id,
    charge: transfer.destination_payment,
    currency,
    originating_transaction: charge.id,
    refunded: false,
  });
  state.emit("application_fee.created", fee);
  return fee;
}
