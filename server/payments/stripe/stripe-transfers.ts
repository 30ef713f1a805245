import type Stripe from "stripe";
import type { GatewayTransfer, ListedTransfer } from "#server/payments/payout-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf } from "./stripe-intents.ts";
import { allPages, seconds } from "./stripe-list.ts";

/** Stripe's transfers since then, newest first, those that it made by itself with a payment among them. */
export async function* listTransfers(stripe: Stripe, since: Date): AsyncIterable<ListedTransfer> {
  const created = { gte: seconds(since) };
  for await (const transfer of allPages((page) =>
    askStripe(() => stripe.transfers.list({ created, ...page })),
  ))
    yield {
      ...transferOf(transfer),
      currency: transfer.currency,
      metadata: transfer.metadata,
      madeAt: new Date(transfer.created * 1000),
    };
}

export const transferOf = (transfer: Stripe.Transfer): GatewayTransfer => ({
  id: transfer.id,
  accountId: idOf(transfer.destination) ?? "",
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
});
