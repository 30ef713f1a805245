import type { BillingInterval } from "#contract/catalog/catalog.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { deletePayer, deletePayersOf } from "#server/payments/delete-payer.ts";
import { enqueue } from "#server/jobs/job.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { GatewaySubscription, NewSubscription } from "#server/payments/subscription-gateway.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

type Input = {
  session: { id: string; cartVersion: number; email: string; providerSubscriptionId: string | null };
  product: { title: string; billingInterval: "MONTH" | "YEAR"; currency: string };
  /** Priced; the MAIN one is the membership, and its discount counts for the first period only. */
  lines: readonly CartLine[];
  /** What the lines that are not the membership are called. */
  titles?: ReadonlyMap<string, string>;
  payee?: NewSubscription["payee"];
};

/** The payment of a membership's first bill. `metadata` is the subscription's, since such a payment carries none. */
export type MembershipPayment = PaymentIntent & { subscription: GatewaySubscription };

/**
 * The payment of a checkout whose product bills by month or year: the first bill of a subscription, which is made anew,
 * with another client secret, when the cart has changed. At most one can be paid: the earlier one is cancelled first, and
 * where it was paid meanwhile, its payment comes back instead. Undefined when another request changed the cart: read it
 * again. A `canceled` payment means that this session has ended. Throws `GatewayError`.
 */
export async function startMembership(services: Services, input: Input): Promise<PaymentIntent | undefined> {
  const { db, payments, pool } = services;
  const { session } = input;
  let earlierPaymentId: string | null = null;
  if (session.providerSubscriptionId) {
    const earlier = await payments.subscriptions.getSubscription(session.providerSubscriptionId);
    if (earlier.metadata["cart_version"] === String(session.cartVersion)) return paymentOf(earlier);
    const given = await cancelUnpaidMembership(services, earlier.id);
    if (given.status !== "canceled") return given;
    earlierPaymentId = given.id;
  }
  const made = await payments.subscriptions.createSubscription(newSubscription(input));
  const payment = paymentOf(made);
  const [saved] = await saveSubscription(
    pool,
    session.id,
    session.cartVersion,
    session.providerSubscriptionId,
    made.id,
    payment.id,
    hashToken(payment.clientSecret),
    earlierPaymentId,
  );
  if (saved) return payment;
  // Nobody was told this payment's secret, unless by a request of the same version, which then named it first.
  const { id, status } = await cancelUnpaidMembership(services, made.id);
  if (status === "canceled") await enqueue(db, deletePayer, { paymentIntentId: id });
  return undefined;
}

/** A checkout whose card is kept for its membership's free trial. */
type NewTrial = {
  session: {
    id: string;
    email: string;
    currency: string;
    billingInterval: BillingInterval;
    trialDays: number;
    lines: readonly CartLine[];
    productTitle: string;
  };
  setup: PaymentIntent;
  payee: NewSubscription["payee"];
};

/** Begins a membership with its free trial: its first bill is for the main line's own price. Bears repetition. */
export async function startTrial(
  { payments }: Pick<Services, "payments">,
  { session, setup, payee }: NewTrial,
): Promise<GatewaySubscription> {
  const { id, email, currency, billingInterval, trialDays, productTitle } = session;
  return payments.subscriptions.createSubscription({
    title: productTitle,
    priceCents: mainLineOf(session.lines).unitPriceCents,
    currency,
    interval: billingInterval === "YEAR" ? "year" : "month",
    firstDiscountCents: 0,
    extras: [],
    receiptEmail: email,
    metadata: {
      checkout_session: id,
      cart_version: setup.metadata["cart_version"] ?? "",
      billing_interval: billingInterval,
    },
    trial: { days: trialDays, setupIntentId: setup.id },
    payee,
    idempotencyKey: `trial_${setup.id}`,
  });
}

/**
 * Cancels a subscription that nobody has paid, and gives its payment as it then stands: `canceled`, or `succeeded` or
 * `processing` where the buyer was quicker and nothing was cancelled. Cancelling again changes nothing.
 */
