import { isolated } from "#contract/isolated.ts";
import { shownDecline } from "#contract/checkout/declines.ts";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { processUpsell as endpoint } from "#contract/checkout/post-purchase.ts";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import type { ProvenOrder } from "#server/features/access/can-see.ts";
import { isUnderAddress } from "#server/features/orders/address-of-order.ts";
import { payeeOf } from "#server/features/payouts/payee.ts";
import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import { networkOf } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";
import { withPayee } from "./with-payee.ts";
import { findUpsellPayment } from "./find-upsell-payment.ts";
import { cancelUpsell } from "./cancel-upsell.ts";
import {
  completeFreeUpsell,
  completeUpsell,
  type NotKept,
  notKeptWords,
  upsellMetadata,
} from "./complete-upsell.ts";
import { networkFull } from "./hold-cart.ts";
import { holdMinutes, holdStock } from "./hold-stock.ts";
import { offerLine } from "./pricing.ts";
import { countSeen, findOpenOrder, findUpsells, type FoundUpsell } from "./upsell-offers.ts";

type Input = z.output<typeof endpoint.schema.body>;
export type ProcessedUpsell = z.input<(typeof endpoint.schema.response)[200]>;

/**
 * The buyer's choice about an add-on. ACCEPT charges the saved card at the price of the first ACCEPT; when the bank wants
 * to see the buyer, or declines, the answer is PAYMENT_REQUIRED with the secret of that same intent, however often it is
 * asked. The first decision stands: a yes that a no overtook is 409, as is one whose order was refunded meanwhile, and what
 * it charged goes back. Throws 404 for anyone but the browser that paid, for an order that takes no add-ons
 * any more, and for an add-on that is not offered with it.
 */
export async function processUpsell(
  services: Services,
  request: FastifyRequest,
  { upsellId, paymentIntentId, customerEmail, action }: Input,
): Promise<ProcessedUpsell> {
  const order = await findOpenOrder(services, request, paymentIntentId);
  if (!order || !(await isUnderAddress(services.pool, order, customerEmail)))
    throw NotFound("This offer has ended.");
  const earlier = await findDecided(services, order.id, upsellId);
  if (earlier) return earlier;
  const offers = await findUpsells(services, order.id);
  const offer = offers.find(({ id }) => id === upsellId);
  if (!offer) {
    // What is decided is not offered any more: a second click may have been overtaken by the first one's end.
    const meanwhile = await findDecided(services, order.id, upsellId);
    if (meanwhile) return meanwhile;
    throw NotFound("This offer has ended.");
  }
  await countSeen(services, order.id, offer);
  const answer =
    action === "DECLINE"
      ? await decline(services, order.id, offer)
      : await accept(services, order, offer, networkOf(request.ip));
  if (answer.action === "ACCEPTED" || answer.action === "DECLINED")
    await countSeen(
      services,
      order.id,
      offers.find(({ id }) => id !== upsellId),
    );
  return answer;
}

async function findDecided(
  { pool }: Services,
  orderId: string,
  upsellId: string,
): Promise<ProcessedUpsell | undefined> {
  const [known] = await selectOffer(pool, orderId, upsellId);
  return known?.decision ? decided(known.decision, known.amountCents) : undefined;
}

async function decline(services: Services, orderId: string, offer: FoundUpsell): Promise<ProcessedUpsell> {
  const [known] = await selectOffer(services.pool, orderId, offer.id);
  const paymentIntentId =
    known && (known.paymentIntentId ?? (await chargedUnheard(services, orderId, offer.id, known)));
  await cancelUpsell(services, orderId, offer.id, paymentIntentId ?? null);
  const [now] = await selectOffer(services.pool, orderId, offer.id);
  const amountCents = now?.amountCents ?? offer.offerPriceCents + offer.shippingCents;
  if (now?.decision) return decided(now.decision, amountCents);
  // An earlier yes is being charged, and nobody can take it back before that is decided.
  const charged = now?.paymentIntentId ?? null;
  return { action: "PROCESSING", paymentIntentId: charged, amountCents, clientSecret: null, message: null };
}

/** A yes before this no may have been charged although its answer never came: nothing is declined that was paid for. */
async function chargedUnheard(
  { payments }: Services,
  orderId: string,
  upsellId: string,
  { amountCents, shownAt }: KnownOffer,
): Promise<string | null> {
  return amountCents ? findUpsellPayment(payments, { orderId, upsellId, shownAt }) : null;
}

async function accept(
  services: Services,
  order: ProvenOrder,
  offer: FoundUpsell,
  network: string,
): Promise<ProcessedUpsell> {
  const begun = await begin(services, order.id, offer, network);
  if (begun.decision) return decided(begun.decision, begun.amountCents);
  const { amountCents } = begun;
  if (amountCents === 0) {
    const notKept = await completeFreeUpsell(services, order.id, offer.id);
    if (notKept === "ORDER_REFUNDED") throw wasNotKept(notKept);
    return decided(notKept ? "DECLINED" : "ACCEPTED", 0);
  }
  const intent = await charge(services, order, offer, begun);
  const answer = { paymentIntentId: intent.id, amountCents, clientSecret: null, message: null };
  if (intent.status === "processing") return { ...answer, action: "PROCESSING" };
  if (intent.status !== "succeeded")
    return {
      ...answer,
      action: "PAYMENT_REQUIRED",
      clientSecret: intent.clientSecret,
      needsAuthentication: intent.failureCode === "authentication_required",
      message: shownDecline({ code: intent.failureCode, message: intent.failureMessage }).message,
    };
  const outcome = await completeUpsell(services, intent);
  if (outcome.notKept) throw wasNotKept(outcome.notKept);
  return { ...answer, action: outcome.status === "PAID" ? "ACCEPTED" : "PROCESSING" };
}

