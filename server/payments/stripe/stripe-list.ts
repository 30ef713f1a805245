import type Stripe from "stripe";
import { GatewayError, type ListedPayment } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Stripe's succeeded payments, newest first, a hundred at a time. */
export async function* listPayments(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<ListedPayment> {
  let after: string | undefined;
  for (;;) {
    const page = await askStripe(() =>
      stripe.paymentIntents.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        expand: ["data.latest_charge"],
        ...(after && { starting_after: after }),
      }),
    );
    for (const intent of page.data) {
      if (intent.status === "succeeded") yield listed(intent);
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
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
