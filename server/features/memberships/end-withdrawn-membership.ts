import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

/** Ends a membership whose contract was withdrawn from, at once: nothing more is billed, and it opens nothing. Bears repetition. */
export async function endWithdrawnMembership(
  services: Services,
  providerSubscriptionId: string,
): Promise<void> {
  const { subscriptions } = services.payments;
  if ((await subscriptions.getSubscription(providerSubscriptionId)).endedAt === null)
    await subscriptions.cancelSubscription(
      providerSubscriptionId,
      "NOW",
      `withdrawn_${providerSubscriptionId}`,
    );
  await syncMembership(services, providerSubscriptionId);
}
