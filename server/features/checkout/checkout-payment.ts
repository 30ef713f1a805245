import { randomUUID } from "node:crypto";
import { Conflict, Unavailable } from "#server/errors.ts";
import { cancelUnpaidMembership, startMembership } from "#server/features/memberships/start-membership.ts";
import { deletePayer } from "#server/payments/delete-payer.ts";
import { membershipPayeeAt, payeeAfterChange, payeeAt } from "#server/features/payouts/payee.ts";
import { enqueue } from "#server/jobs/job.ts";
import { GatewayError, isSetup, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type CheckoutSession, recordPress, type OpenCheckout, saveIntent } from "./checkout-session.ts";
import { completeOrder } from "./complete-order.ts";
import { expireSessions } from "./expire-sessions.ts";
import { releaseDropped } from "./hold-cart.ts";
import type { PricedCart } from "./price-cart.ts";
import { withPayee } from "./with-payee.ts";

/** What the browser needs to pay; both null when there is nothing to pay. */
export type OpenPayment = { clientSecret: string | null; paymentIntentId: string | null };

/**
 * Makes the gateway's intent say what the session's newest version says. Undefined when the session turned out dead.
 * Throws 409 when it is paid already, 503 when the gateway does not answer.
 */
export async function preparePayment(
  services: Services,
  open: OpenCheckout,
  session: CheckoutSession,
  cart: PricedCart,
  pressed: boolean,
): Promise<OpenPayment | undefined> {
  if (isFree(session)) return { clientSecret: null, paymentIntentId: null };
  try {
    const intent = await currentIntent(services, open, session, cart);
    if (!intent) return undefined;
    if (intent.status === "requires_capture" && !(await isCaptured(services, intent))) return undefined;
    if (isPaid(intent)) throw await alreadyPaid(services, intent);
    if (intent.status === "canceled") {
      await expireSessions(services.pool, [session.id]);
      return undefined;
    }
    // Only now can no earlier version be charged any more. Where another request of the browser was faster, it is ours that
    // is an earlier one, and what it holds may be another buyer's by now: the payment must say the newest again.
    const isCharged = intent.metadata["cart_version"] === String(session.cartVersion);
    if (pressed && !(isCharged && (await isNoted(services, session, cart, intent)))) return undefined;
    if (open.session && (open.session.holds || cart.holds))
      if (!isCharged || !(await releaseDropped(services, session))) return undefined;
    return { clientSecret: intent.clientSecret, paymentIntentId: intent.id };
  } catch (error) {
    throw error instanceof GatewayError ? paymentUnavailable() : error;
  }
}

/** Nothing is to be paid, now or later. */
export const isFree = ({
  totalCents,
  trialDays,
}: Pick<CheckoutSession, "totalCents" | "trialDays">): boolean => totalCents === 0 && trialDays === 0;

async function isNoted(
  { pool, clock }: Services,
  { id, cartVersion }: CheckoutSession,
  { holds }: PricedCart,
  { failedAttempt }: PaymentIntent,
): Promise<boolean> {
  return (await recordPress(pool, id, cartVersion, clock.now(), failedAttempt, holds)).length > 0;
}

/** The provider did not answer. */
export const paymentUnavailable = () =>
  Unavailable("Failed to initialize payment. Please try again.", "PAYMENT_UNAVAILABLE");

/** A membership's first bill where the product bills by the month or year; otherwise one intent, changed with the cart. */
async function currentIntent(
  services: Services,
  open: OpenCheckout,
  session: CheckoutSession,
  cart: PricedCart,
): Promise<PaymentIntent | undefined> {
  const { title, currency, billingInterval, priceCents } = open;
  const { paymentIntentId } = session;
  // With and without a trial are two ways to pay: a checkout that changes from one to the other goes on as a new one.
  if (paymentIntentId && isSetup({ id: paymentIntentId }) !== session.trialDays > 0)
    return endedIntent(services, session, paymentIntentId);
  if (session.trialDays > 0)
    return paymentIntentId ? updatedSetup(services, session, paymentIntentId) : newSetup(services, session);
  if (billingInterval !== "ONE_TIME" && priceCents > 0)
    return startMembership(services, {
      session,
      product: { title, currency, billingInterval },
      lines: session.lines,
      titles: cart.titles,
      payee: membershipPayeeAt(services, open.payeeAccountId),
    });
  return session.paymentIntentId
    ? updatedIntent(services, session, session.paymentIntentId, authorizesFirst(cart))
    : newIntent(services, open, session, authorizesFirst(cart));
}

/** Who may have a coupon for first purchases shows only with a card that works: it is charged once that is known. */
const authorizesFirst = ({ coupon }: PricedCart): boolean => coupon?.firstTimeCustomerOnly === true;

/** Given up, or as it is where the buyer was quicker. */
async function endedIntent(
  services: Services,
  { providerSubscriptionId }: CheckoutSession,
  intentId: string,
): Promise<PaymentIntent> {
  if (providerSubscriptionId) return cancelUnpaidMembership(services, providerSubscriptionId);
  return orAsItIs(services, intentId, services.payments.cancelIntent(intentId));
}

