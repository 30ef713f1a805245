import { addRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { BalanceTransaction } from "./objects.ts";

const secondsUntilAvailable = 2 * 24 * 60 * 60;

type Movement = {
  /** Whose balance: null is the platform's. */
  account: string | null;
  type: BalanceTransaction["type"];
  /** Before the fee; negative takes away. */
  amountCents: number;
  feeCents?: number;
  feeType?: "stripe_fee" | "application_fee";
  currency: string;
  /** The object behind it. */
  source: string;
  /** In Unix seconds; now unless told. */
  availableOn?: number;
};

/** Books a movement on a balance. Money only ever moves through here, so that the books add up. */
export function moveBalance(state: StripeState, movement: Movement): BalanceTransaction {
  const { account, type, amountCents, feeCents = 0, feeType = "stripe_fee", currency, source } = movement;
  const availableOn = movement.availableOn ?? state.now();
  const fee = {
    amount: feeCents,
    application: null,
    currency,
    description: feeNames[feeType],
    type: feeType,
  };
  return addRow(state, "balance_transactions", {
    id: state.newId("txn"),
    object: "balance_transaction",
    account,
    amount: amountCents,
    available_on: availableOn,
    created: state.now(),
    currency,
    description: null,
    exchange_rate: null,
    fee: feeCents,
    fee_details: feeCents === 0 ? [] : [fee],
    net: amountCents - feeCents,
    reporting_category: type,
    source,
    status: availableOn > state.now() ? "pending" : "available",
    type,
  });
}

const feeNames = { stripe_fee: "Stripe processing fees", application_fee: "application fee" };

/** Card money can be spent two days after the payment. */
export const cardMoneyAvailableOn = (state: StripeState) => state.now() + secondsUntilAvailable;

/** 2.9 % and 30 cents. */
export const processingFeeCents = (amountCents: number) => Math.round(amountCents * 0.029) + 30;

export type BalanceSums = { available: Map<string, number>; pending: Map<string, number> };

/** What an account (null: the platform) has, by currency. */
export function balanceOf(state: StripeState, account: string | null): BalanceSums {
  const sums: BalanceSums = { available: new Map(), pending: new Map() };
  for (const row of state.tables.balance_transactions.values()) {
    if (row.account !== account) continue;
    const into = row.available_on > state.now() ? sums.pending : sums.available;
    into.set(row.currency, (into.get(row.currency) ?? 0) + row.net);
  }
  return sums;
}
