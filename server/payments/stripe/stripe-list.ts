import type Stripe from "stripe";
import { GatewayError, type ListedPayment } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";

export const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

type Page<T> = { data: T[]; has_more: boolean };

/** Everything of a list of Stripe's, a hundred at a time. */
export async function* allPages<T extends { id: string }>(
  ask: (page: { limit: number; starting_after?: string }) => Promise<Page<T>>,
): AsyncIterable<T> {
  let after: string | undefined;
  for (;;) {
    const page = await ask({ limit: 100, ...(after && { starting_after: after }) });
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** Stripe's succeeded payments, newest first. */
export async function* listPayments(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<ListedPayment> {
  const created = { gte: seconds(from), lt: seconds(to) };
  for await (const intent of allPages((page) =>
    askStripe(() => stripe.paymentIntents.list({ created, expand: ["data.latest_charge"], ...page })),
  ))
    if (intent.status === "succeeded") yield listed(intent);
}

/** One of them, by its id; undefined where Stripe has none that succeeded. */
export async function findPayment(stripe: Stripe, id: string): Promise<ListedPayment | undefined> {
  try {
    const intent = await askStripe(() => stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }));
    return intent.status === "succeeded" ? listed(intent) : undefined;
  } catch (error) {
    if (error instanceof GatewayError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

function listed({ id, amount_received, latest_charge, metadata }: Stripe.PaymentIntent): ListedPayment {
  const charge = typeof latest_charge === "string" ? null : latest_charge;
  return {
    paymentIntentId: id,
    receivedCents: amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    metadata,
  };
}