/** The setup that keeps the card of a trial. Undefined when the session has an intent already. */
async function newSetup(services: Services, session: CheckoutSession): Promise<PaymentIntent | undefined> {
  const setup = await services.payments.createSetup({
    ...setupOf(session),
    idempotencyKey: `co_${session.id}_v${session.cartVersion}`,
  });
  return tied(services, session, setup);
}

async function updatedSetup(
  services: Services,
  session: CheckoutSession,
  setupId: string,
): Promise<PaymentIntent> {
  const { payments } = services;
  const setup = await payments.getIntent(setupId);
  if (!isOutdated(session, setup)) return setup;
  const change = isBeingPaid(session, setup)
    ? payments.cancelIntent(setupId)
    : payments.updateSetup(setupId, {
        ...setupOf(session),
        idempotencyKey: `co_${session.id}_v${session.cartVersion}_${randomUUID()}`,
      });
  return orAsItIs(services, setupId, change);
}

const setupOf = (session: CheckoutSession) => ({
  receiptEmail: session.email,
  metadata: versionMetadata(session),
});

/** What the intent of a cart version carries, so that what is charged names what is recorded. */
const versionMetadata = (session: CheckoutSession) => ({
  checkout_session: session.id,
  cart_version: String(session.cartVersion),
});

/**
 * The key names session and version, so a retry after a lost answer finds the same intent. Undefined when the session has
 * another already.
 */
async function newIntent(
  services: Services,
  open: OpenCheckout,
  session: CheckoutSession,
  authorizeFirst: boolean,
): Promise<PaymentIntent | undefined> {
  const { payments } = services;
  const intent = await withPayee(payeeAt(services, open.payeeAccountId, session.totalCents), (payee) =>
    payments.createIntent({
      amountCents: session.totalCents,
      currency: open.currency,
      receiptEmail: session.email,
      saveCard: true,
      // Says whose sale it was where the checkout itself is lost: see `quarantinePayment`.
      metadata: { ...versionMetadata(session), owner: open.ownerId },
      payee,
      authorizeFirst,
      idempotencyKey: `co_${session.id}_v${session.cartVersion}${authorizeFirst ? "_authorize" : ""}`,
    }),
  );
  return tied(services, session, intent);
}

/** The intent, once it is the session's; undefined when that has another already. */
async function tied(
  { db, pool }: Services,
  session: CheckoutSession,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const [saved] = await saveIntent(pool, session.id, intent.id, hashToken(intent.clientSecret));
  if (saved) return intent;
  // Another request of the browser has tied one to the session: nobody ever hears of ours.
  await enqueue(db, deletePayer, { paymentIntentId: intent.id });
  return undefined;
}

async function updatedIntent(
  services: Services,
  session: CheckoutSession,
  intentId: string,
  authorizeFirst: boolean,
): Promise<PaymentIntent> {
  const { payments } = services;
  const intent = await payments.getIntent(intentId);
  if (!isOutdated(session, intent)) return intent;
  const change = isBeingPaid(session, intent)
    ? payments.cancelIntent(intentId)
    : payments.updateIntent(intentId, {
        amountCents: session.totalCents,
        receiptEmail: session.email,
        metadata: versionMetadata(session),
        payee: payeeAfterChange(services, intent.payee, session.totalCents),
        authorizeFirst,
        // Never the same twice: a change does no harm when repeated, and an answer from before would hide that an overtaken
        // request has set the payment back since.
        idempotencyKey: `co_${session.id}_v${session.cartVersion}_${randomUUID()}`,
      });
  return orAsItIs(services, intentId, change);
}

/** It is for an earlier version of the cart, and can still be changed. */
const isOutdated = ({ cartVersion }: CheckoutSession, { metadata, status }: PaymentIntent): boolean =>
  metadata["cart_version"] !== String(cartVersion) && !isPaid({ status }) && status !== "canceled";

/** The bank has the payment, or has granted it. */
const isPaid = ({ status }: Pick<PaymentIntent, "status">): boolean =>
  status === "succeeded" || status === "processing" || status === "requires_capture";

/** Paid between two calls: what was charged is the version that the intent names. */
const orAsItIs = (
  { payments }: Services,
  intentId: string,
  change: Promise<PaymentIntent>,
): Promise<PaymentIntent> =>
  change.catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === "payment_intent_unexpected_state")
      return payments.getIntent(intentId);
    throw error;
  });

/**
 * Pay was pressed for another version, and that attempt has not failed: it may be on its way at this moment, by a buyer who
 * saw another total. Its payment is never changed, but ended.
 */
const isBeingPaid = (
  { pressedAt, knownFailure }: CheckoutSession,
  { failedAttempt }: PaymentIntent,
): boolean => pressedAt !== null && failedAttempt === knownFailure;

/** False where the authorization was released: its checkout has ended. */
const isCaptured = async (services: Services, { id }: PaymentIntent): Promise<boolean> =>
  (await completeOrder(services, id)).status === "PAID";

async function alreadyPaid(services: Services, intent: PaymentIntent) {
  if (intent.status === "succeeded") await completeOrder(services, intent.id);
  return Conflict("This purchase is already paid.", "ALREADY_PAID", { orderReference: intent.id });
}
