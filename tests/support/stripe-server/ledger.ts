import type { StripeState } from "./state.ts";

/** What really happened, whatever anybody was told. Amounts in cents. */
export type Truth = {
  charges: { id: string; intentId: string; amountCents: number; refundedCents: number; currency: string }[];
  refunds: { id: string; intentId: string; amountCents: number; status: string }[];
  disputes: { id: string; intentId: string; amountCents: number; status: string }[];
  transfers: {
    id: string;
    accountId: string;
    amountCents: number;
    reversedCents: number;
    chargeId: string | null;
  }[];
};

/** The provider's own books: succeeded charges, refunds, disputes, transfers. */
export function truthOf({ tables }: StripeState): Truth {
  const charges = [...tables.charges.values()].filter(
    ({ status, captured }) => status === "succeeded" && captured,
  );
  return {
    charges: charges.map(({ id, payment_intent, amount, amount_refunded, currency }) => ({
      id,
      intentId: payment_intent,
      amountCents: amount,
      refundedCents: amount_refunded,
      currency,
    })),
    refunds: [...tables.refunds.values()].map(({ id, payment_intent, amount, status }) => ({
      id,
      intentId: payment_intent,
      amountCents: amount,
      status,
    })),
    disputes: [...tables.disputes.values()].map(({ id, payment_intent, amount, status }) => ({
      id,
      intentId: payment_intent,
      amountCents: amount,
      status,
    })),
    transfers: [...tables.transfers.values()].map((transfer) => ({
      id: transfer.id,
      accountId: transfer.destination,
      amountCents: transfer.amount,
      reversedCents: transfer.amount_reversed,
      chargeId: transfer.source_transaction,
    })),
  };
}