export async function cancelUnpaidMembership(
  { payments }: Services,
  providerSubscriptionId: string,
): Promise<PaymentIntent> {
  const { subscriptions } = payments;
  const current = await subscriptions.getSubscription(providerSubscriptionId);
  if (current.status !== "incomplete") return paymentOf(current);
  try {
    return paymentOf(
      await subscriptions.cancelSubscription(
        providerSubscriptionId,
        "NOW",
        `give_up_${providerSubscriptionId}`,
      ),
    );
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
    return paymentOf(await subscriptions.getSubscription(providerSubscriptionId));
  }
}

/**
 * An intent with the metadata of the checkout it pays: itself, or for a membership's first bill what its subscription
 * carries, and that subscription. Undefined for a payment that carries nothing of ours and belongs to no checkout: a
 * later bill of a membership, which its invoice's event completes.
 */
export async function intentWithMetadata(
  { payments, pool }: Services,
  intent: PaymentIntent,
): Promise<PaymentIntent | MembershipPayment | undefined> {
  if (Object.keys(intent.metadata).length > 0) return intent;
  const [session] = await findSession(pool, intent.id);
  if (!session) return undefined;
  const subscription = await payments.subscriptions.getSubscription(session.providerSubscriptionId);
  return { ...intent, metadata: subscription.metadata, subscription };
}

/** Whether a payment is a membership's first. */
export const isMembershipPayment = (intent: PaymentIntent): intent is MembershipPayment =>
  "subscription" in intent;

function newSubscription({ session, product, lines, titles, payee }: Input): NewSubscription {
  const main = mainLineOf(lines);
  return {
    title: product.title,
    priceCents: main.unitPriceCents,
    currency: product.currency,
    interval: product.billingInterval === "YEAR" ? "year" : "month",
    firstDiscountCents: main.discountCents,
    extras: lines
      .filter((line) => line !== main && line.totalPriceCents > 0)
      .map(({ productId, totalPriceCents }) => ({
        title: titles?.get(productId) ?? "Add-on",
        amountCents: totalPriceCents,
      })),
    receiptEmail: session.email,
    metadata: {
      checkout_session: session.id,
      cart_version: String(session.cartVersion),
      billing_interval: product.billingInterval,
    },
    payee,
    // Names the one before, too: what this version began beside another one was given up, and is not to be told again.
    idempotencyKey: `sub_${session.id}_v${session.cartVersion}_${session.providerSubscriptionId ?? "first"}`,
  };
}

function mainLineOf(lines: readonly CartLine[]): CartLine {
  const main = lines.find(({ itemType }) => itemType === "MAIN");
  if (!main) throw new Error("a membership's cart has no main line");
  return main;
}

/** The first bill's payment, for the browser. */
function paymentOf(subscription: GatewaySubscription): MembershipPayment {
  const intent = subscription.latestInvoice?.intent;
  if (!intent) throw new GatewayError("unavailable", "The subscription has no bill to pay", true);
  return { ...intent, metadata: subscription.metadata, subscription };
}

/**
 * Ties subscription and payment to the session's version. No row when the cart or the subscription changed meanwhile. The
 * provider's customer of the one before is of no more use, and nothing here would name it any more: it is removed.
 */
const saveSubscription = hotStatement("memberships_save_subscription")<
  { id: string },
  [
    sessionId: string,
    version: number,
    expected: string | null,
    providerSubscriptionId: string,
    paymentIntentId: string,
    clientSecretHash: string,
    earlierPaymentId: string | null,
  ]
>(`with saved as (
     update checkout_sessions set provider_subscription_id = $4, payment_intent_id = $5, client_secret_hash = $6
      where session_id = $1 and cart_version = $2 and status = 'ACTIVE'
        and (provider_subscription_id is not distinct from $3 or provider_subscription_id = $4)
     returning session_id as id),
   forgotten as (${deletePayersOf("select $7::text from saved")})
   select id from saved`);

const findSession = hotStatement("memberships_find_session")<
  { providerSubscriptionId: string },
  [paymentIntentId: string]
>(`select provider_subscription_id as "providerSubscriptionId" from checkout_sessions
    where payment_intent_id = $1 and provider_subscription_id is not null`);
