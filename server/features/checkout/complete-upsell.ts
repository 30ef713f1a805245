import type pg from "pg";
import { brokenConstraint } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { closeUpsell } from "./close-upsell.ts";
import type { CompletedOrder } from "./complete-order.ts";
import { offerLine } from "./pricing.ts";
import { quarantinePayment, refundDuplicate } from "./quarantine.ts";

/** What an add-on's payment carries instead of a checkout. */
export const upsellMetadata = (orderId: string, upsellId: string): Record<string, string> => ({
  order: orderId,
  upsell: upsellId,
});

/** Whether a payment is an add-on's. */
export const namesUpsell = ({ metadata }: PaymentIntent): boolean =>
  isUuid(metadata["order"] ?? "") && isUuid(metadata["upsell"] ?? "");

/**
 * The only way an add-on joins its order: after its payment, or at once when it costs nothing (`intent` null). In one
 * transaction it writes the line, access, download, commission and receipt. Repeated and parallel calls change nothing;
 * a second payment goes back at once, and so does one whose order was refunded, or whose offer was closed, while the card was
 * charged: FAILED, since nothing was kept.
 */
export async function completeUpsell(
  services: Services,
  intent: PaymentIntent,
): Promise<CompletedOrder & { notKept?: NotKept }> {
  const { order: orderId = "", upsell: upsellId = "" } = intent.metadata;
  let charged: LockedUpsell | undefined;
  const outcome = await inTransaction(services.pool, async (client) => {
    const [offer] = await lockUpsell(client, orderId, upsellId);
    charged = offer;
    if (!offer) return { misfit: "It names no add-on of ours." };
    if (offer.decision === "ACCEPTED")
      return offer.intentId === intent.id
        ? { status: "PAID" as const, orderId }
        : { goesBack: "SECOND_PAYMENT" as const };
    const notKept = whyNotKept(offer);
    if (notKept) {
      // The order takes it no more, also where its own refund fails later: what the offer held is free again.
      await recordSentBack(client, orderId, upsellId, intent.id);
      await closeUpsell(client, { orderId, upsellId, isUnpaid: true, now: services.clock.now() });
      return { goesBack: notKept };
    }
    if (intent.receivedCents !== offer.amountCents || intent.currency !== offer.currency)
      return { misfit: "The amount received is not what was asked for." };
    await writeUpsell(client, services, { ...offer, orderId, upsellId }, intent);
    return { status: "PAID" as const, orderId };
  }).catch((error: unknown) => {
    if (brokenConstraint(error) !== "products_inventory") throw error;
    return { misfit: "What it paid for had gone meanwhile." };
  });
  wakeListeners(services.pool, "job_outbox");
  const meantFor = charged && { ...charged, expectedCents: charged.amountCents };
  if ("goesBack" in outcome) {
    const given = await refundDuplicate(services, intent, orderId, meantFor);
    const notKept = outcome.goesBack;
    return notKept === "SECOND_PAYMENT"
      ? given
      : { status: "FAILED", message: notKeptWords[notKept], notKept };
  }
  if ("misfit" in outcome) return quarantinePayment(services, intent, meantFor, outcome.misfit);
  return outcome;
}

/** Why an add-on that its buyer said yes to is no part of the order: that was refunded meanwhile, or the offer was closed. */
export type NotKept = "ORDER_REFUNDED" | "OFFER_CLOSED";

/** Says that nothing was added, of an add-on that was charged. */
export const notKeptWords: Record<NotKept, string> = {
  ORDER_REFUNDED:
    "This order has been refunded meanwhile. Nothing was added to it, and what was charged goes back to you.",
  OFFER_CLOSED:
    "This offer has ended meanwhile. Nothing was added to your order, and what was charged goes back to you.",
};

const whyNotKept = ({
  decision,
  orderStatus,
}: Pick<LockedUpsell, "decision" | "orderStatus">): NotKept | undefined => {
  if (orderStatus !== "PAID") return "ORDER_REFUNDED";
  return decision === "DECLINED" ? "OFFER_CLOSED" : undefined;
};

/** Adds an add-on that costs nothing; undefined once it is part of the order. The caller has checked the offer. */
export async function completeFreeUpsell(
  services: Services,
  orderId: string,
  upsellId: string,
): Promise<NotKept | undefined> {
  const notKept = await inTransaction(services.pool, async (client): Promise<NotKept | undefined> => {
    const [offer] = await lockUpsell(client, orderId, upsellId);
    if (!offer || offer.decision === "ACCEPTED") return offer ? undefined : "ORDER_REFUNDED";
    const reason = whyNotKept(offer);
    if (reason) await closeUpsell(client, { orderId, upsellId, isUnpaid: true, now: services.clock.now() });
    else await writeUpsell(client, services, { ...offer, orderId, upsellId }, null);
    return reason;
  });
  wakeListeners(services.pool, "job_outbox");
  return notKept;
}

type LockedUpsell = {
  ownerId: string;
  orderStatus: string;
  currency: string;
  affiliateLinkCode: string | null;
  checkoutSessionId: string | null;
  decision: "ACCEPTED" | "DECLINED" | null;
  /** What the first ACCEPT was answered with. */
  amountCents: number | null;
  /** What of it is for sending. */
  shippingCents: number;
  /** The payment that is known of it; of a declined one, the payment that was given up or sent back. */
  intentId: string | null;
  productId: string;
  unitPriceCents: number;
};

async function writeUpsell(
  client: pg.PoolClient,
  { clock }: Services,
  offer: LockedUpsell & { orderId: string; upsellId: string },
  intent: PaymentIntent | null,
): Promise<void> {
  const now = clock.now();
  const { orderId, upsellId, checkoutSessionId, shippingCents } = offer;
  const amountCents = offer.amountCents ?? 0;
  const offerPriceCents = amountCents - shippingCents;
  const line = offerLine({
    id: upsellId,
    itemType: "UPSELL",
    // The price may have been changed since the offer was made; what was asked for stands.
    product: { id: offer.productId, priceCents: Math.max(offer.unitPriceCents, offerPriceCents) },
    offerPriceCents,
  });
  await writePaidOrder(client, {
    addedTo: orderId,
    upsellId,
    lines: [{ ...line, shippingCents, totalPriceCents: amountCents }],
    totalCents: amountCents,
    payment: intent,
    stockSessionId: checkoutSessionId,
    affiliateCode: offer.affiliateLinkCode,
    mail: "receipt",
    now,
  });
}

/** What may change is read from the locked rows alone: after a wait, others still show what was before it. */
const lockUpsell = hotStatement("upsell_lock")<
  LockedUpsell,
  [orderId: string, upsellId: string]
>(`select o.owner_id as "ownerId", o.status as "orderStatus", o.currency, o.affiliate_link_code as "affiliateLinkCode",
          o.checkout_session_id as "checkoutSessionId", f.decision, f.amount_cents as "amountCents", f.shipping_cents as "shippingCents",
          f.payment_intent_id as "intentId",
          product.id as "productId", product.price_cents as "unitPriceCents"
     from upsell_offers f
     join orders o on o.id = f.order_id
     join upsells u on u.id = f.upsell_id
     join products product on product.id = u.upsell_product_id
    where f.order_id = $1 and f.upsell_id = $2
      for update of o, f`);

const recordSentBack = hotStatement("upsell_record_sent_back")<
  never,
  [orderId: string, upsellId: string, paymentIntentId: string]
>("update upsell_offers set payment_intent_id = $3 where order_id = $1 and upsell_id = $2");
