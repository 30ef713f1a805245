import {
  invalidParameter,
  resourceMissing,
  StripeError,
} from "#tests/support/stripe-server/wire/stripe-error.ts";
import type { StripeState } from "#tests/support/stripe-server/state.ts";
import type { ConnectedAccount } from "./objects.ts";

/** An account that money can be passed on to; refused unless its capability is active. */
export function getDestination(state: StripeState, id: string, param: string): ConnectedAccount {
  const account = state.tables.accounts.get(id);
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
export function checkDestination(state: StripeState, params: DestinationParams): void {
  const { amount, application_fee_amount: fee, transfer_data: data } = params;
  if (data) getDestination(state, data.destination, "transfer_data[destination]");
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
