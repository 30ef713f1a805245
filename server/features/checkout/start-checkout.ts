import type { z } from "zod";
import type { createPaymentIntent } from "#contract/checkout.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import { orderReference } from "#server/features/access/can-see.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import { hashToken } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import {
  type CheckoutSession,
  expireSession,
  insertSession,
  insertVersion,
  type OpenCheckout,
  saveIntent,
  selectOpenCheckout,
} from "./checkout-session.ts";
import { completeOrder } from "./complete-order.ts";
import { mainLine, totalCents } from "./pricing.ts";

type Input = z.output<typeof createPaymentIntent.schema.body>;
export type StartedCheckout = z.input<(typeof createPaymentIntent.schema.response)[200]>;

/**
 * Opens this browser's checkout of a product, or brings the open one up to date: the server prices the cart, stores it
 * as a version, and asks the gateway for an intent — always the same one, updated. Calling it twice changes nothing.
 * Throws 404 for a product that is not on sale, 409 for one bought a moment ago, 503 when the gateway does not answer.
 */
export async function startCheckout(
  services: Services,
  browserHash: string,
  input: Input,
): Promise<StartedCheckout> {
  // Another request of the same browser may be faster at any step; then what it left is read again.
  for (let attempt = 0; attempt < 10; attempt++) {
    const [open] = await selectOpenCheckout(
      services.pool,
      input.productId,
      browserHash,
      input.customerEmail,
      services.clock.now(),
    );
    if (!open?.onSale) throw NotFound("Product not found");
    if (open.recentOrderId && !input.buyAgain && !open.session)
      throw alreadyPurchased(open.recentOrderId, open.recentPaymentIntentId);
    const started = open.session
      ? await changeCheckout(services, open, open.session, input)
      : await openCheckout(services, open, browserHash, input);
    if (started) return started;
  }
  throw Unavailable("Busy. Please try again.", "BUSY");
}

async function openCheckout(
  services: Services,
  open: OpenCheckout,
  browserHash: string,
  input: Input,
): Promise<StartedCheckout | undefined> {
  const lines = [mainLine({ id: open.productId, priceCents: open.priceCents })];
  const total = totalCents(lines);
  const [opened] = await insertSession(
    services.pool,
    open.ownerId,
    open.productId,
    browserHash,
    input.customerEmail,
    input.customerName ?? "",
    input.affiliateCode || null,
    JSON.stringify(lines),
    total,
    open.currency,
    services.clock.now(),
  );
  if (!opened) return undefined;
  const session: CheckoutSession = {
    id: opened.id,
    cartVersion: 1,
    paymentIntentId: null,
    email: input.customerEmail,
    customerName: input.customerName ?? "",
    affiliateCode: input.affiliateCode || null,
    couponCode: null,
    lines,
    totalCents: total,
  };
  return bringIntentUpToDate(services, open, session);
}

async function changeCheckout(
  services: Services,
  open: OpenCheckout,
  session: CheckoutSession,
  input: Input,
): Promise<StartedCheckout | undefined> {
  const lines = [mainLine({ id: open.productId, priceCents: open.priceCents })];
  const affiliateCode = input.affiliateCode || session.affiliateCode;
  if (
    session.email === input.customerEmail &&
    session.affiliateCode === affiliateCode &&
    sameLines(session, lines)
  ) {
    return bringIntentUpToDate(services, open, session);
  }
  const total = totalCents(lines);
  const [version] = await insertVersion(
    services.pool,
    session.id,
    session.cartVersion,
    input.customerEmail,
    affiliateCode,
    JSON.stringify(lines),
    total,
    open.currency,
    services.clock.now(),
  );
  if (!version) return undefined;
  return bringIntentUpToDate(services, open, {
    ...session,
    ...version,
    email: input.customerEmail,
    affiliateCode,
    lines,
    totalCents: total,
  });
}