const wasNotKept = (reason: NotKept) => Conflict(notKeptWords[reason], reason);

/** Fixes the price and keeps the stock, once. Throws 409 when the add-on is sold out. */
async function begin(
  { pool, clock }: Services,
  orderId: string,
  offer: FoundUpsell,
  network: string,
): Promise<KnownOffer & { amountCents: number }> {
  return inTransaction(pool, async (client) => {
    const [begun] = await fixPrice(
      client,
      orderId,
      offer.id,
      offer.offerPriceCents + offer.shippingCents,
      offer.shippingCents,
    );
    if (!begun) throw NotFound("This offer has ended.");
    if (begun.decision || !begun.checkoutSessionId) return begun;
    const now = clock.now();
    const refusal = await holdStock(client, {
      sessionId: begun.checkoutSessionId,
      lines: [offerLine({ ...offer, itemType: "UPSELL", product: offer.upsellProduct })],
      network,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
      now,
    });
    if (refusal?.reason === "NETWORK_FULL") throw networkFull();
    if (refusal) throw Conflict(`${isolated(offer.upsellProduct.title)} is sold out.`, "SOLD_OUT");
    return begun;
  });
}

/** The add-on's one payment: made by the first ACCEPT, found again by its key or by what we noted of it. */
async function charge(
  services: Services,
  order: ProvenOrder,
  offer: FoundUpsell,
  begun: KnownOffer & { amountCents: number },
): Promise<PaymentIntent> {
  const { payments, pool } = services;
  try {
    if (begun.paymentIntentId) return await payments.getIntent(begun.paymentIntentId);
    const intent = await newPayment(services, order, offer, begun);
    await recordIntent(pool, order.id, offer.id, intent.id);
    return intent;
  } catch (error) {
    if (error instanceof GatewayError)
      throw Unavailable("Failed to process your selection. Please try again.", "PAYMENT_UNAVAILABLE");
    throw error;
  }
}

async function newPayment(
  services: Services,
  order: ProvenOrder,
  offer: FoundUpsell,
  { amountCents, mainPaymentIntentId }: KnownOffer & { amountCents: number },
): Promise<PaymentIntent> {
  const { payments } = services;
  const payment = {
    amountCents,
    currency: offer.upsellProduct.currency,
    receiptEmail: order.email,
    metadata: { ...upsellMetadata(order.id, offer.id), owner: order.ownerId },
  };
  const key = `upsell_${order.id}_${offer.id}`;
  const ours = await payeeOf(services, order.ownerId, amountCents);
  try {
    if (mainPaymentIntentId)
      return await withPayee(ours, (payee) =>
        payments.chargeSavedCard({
          ...payment,
          payee,
          paidIntentId: mainPaymentIntentId,
          idempotencyKey: key,
        }),
      );
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "payment_intent_unexpected_state") throw error;
  }
  // No card was saved: the order was free, or its payment kept none.
  return withPayee(ours, (payee) =>
    payments.createIntent({ ...payment, payee, saveCard: false, idempotencyKey: `${key}_new` }),
  );
}

const decided = (decision: "ACCEPTED" | "DECLINED", amountCents: number | null): ProcessedUpsell => ({
  action: decision,
  clientSecret: null,
  paymentIntentId: null,
  amountCents: amountCents ?? 0,
  message: null,
});

type KnownOffer = {
  decision: "ACCEPTED" | "DECLINED" | null;
  amountCents: number | null;
  paymentIntentId: string | null;
  mainPaymentIntentId: string | null;
  checkoutSessionId: string | null;
  shownAt: Date;
};

const known = `f.decision, f.amount_cents as "amountCents", f.payment_intent_id as "paymentIntentId",
  o.payment_intent_id as "mainPaymentIntentId", o.checkout_session_id as "checkoutSessionId", f.shown_at as "shownAt"`;

const selectOffer = hotStatement("upsell_select_offer")<KnownOffer, [orderId: string, upsellId: string]>(
  `select ${known} from upsell_offers f join orders o on o.id = f.order_id where f.order_id = $1 and f.upsell_id = $2`,
);

const fixPrice = hotStatement("upsell_fix_price")<
  KnownOffer & { amountCents: number },
  [orderId: string, upsellId: string, amountCents: number, shippingCents: number]
>(`update upsell_offers f set amount_cents = coalesce(f.amount_cents, $3),
          shipping_cents = case when f.amount_cents is null then $4 else f.shipping_cents end
     from orders o where o.id = f.order_id and f.order_id = $1 and f.upsell_id = $2
   returning ${known}`);

const recordIntent = hotStatement("upsell_record_intent")<
  never,
  [orderId: string, upsellId: string, paymentIntentId: string]
>(
  "update upsell_offers set payment_intent_id = $3 where order_id = $1 and upsell_id = $2 and payment_intent_id is null",
);
