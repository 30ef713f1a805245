import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Conflict, Invalid } from "#server/errors.ts";
import { GatewayError, type GatewayErrorCode } from "#server/payments/payment-gateway.ts";
import type { CardChange } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { refused, type Wanted } from "./change-membership.ts";
import { syncMembership } from "./sync-membership.ts";
import { getProvenMembership, type ProvenMembership } from "./list-memberships.ts";

export type Charged = { membership: ProvenMembership; isPaid: boolean; message: string | null };

/** Opens the provider's form for another card. */
export async function startCardChange(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted,
): Promise<CardChange> {
  const { providerSubscriptionId, state } = await getProvenMembership(services, request, wanted);
  if (state === "ENDED") throw Conflict("Your membership has ended.", "MEMBERSHIP_ENDED");
  return services.payments.subscriptions.startCardChange(providerSubscriptionId, randomUUID()).catch(refused);
}

/**
 * Makes the card of the form the membership's, and charges an open renewal with it at once. Throws 422 for a form that is
 * not this membership's.
 */
export async function finishCardChange(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted & { setupIntentId: string },
): Promise<Charged> {
  const { providerSubscriptionId } = await getProvenMembership(services, request, wanted);
  const { setupIntentId } = wanted;
  await services.payments.subscriptions
    .finishCardChange(providerSubscriptionId, setupIntentId, `card_${setupIntentId}`)
    .catch((error: unknown) => {
      if (error instanceof GatewayError && notThisForm.includes(error.code))
        throw Invalid({
          setupIntentId: "This is not the card form of this membership. Please open it again.",
        });
      refused(error);
    });
  await syncMembership(services, providerSubscriptionId).catch(refused);
  return payOpenBill(services, request, wanted, (invoiceId) => `pay_${invoiceId}_${setupIntentId}`);
}

const notThisForm: GatewayErrorCode[] = ["resource_missing", "parameter_invalid", "idempotency_conflict"];

/** Charges the open renewal with the card on file; nothing to charge counts as paid. */
export const retryMembershipPayment = (services: Services, request: FastifyRequest, wanted: Wanted) =>
  payOpenBill(services, request, wanted, () => randomUUID());

/**
 * A provider takes the money of a bill once, whatever the key. What the key decides is which request is a try of its own
 * and which hears the answer of an earlier one: asking for a try is one each time, and a card's form is one, so that a
 * lost answer may be asked for again. Nothing that is counted may name it, since providers do not count tries by hand:
 * the key would come again with the next card, and with it the old card's refusal.
 */
async function payOpenBill(
  services: Services,
  request: FastifyRequest,
  wanted: Wanted,
  keyOf: (providerInvoiceId: string) => string,
): Promise<Charged> {
  const { openInvoiceId, providerSubscriptionId } = await getProvenMembership(services, request, wanted);
  if (openInvoiceId) {
    await services.payments.subscriptions
      .payInvoice(openInvoiceId, keyOf(openInvoiceId))
      .catch((error: unknown) => {
        // Paid or given up meanwhile: what it is now is read below.
        if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state")
          refused(error);
      });
    await syncMembership(services, providerSubscriptionId, openInvoiceId).catch(refused);
  }
  const membership = await getProvenMembership(services, request, wanted);
  const isPaid = membership.failedPayment === null && membership.state !== "ENDED";
  return {
    membership,
    isPaid,
    message: isPaid ? null : (membership.failedPayment?.message ?? "The payment did not go through."),
  };
}
