import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { balanceOf } from "./balance.ts";

export const balanceEndpoints: Endpoint[] = [
  endpoint(
    "GET /v1/balance",
    ({ state, account }) => {
      if (account !== null) getRow(state, "accounts", account);
      const { available, pending } = balanceOf(state, account);
      const amounts = (sums: Map<string, number>) =>
        (sums.size === 0 ? [["usd", 0] as const] : [...sums]).map(([currency, amount]) => ({
          amount,
          currency,
          source_types: { card: amount },
        }));
      return {
        object: "balance",
        available: amounts(available),
        livemode: false,
        pending: amounts(pending),
      };
    },
    { readsAccount: true },
  ),
  endpoint(
    "GET /v1/balance_transactions/{id}",
    ({ state, id, account }) => {
      const row = getRow(state, "balance_transactions", id);
      return shown(state, getRow(state, "balance_transactions", row.account === account ? id : ""));
    },
    { readsAccount: true },
  ),
  listEndpoint<Stripe.BalanceTransactionListParams>(
    "GET /v1/balance_transactions",
    ({ state, params, account }) =>
      [...state.tables.balance_transactions.values()]
        .filter(
          (row) =>
            row.account === account &&
            (params.source === undefined || row.source === params.source) &&
            (params.type === undefined || row.type === params.type) &&
            (params.currency === undefined || row.currency === params.currency),
        )
        .map((row) => shown(state, row)),
    { readsAccount: true },
  ),
  endpoint("GET /v1/application_fees/{id}", ({ state, id }) => getRow(state, "application_fees", id)),
  listEndpoint<Stripe.ApplicationFeeListParams>("GET /v1/application_fees", ({ state, params }) =>
    [...state.tables.application_fees.values()].filter(
      (fee) => params.charge === undefined || fee.originating_transaction === params.charge,
    ),
  ),
];

type Row = ReturnType<typeof getRow<"balance_transactions">>;

/** Whose it is, is our own affair; whether it is available, depends on the time of asking. */
function shown(state: StripeState, { account: _account, ...row }: Row) {
  return { ...row, status: row.available_on > state.now() ? "pending" : "available" };
}
