import { inTransaction } from "#server/database/in-transaction.ts";
import type { Services } from "#server/services.ts";
import { closeUpsell } from "./close-upsell.ts";
import { completeUpsell } from "./complete-upsell.ts";

/**
 * Ends an add-on's open payment, so that it cannot be paid after all, and then the offer with the stock it holds. One that
 * was paid meanwhile joins its order. Without a payment it ends where none was begun, or where `isUnpaid` says that the one
 * that was begun came to nothing.
 */
export async function cancelUpsell(
  services: Services,
  orderId: string,
  upsellId: string,
  paymentIntentId: string | null,
  isUnpaid = paymentIntentId !== null,
): Promise<void> {
  if (paymentIntentId) {
    const intent = await services.payments
      .cancelIntent(paymentIntentId)
      .catch(() => services.payments.getIntent(paymentIntentId));
    if (intent.status === "succeeded") return void (await completeUpsell(services, intent));
    if (intent.status !== "canceled") return;
  }
  const now = services.clock.now();
  await inTransaction(services.pool, (client) => closeUpsell(client, { orderId, upsellId, isUnpaid, now }));
}