/** Makes the gateway's intent say what the session's newest version says. Undefined when the session turned out dead. */
export async function bringIntentUpToDate(
  services: Services,
  open: OpenCheckout,
  session: CheckoutSession,
): Promise<StartedCheckout | undefined> {
  if (session.totalCents === 0)
    return { ...shown(open, session), clientSecret: null, free: true, paymentIntentId: null };
  try {
    const intent = session.paymentIntentId
      ? await updatedIntent(services, session, session.paymentIntentId)
      : await newIntent(services, open, session);
    if (intent.status === "succeeded" || intent.status === "processing")
      throw await alreadyPaid(services, intent);
    if (intent.status === "canceled") {
      await expireSession(services.pool, session.id);
      return undefined;
    }
    return { ...shown(open, session), clientSecret: intent.clientSecret, paymentIntentId: intent.id };
  } catch (error) {
    if (error instanceof GatewayError)
      throw Unavailable("Failed to initialize payment. Please try again.", "PAYMENT_UNAVAILABLE");
    throw error;
  }
}

/** The key names session and version, so a retry after a lost answer finds the same intent. */
async function newIntent(
  { payments, pool }: Services,
  open: OpenCheckout,
  session: CheckoutSession,
): Promise<PaymentIntent> {
  const intent = await payments.createIntent({
    amountCents: session.totalCents,
    currency: open.currency,
    receiptEmail: session.email,
    saveCard: true,
    metadata: { checkout_session: session.id, cart_version: String(session.cartVersion) },
    idempotencyKey: `co_${session.id}_v${session.cartVersion}`,
  });
  await saveIntent(pool, session.id, intent.id, hashToken(intent.clientSecret));
  return intent;
}

async function updatedIntent(
  { payments }: Services,
  session: CheckoutSession,
  intentId: string,
): Promise<PaymentIntent> {
  const intent = await payments.getIntent(intentId);
  if (intent.metadata["cart_version"] === String(session.cartVersion)) return intent;
  if (intent.status === "succeeded" || intent.status === "processing" || intent.status === "canceled")
    return intent;
  try {
    return await payments.updateIntent(intentId, {
      amountCents: session.totalCents,
      receiptEmail: session.email,
      metadata: { checkout_session: session.id, cart_version: String(session.cartVersion) },
      idempotencyKey: `co_${session.id}_v${session.cartVersion}`,
    });
  } catch (error) {
    // Paid between the two calls: what was charged is the version that the intent names.
    if (error instanceof GatewayError && error.code === "payment_intent_unexpected_state")
      return payments.getIntent(intentId);
    throw error;
  }
}

async function alreadyPaid(services: Services, intent: PaymentIntent) {
  if (intent.status === "succeeded") await completeOrder(services, intent.id);
  return Conflict("This purchase is already paid.", "ALREADY_PAID", { orderReference: intent.id });
}

const alreadyPurchased = (orderId: string, paymentIntentId: string | null) =>
  Conflict("You bought this a moment ago.", "ALREADY_PURCHASED", {
    orderReference: orderReference({ id: orderId, paymentIntentId }),
  });

function sameLines(session: CheckoutSession, lines: CheckoutSession["lines"]): boolean {
  return (
    session.lines.length === lines.length &&
    session.lines.every((line, index) => {
      const other = lines[index];
      return (
        other &&
        line.productId === other.productId &&
        line.unitPriceCents === other.unitPriceCents &&
        line.totalPriceCents === other.totalPriceCents &&
        line.offerId === other.offerId
      );
    })
  );
}

function shown(open: OpenCheckout, session: CheckoutSession) {
  return {
    checkoutSessionId: session.id,
    cartVersion: session.cartVersion,
    totalCents: session.totalCents,
    currency: open.currency,
    coupon: null,
    requiresShipping: false,
    lines: session.lines.map(
      ({ productId, itemType, offerId, unitPriceCents, discountCents, totalPriceCents }) => ({
        productId,
        title: open.title,
        itemType,
        offerId,
        unitPriceCents,
        discountCents,
        totalPriceCents,
      }),
    ),
  };
}
