import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { pauseEnd } from "#contract/memberships/pause-end.ts";
import { Conflict, Unavailable } from "#server/errors.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { SubscriptionGateway } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { cancelHeld } from "./hold-memberships.ts";
import { syncMembership } from "./sync-membership.ts";
import { getProvenMembership, type ProvenMembership } from "./list-memberships.ts";

/** Which membership, and an order of it that the request proves. */
export type Wanted = { id: string; orderId: string };

/** Ends it with what was paid for. Where a renewal has failed nothing is left to wait for: it ends at once. */
export const cancelMembership = (services: Services, request: FastifyRequest, wanted: Wanted) =>
  change(
    services,
    request,
    wanted,
    ["ACTIVE", "ENDING", "PAUSED", "PAST_DUE"],
    async (gateway, { state, ...membership }) => {
      await gateway.cancelSubscription(
        membership.providerSubscriptionId,
        state === "PAST_DUE" || membership.resumesAtOnce ? "NOW" : "AT_PERIOD_END",
        randomUUID(),
      );
      await cancelHeld(services.pool, membership.id);
    },
    false,
  );

/** Takes a cancellation back; a plan that was agreed to for later, which it had dropped, is set anew by what follows. */
export const keepMembership = (services: Services, request: FastifyRequest, wanted: Wanted) =>
  change(services, request, wanted, ["ACTIVE", "ENDING"], (gateway, { providerSubscriptionId }) =>
    gateway.keepSubscription(providerSubscriptionId, randomUUID()),
  );

/** Moves the next payment on by so many months; the paid period stays open to its end. */
export const pauseMembership = (
  services: Services,
  request: FastifyRequest,
  wanted: Wanted & { months: 1 | 3 },
) =>
  change(services, request, wanted, ["ACTIVE"], async (gateway, membership) => {
    const { providerSubscriptionId, nextPaymentAt, trialEndsAt } = membership;
    if (trialEndsAt)
      throw Conflict("A free trial cannot be paused. You can cancel it, and pay nothing.", "IN_TRIAL");
    if (nextPaymentAt)
      await gateway.pauseSubscription(
        providerSubscriptionId,
        pauseEnd(nextPaymentAt, wanted.months),
        randomUUID(),
      );
  });

/** Ends a pause; the next period begins now where the paid one is over. */
export const resumeMembership = (services: Services, request: FastifyRequest, wanted: Wanted) =>
  change(services, request, wanted, ["PAUSED", "ACTIVE"], (gateway, { providerSubscriptionId }) =>
    gateway.resumeSubscription(providerSubscriptionId, randomUUID()),
  );

/**
 * Asks the provider for a change of a membership that is in one of these states, and writes down what came of it. Throws
 * 404 for one that is not proven, 409 where it is in another state, or its seller has left or is suspended and it would go on (`goesOn`), 503 when the provider does not answer.
 */
async function change(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted,
  states: readonly ProvenMembership["state"][],
  ask: (gateway: SubscriptionGateway, membership: ProvenMembership) => Promise<unknown>,
  goesOn = true,
): Promise<ProvenMembership> {
  const membership = await getProvenMembership(services, request, wanted);
  if (!states.includes(membership.state)) throw hasChanged();
  if (membership.isSellerGone && goesOn) throw sellerGone();
  if (membership.isSellerSuspended && goesOn) throw sellerSuspended();
  await ask(services.payments.subscriptions, membership).catch(refused);
  await syncMembership(services, membership.providerSubscriptionId).catch(refused);
  return getProvenMembership(services, request, wanted);
}

/** What a refusal of the provider is for the buyer. */
export function refused(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  if (error.code === "payment_intent_unexpected_state") throw hasChanged();
  throw Unavailable("The payment provider did not answer. Please try again.", "PAYMENT_UNAVAILABLE");
}

const sellerGone = () =>
  Conflict("The seller has left, so this membership ends with what you paid for.", "SELLER_GONE");

const sellerSuspended = () =>
  Conflict(
    "The store is suspended, so nothing of this membership is charged or changed until that is over. You can cancel it.",
    "SELLER_SUSPENDED",
  );

export const hasChanged = () =>
  Conflict("Your membership has changed meanwhile. Please reload the page.", "MEMBERSHIP_CHANGED");
