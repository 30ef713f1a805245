import type { PaymentGateway } from "#server/payments/payment-gateway.ts";

/** An add-on can be accepted for a quarter of an hour, and is kept for another. */
export const offerMinutes = 30;

/**
 * The add-on's payment, where it was taken and its id was lost with the process or the answer. Null where none was taken:
 * nobody was told its secret, so nobody can pay it. Asks the provider for all payments of the offer's half hour.
 */
export async function findUpsellPayment(
  payments: PaymentGateway,
  { orderId, upsellId, shownAt }: { orderId: string; upsellId: string; shownAt: Date },
): Promise<string | null> {
  const span = {
    from: new Date(shownAt.getTime() - 60_000),
    to: new Date(shownAt.getTime() + offerMinutes * 60_000),
  };
  for await (const { paymentIntentId, metadata } of payments.listPayments(span))
    if (metadata["order"] === orderId && metadata["upsell"] === upsellId) return paymentIntentId;
  return null;
}
