import type Stripe from "stripe";
import type { ListedPayment } from "#server/payments/payment-gateway.ts";
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
      if (intent.status !== "succeeded") continue;
      const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
      yield {
        paymentIntentId: intent.id,
        receivedCents: intent.amount_received,
        refundedCents: charge?.amount_refunded ?? 0,
        metadata: intent.metadata,
      };
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
