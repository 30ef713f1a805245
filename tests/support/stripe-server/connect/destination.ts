import type { Charge } from "#tests/support/stripe-server/payments/objects.ts";
import {
  invalidParameter,
  resourceMissing,
  StripeError,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import { moveBalance } from "./balance.ts";
import type { ApplicationFee, ConnectedAccount, Transfer } from "./objects.ts";

/** An account that money can be passed on to; refused unless its capability is active. */
export function getDestination(world: World, id: string, param: string): ConnectedAccount {
  const account = world.tables.accounts.get(id);
  if (!account || account.closed) throw resourceMissing("destination", id, param);
  const status = account.configuration.recipient?.capabilities.stripe_balance.stripe_transfers.status;
  if (status !== "active")
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "insufficient_capabilities_for_transfer",
      message:
        "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      param,
    });
  return account;
}

export type DestinationParams = {
  amount: number;
  application_fee_amount?: number | null;
  transfer_data?: { destination: string; amount?: number } | null;
};

/** The rules that bind an amount, what we keep of it and what is passed on. */
export function checkDestination(world: World, params: DestinationParams): void {
  const { amount, application_fee_amount: fee, transfer_data: data } = params;
  if (data) getDestination(world, data.destination, "transfer_data[destination]");
  if (fee !== undefined && fee !== null) {
    if (!data)
      throw invalidParameter(
        "application_fee_amount",
        "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
      );
    if (data.amount !== undefined)
      throw invalidParameter(
        "application_fee_amount",
        "You cannot specify both `application_fee_amount` and `transfer_data[amount]`.",
      );
    if (fee < 0 || fee > amount)
      throw invalidParameter(
        "application_fee_amount",
        "Your application fee must not be negative, and less than or equal to the charge amount.",
        fee < 0 ? "parameter_invalid_integer" : undefined,
      );
  }
  if (data?.amount !== undefined && (data.amount < 0 || data.amount > amount))
    throw invalidParameter(
      "transfer_data[amount]",
      "The transfer amount must be less than or equal to the charge amount.",
    );
}

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
export function moveToAccount(world: World, input: NewTransfer): Transfer {
  const { amountCents, currency, destination, availableOn } = input;
  const id = world.newId("tr");
  const destinationPayment = world.newId("py");
  const out = moveBalance(world, {
    account: null,
    type: "transfer",
    amountCents: -amountCents,
    currency,
    source: id,
    availableOn,
  });
  moveBalance(world, {
    account: destination,
    type: "payment",
    amountCents,
    feeCents: input.applicationFeeCents ?? 0,
    feeType: "application_fee",
    currency,
    source: destinationPayment,
    availableOn,
  });
  const transfer = addRow(world, "transfers", {
    id,
    object: "transfer",
    created: world.now(),
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
  world.emit("transfer.created", transfer);
  return transfer;
}

/** A destination charge passes everything on at once, and takes our fee back from there. */
export function passOn(world: World, charge: Charge): void {
  const { transfer_data: data, application_fee_amount: feeCents, currency } = charge;
  if (!data) return;
  const availableOn = getRow(world, "balance_transactions", charge.balance_transaction ?? "").available_on;
  const group = charge.transfer_group ?? `group_${charge.payment_intent}`;
  charge.transfer_group = group;
  const transfer = moveToAccount(world, {
    amountCents: data.amount ?? charge.amount,
    currency,
    destination: data.destination,
    sourceCharge: charge.id,
    availableOn,
    group,
    applicationFeeCents: feeCents ?? 0,
  });
  charge.transfer = transfer.id;
  if (feeCents) charge.application_fee = takeFee(world, charge, transfer, feeCents, availableOn).id;
}

function takeFee(
  world: World,
  charge: Charge,
  transfer: Transfer,
  amountCents: number,
  availableOn: number,
): ApplicationFee {
  const { currency } = charge;
  const id = world.newId("fee");
  const movement = moveBalance(world, {
    account: null,
    type: "application_fee",
    amountCents,
    currency,
    source: id,
    availableOn,
  });
  const fee = addRow(world, "application_fees", {
    id,
    object: "application_fee",
    created: world.now(),
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
  world.emit("application_fee.created", fee);
  return fee;
}
