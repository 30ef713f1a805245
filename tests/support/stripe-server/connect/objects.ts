import type { Metadata } from "#tests/support/stripe-server/payments/objects.ts";

type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };

/** A movement of somebody's balance. `net` = `amount` − `fee`; it can be spent from `available_on`. */
export type BalanceTransaction = Omit<Base<"balance_transaction">, "livemode"> & {
  amount: number;
  available_on: number;
  currency: string;
  description: string | null;
  exchange_rate: null;
  fee: number;
  fee_details: {
    amount: number;
    application: null;
    currency: string;
    description: string;
    type: "stripe_fee" | "application_fee";
  }[];
  net: number;
  reporting_category: string;
  source: string;
  status: "pending" | "available";
  type:
    | "charge"
    | "payment"
    | "refund"
    | "refund_failure"
    | "payment_refund"
    | "transfer"
    | "transfer_refund"
    | "application_fee"
    | "application_fee_refund"
    | "adjustment";
};

export type Transfer = Base<"transfer"> & {
  amount: number;
  amount_reversed: number;
  balance_transaction: string;
  currency: string;
  description: string | null;
  destination: string;
  destination_payment: string;
  metadata: Metadata;
  reversed: boolean;
  source_transaction: string | null;
  source_type: "card";
  transfer_group: string | null;
};

export type TransferReversal = Omit<Base<"transfer_reversal">, "livemode"> & {
  amount: number;
  balance_transaction: string;
  currency: string;
  destination_payment_refund: string;
  metadata: Metadata;
  source_refund: string | null;
  transfer: string;
};

export type ApplicationFee = Base<"application_fee"> & {
  account: string;
  amount: number;
  amount_refunded: number;
  balance_transaction: string;
  charge: string;
  currency: string;
  originating_transaction: string;
  refunded: boolean;
};

type CapabilityStatus = "active" | "pending" | "restricted" | "unsupported";

/** `/v2/core/accounts`; `created` is an ISO time there. */
export type ConnectedAccount = {
  id: string;
  object: "v2.core.account";
  applied_configurations: ("recipient" | "merchant")[];
  configuration: {
    recipient: {
      applied: boolean;
      capabilities: {
        stripe_balance: {
          stripe_transfers: {
            requested: boolean;
            status: CapabilityStatus;
            status_details: { code: string; resolution: string }[];
          };
        };
      };
    } | null;
  };
  closed: boolean;
  contact_email: string | null;
  created: string;
  dashboard: "express" | "full" | "none" | null;
  defaults: {
    currency: string | null;
    responsibilities: { fees_collector: string; losses_collector: string };
  };
  display_name: string | null;
  identity: { country: string; entity_type: string | null };
  livemode: false;
  metadata: Metadata;
  requirements: {
    entries: {
      awaiting_action_from: "user" | "stripe";
      description: string;
      minimum_deadline: { status: "currently_due" | "eventually_due" | "past_due" };
    }[];
    summary: { minimum_deadline: { status: "currently_due" | "eventually_due" | "past_due" } } | null;
  };
};
