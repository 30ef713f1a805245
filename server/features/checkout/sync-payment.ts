import { intentWithMetadata } from "#server/features/memberships/start-membership.ts";
import type { Services } from "#server/services.ts";
import { completeOrder, isMissing } from "./complete-order.ts";
import { recordUnpaid } from "./record-failure.ts";

/** Completes the order of a payment that succeeded; shows the creator one that waits or failed. */
export async function syncPayment(services: Services, paymentIntentId: string): Promise<void> {
  try {
    const outcome = await completeOrder(services, paymentIntentId);
    if (outcome.status === "PAID") return;
    const intent = await intentWithMetadata(services, await services.payments.getIntent(paymentIntentId));
    if (!intent) return;
    if (intent.status === "processing") await recordUnpaid(services, intent, "PENDING");
    else if (intent.failureMessage !== null) await recordUnpaid(services, intent, "FAILED");
  } catch (error) {
    // A payment the provider does not know is no payment of ours: nothing to do, and nothing to try again.
    if (!isMissing(error)) throw error;
  }
}
