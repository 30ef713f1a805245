import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

/** Ends a membership at the provider at once, after a refund that was to end it: nothing more is billed. Bears repetition. */
export async function endMembership(services: Services, providerSubscriptionId: string): Promise<void> {
  const { subscriptions } = services.payments;
  if ((await subscriptions.getSubscription(providerSubscriptionId)).endedAt === null)
    await subscriptions.cancelSubscription(
      providerSubscriptionId,
      "NOW",
      `refunded_${providerSubscriptionId}`,
    );
  await syncMembership(services, providerSubscriptionId);
}
