import type Stripe from "stripe";
import { GatewayError, type GatewayRefund, type NewRefund } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf, retrieveIntent } from "./stripe-intents.ts";

/** Gives money back; where it had been passed on to a creator, their part and our fee come back in proportion. */
export async function refund(stripe: Stripe, input: NewRefund): Promise<GatewayRefund> {
  const { paymentIntentId, amountCents, metadata, idempotencyKey } = input;
  const intent = await retrieveIntent(stripe, paymentIntentId);
  if (intent.status !== "succeeded")
    throw new GatewayError("payment_intent_unexpected_state", "This payment has not been paid");
  try {
    const made = await askStripe(() =>
      stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          ...(amountCents !== undefined && { amount: amountCents }),
          ...(metadata && { metadata }),
          ...(intent.transfer_data && { reverse_transfer: true }),
          ...(intent.application_fee_amount && { refund_application_fee: true }),
        },
        { idempotencyKey },
      ),
    );
    return refundOf(made);
  } catch (error) {
    throw isTooMuch(error) ? new GatewayError("amount_too_large", error.message) : error;
  }
}

/** Stripe has no code for a refund of more than is left, only these words. */
const isTooMuch = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.code === "parameter_invalid" &&
  /greater than (the )?(unrefunded|remaining)/i.test(error.message);

export async function getRefund(stripe: Stripe, id: string): Promise<GatewayRefund> {
  return refundOf(await askStripe(() => stripe.refunds.retrieve(id)));
}

const refundOf = (refund: Stripe.Refund): GatewayRefund => ({
  id: refund.id,
  paymentIntentId: idOf(refund.payment_intent) ?? "",
  status: statusOf(refund.status),
  amountCents: refund.amount,
  metadata: refund.metadata ?? {},
});

/** One that waits for the buyer's bank details is still on its way; a canceled one has given nothing back. */
function statusOf(status: string | null): GatewayRefund["status"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}
