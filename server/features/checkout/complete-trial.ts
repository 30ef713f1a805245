import { trialHad } from "#contract/checkout/declines.ts";
import { brokenConstraint, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { claimTrial, recordTrialRefusal, releaseTrial } from "#server/features/memberships/claim-trial.ts";
import {
  AlreadyMember,
  type FirstMembership,
  queueAlreadyMember,
  requireFirstMembership,
} from "#server/features/memberships/one-membership.ts";
import { startTrial } from "#server/features/memberships/start-membership.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { membershipPayeeOf } from "#server/features/payouts/payee.ts";
import { isUuid } from "#contract/uuid.ts";
import { deletePayer } from "#server/payments/delete-payer.ts";
import { isDecided, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { enqueue } from "#server/jobs/job.ts";
import { cartVersionOf } from "./checkout-session.ts";
import type { CompletedOrder } from "./complete-order.ts";
import { expireSessions } from "./expire-sessions.ts";
import { type LockedSession, lockSession } from "./lock-session.ts";
import { isMemberInTrial } from "./second-membership.ts";
import { settleOrder } from "./settle-order.ts";
import { selectTypedAddress } from "./typed-address.ts";
import { withPayee } from "./with-payee.ts";

/**
 * Begins the free trial that a card was kept for: who has had theirs is told so, and everybody else's membership is made at
 * the provider and its order written. Each step bears repetition, so that a crash between two of them is made up for by
 * whoever asks next. A setup of anything else (a member's other card) is none of ours.
 */
export async function completeTrial(
  services: Services,
  setup: PaymentIntent,
  mayBeOver = true,
): Promise<CompletedOrder> {
  const sessionId = setup.metadata["checkout_session"] ?? "";
  const version = cartVersionOf(setup.metadata);
  if (!isUuid(sessionId) || version === undefined) return { status: "PENDING" };
  const judged = await judge(services, setup, sessionId, version).catch((error: unknown) => {
    if (error instanceof AlreadyMember) return error;
    throw error;
  });
  if (!judged) return { status: "PENDING" };
  if (judged instanceof AlreadyMember) {
    if (!mayBeOver) return refuseSecond(services, setup, sessionId, judged.first);
    // News of its end may be late.
    await syncMembership(services, judged.first.providerSubscriptionId);
    return completeTrial(services, setup, false);
  }
  if (judged.completedOrderId) return { status: "PAID", orderId: judged.completedOrderId };
  if (judged.trialRefused) {
    await expireSessions(services.pool, [sessionId]);
    return { status: "FAILED", message: hasHadTrial, code: trialHad };
  }
  const subscription = await begin(services, judged, setup);
  try {
    return await inTransaction(services.pool, async (client): Promise<CompletedOrder> => {
      const session = await lockSession(client, sessionId, version);
      if (!session) return { status: "PENDING" };
      if (session.completedOrderId) return { status: "PAID", orderId: session.completedOrderId };
      const now = services.clock.now();
      // Nobody has paid for this address: it gives no other name to somebody whom the creator knows.
      const [address] = await selectTypedAddress(client, session.email, session.ownerId, [], now);
      const customerName = address?.isNamed ? "" : session.customerName;
      const payment = { ...setup, subscription };
      return {
        status: "PAID",
        orderId: await settleOrder(client, { ...session, customerName }, payment, now),
      };
    });
  } catch (error) {
    const isSecond = error instanceof AlreadyMember;
    if (!isSecond && brokenConstraint(error) !== "products_inventory") throw error;
    await services.payments.subscriptions.cancelSubscription(subscription.id, "NOW", `sold_out_${sessionId}`);
    await releaseTrial(services.pool, sessionId);
    if (isSecond) return refuseSecond(services, setup, sessionId, error.first);
    await expireSessions(services.pool, [sessionId]);
    return { status: "FAILED", message: "It has sold out meanwhile. Nothing was charged." };
  } finally {
    wakeListeners(services.pool, "job_outbox");
  }
}

/** Nothing is begun or charged, and the member is emailed about the membership that runs. Safe to repeat. */
async function refuseSecond(
  { pool, clock }: Services,
  setup: PaymentIntent,
  sessionId: string,
  first: FirstMembership,
): Promise<CompletedOrder> {
  await inTransaction(pool, async (client) => {
    await recordTrialRefusal(client, sessionId);
    await enqueue(dbOn(client), deletePayer, { paymentIntentId: setup.id });
    await queueAlreadyMember(client, setup.id, first.id, 0, "usd", clock.now());
  });
  await expireSessions(pool, [sessionId]);
  wakeListeners(pool, "job_outbox");
  return isMemberInTrial;
}

const hasHadTrial =
  "You have had this free trial before, so it is not begun again. Nothing was charged. You can still join: the first payment is then made at once.";

/** The session, with its trial claimed or refused by now; undefined where it is none of ours. Throws `AlreadyMember`. */
async function judge(
  { pool, secret, clock }: Services,
  setup: PaymentIntent,
  sessionId: string,
  version: number,
): Promise<LockedSession | undefined> {
  return inTransaction(pool, async (client) => {
    const session = await lockSession(client, sessionId, version);
    if (!session || session.completedOrderId) return session;
    const { productId, email } = session;
    await requireFirstMembership(client, { productId, email, providerSubscriptionId: null });
    if (session.trialRefused) return session;
    const cardFingerprint = setup.card?.fingerprint ?? null;
    const now = clock.now();
    if (await claimTrial(client, secret, { productId, sessionId, email, cardFingerprint, now }))
      return session;
    await recordTrialRefusal(client, sessionId);
    await enqueue(dbOn(client), deletePayer, { paymentIntentId: setup.id });
    return { ...session, trialRefused: true };
  });
}

/** Throws `GatewayError`; where the provider has refused for good, the trial can be had later. */
async function begin(services: Services, session: LockedSession, setup: PaymentIntent) {
  try {
    return await withPayee(await membershipPayeeOf(services, session.ownerId), (payee) =>
      startTrial(services, { session, setup, payee }),
    );
  } catch (error) {
    if (isDecided(error)) await releaseTrial(services.pool, session.id);
    throw error;
  }
}
