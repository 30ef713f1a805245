import { shownDecline } from "#contract/checkout/declines.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { intentWithMetadata, isMembershipPayment } from "#server/features/memberships/start-membership.ts";
import { AlreadyMember, type FirstMembership } from "#server/features/memberships/one-membership.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { wasTaken } from "#server/features/bookings/lock-bookings.ts";
import { CouponUsedUp } from "#server/features/orders/write-paid-order.ts";
import { GatewayError, isSetup, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { cartVersionOf } from "./checkout-session.ts";
import { completeTrial } from "./complete-trial.ts";
import { completeUpsell, namesUpsell } from "./complete-upsell.ts";
import {
  captureOrRelease,
  couponRefunded,
  couponReleased,
  isRefusedCoupon,
  wasCouponRefused,
} from "./first-purchase.ts";
import type { Buyer } from "./price-cart.ts";
import { releaseFailed } from "./hold-cart.ts";
import {
  hasPlanAlready,
  type MeantFor,
  quarantinePayment,
  refundDuplicate,
  refundRefused,
} from "./quarantine.ts";
import { isMemberAlready, refundSecondMembership } from "./second-membership.ts";
import { type LockedSession, lockSession } from "./lock-session.ts";
import { settleOrder } from "./settle-order.ts";
import { selectTypedAddress } from "./typed-address.ts";

export type CompletedOrder = {
  status: "PAID" | "PENDING" | "FAILED";
  /** Undefined while there is no order. */
  orderId?: string;
  /** Why the payment failed, in words for the buyer. */
  message?: string | null;
  code?: string | null;
  /** What a payment waits for that has not been made. */
  waitsFor?: "PROVIDER" | "AUTHENTICATION" | "ATTEMPT";
};

/**
 * The only way to PAID for a payment: asks the gateway what became of it and, if it succeeded, writes everything the
 * paid order causes in one transaction. The webhook, the return page and the reconciler all call it; repeated, late and
 * parallel calls change nothing. A payment that does not fit what we asked for is quarantined instead.
 */
export async function completeOrder(services: Services, paymentIntentId: string): Promise<CompletedOrder> {
  const found = await intentWithMetadata(services, await services.payments.getIntent(paymentIntentId));
  // A later bill of a membership: its invoice's event makes an order of it.
  if (!found) return { status: "PENDING" };
  const intent = found.status === "requires_capture" ? await captureOrRelease(services, found) : found;
  if (intent.status === "succeeded" && isSetup(intent)) return completeTrial(services, intent);
  if (intent.status === "succeeded")
    return namesUpsell(intent) ? completeUpsell(services, intent) : completePaid(services, intent);
  if (intent.status === "processing") return { status: "PENDING", waitsFor: "PROVIDER" };
  if (intent.status === "requires_action") return { status: "PENDING", waitsFor: "AUTHENTICATION" };
  if (intent.status === "canceled" && (await wasCouponRefused(services.pool, intent.id)))
    return { status: "FAILED", ...couponReleased, waitsFor: "ATTEMPT" };
  if (intent.status === "canceled" || intent.failureMessage !== null) {
    await releaseFailed(services, intent);
    const shown = shownDecline({ code: intent.failureCode, message: intent.failureMessage });
    return { status: "FAILED", ...shown, waitsFor: "ATTEMPT" };
  }
  return { status: "PENDING", waitsFor: "ATTEMPT" };
}

/**
 * Places an order with nothing to pay. The caller has checked that this browser owns the session and saw this version.
 * Whoever has not proved the address may have typed anybody's: the order says so, and keeps no name beside one that the
 * creator knows.
 */
export async function completeFreeOrder(
  services: Services,
  { buyerTokenHashes }: Pick<Buyer, "buyerTokenHashes">,
  checkoutSessionId: string,
  cartVersion: number,
): Promise<CompletedOrder> {
  const outcome = await inTransaction(services.pool, async (client): Promise<CompletedOrder> => {
    const session = await lockSession(client, checkoutSessionId, cartVersion);
    if (session?.completedOrderId) return { status: "PAID", orderId: session.completedOrderId };
    if (session?.status !== "ACTIVE" || session.totalCents !== 0 || session.trialDays > 0)
      return { status: "FAILED", message: null };
    const now = services.clock.now();
    const [address] = await selectTypedAddress(client, session.email, session.ownerId, buyerTokenHashes, now);
    const { isProven = false, isNamed = false } = address ?? {};
    const customerName = isProven || !isNamed ? session.customerName : "";
    const free = { ...session, customerName, addressProven: isProven };
    return { status: "PAID", orderId: await settleOrder(client, free, null, now) };
  }).catch((error: unknown): CompletedOrder => {
    if (!wasOversold(error)) throw error;
    return { status: "FAILED", message: null };
  });
  wakeListeners(services.pool, "job_outbox");
  return outcome;
}

/** `mayBeOver`: a membership that speaks against this one is asked about once, since news of its end may be late. */
async function completePaid(
  services: Services,
  intent: PaymentIntent,
  mayBeOver = true,
): Promise<CompletedOrder> {
  const sessionId = intent.metadata["checkout_session"] ?? "";
  const version = cartVersionOf(intent.metadata);
  if (!isUuid(sessionId) || version === undefined)
    return quarantinePayment(services, intent, undefined, "It names no checkout of ours.");

  const hasGoneBack = await wentBack(services, intent);
  let charged: LockedSession | undefined;
  const outcome = await inTransaction(services.pool, async (client): Promise<CompletedOrder | Misfit> => {
    const session = await lockSession(client, sessionId, version);
    charged = session;
    if (!session) return { misfit: "It names no checkout of ours." };
    if (session.status === "COMPLETED" && session.completedOrderId) {
      const orderId = session.completedOrderId;
      return session.completedPaymentIntentId === intent.id
        ? { status: "PAID", orderId }
        : { duplicateOf: orderId };
    }
    if (session.isPlan && hasGoneBack) return { status: "FAILED", message: hasPlanAlready };
    if (intent.receivedCents !== session.totalCents || intent.currency !== session.currency) {
      return { misfit: "The amount received is not what was asked for." };
    }
    if (await isRefusedCoupon(client, services, session)) return { repeatOf: session.id };
    // A second membership that was refunded begins none once the first one is over.
    if (session.status === "EXPIRED" && hasGoneBack) return isMemberAlready;
    return { status: "PAID", orderId: await settleOrder(client, session, intent, services.clock.now()) };
  }).catch((error: unknown): Misfit => {
    if (brokenConstraint(error) === "subscriptions_plan_once") return { secondPlanOf: sessionId };
    if (error instanceof AlreadyMember) return { secondOf: error.first };
    if (!wasOversold(error)) throw error;
    return { misfit: "What it paid for had gone meanwhile." };
  });

  wakeListeners(services.pool, "job_outbox");
  const meantFor = charged && meantForOf(charged);
  if ("duplicateOf" in outcome) return refundDuplicate(services, intent, outcome.duplicateOf, meantFor);
  if ("repeatOf" in outcome) {
    const refused = { key: "repeat", ...couponRefunded, meantFor } as const;
    return refundRefused(services, intent, outcome.repeatOf, refused);
  }
  if ("secondPlanOf" in outcome) {
    const refused = { key: "plan", message: hasPlanAlready, meantFor } as const;
    return refundRefused(services, intent, outcome.secondPlanOf, refused);
  }
  if ("secondOf" in outcome) {
    const { secondOf: first } = outcome;
    if (mayBeOver) {
      await syncMembership(services, first.providerSubscriptionId);
      return completePaid(services, intent, false);
    }
    return refundSecondMembership(services, intent, { first, checkoutSessionId: sessionId, meantFor });
  }
  if ("misfit" in outcome) return quarantinePayment(services, intent, meantFor, outcome.misfit);
  return outcome;
}

const meantForOf = ({ ownerId, id, totalCents }: LockedSession): MeantFor => ({
  ownerId,
  checkoutSessionId: id,
  expectedCents: totalCents,
});

/** A membership that was ended and paid back whole, as a second plan is: it begins none once the first one is over. */
async function wentBack({ payments }: Services, intent: PaymentIntent): Promise<boolean> {
  if (!isMembershipPayment(intent) || intent.subscription.endedAt === null) return false;
  const taken = await payments.findPayment(intent.id);
  return taken !== undefined && taken.refundedCents >= taken.receivedCents;
}

/** Paid after its holds were given back, and somebody else was quicker: nothing is oversold. */
const wasOversold = (error: unknown): boolean =>
  error instanceof CouponUsedUp || brokenConstraint(error) === "products_inventory" || wasTaken(error);

type Misfit =
  | { misfit: string }
  | { duplicateOf: string }
  | { repeatOf: string }
  | { secondPlanOf: string }
  | { secondOf: FirstMembership };

/** Whether a gateway's error means that the payment does not exist there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === "resource_missing";
