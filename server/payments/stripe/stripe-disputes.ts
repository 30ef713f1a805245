import type Stripe from "stripe";
import type { GatewayDispute } from "#server/payments/payment-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { idOf } from "./stripe-intents.ts";

/** A dispute, an inquiry, or an early fraud warning, which Stripe keeps elsewhere and never decides. */
export async function getDispute(stripe: Stripe, id: string): Promise<GatewayDispute> {
  if (id.startsWith("issfr_")) return getWarning(stripe, id);
  const dispute = await askStripe(() => stripe.disputes.retrieve(id));
  return {
    id,
    paymentIntentId: idOf(dispute.payment_intent) ?? "",
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: statuses[dispute.status] ?? "open",
    isInquiry: dispute.status.startsWith("warning_"),
  };
}

async function getWarning(stripe: Stripe, id: string): Promise<GatewayDispute> {
  const warning = await askStripe(() => stripe.radar.earlyFraudWarnings.retrieve(id, { expand: ["charge"] }));
  const charge = typeof warning.charge === "string" ? undefined : warning.charge;
  return {
    id,
    paymentIntentId: idOf(warning.payment_intent) ?? idOf(charge?.payment_intent) ?? "",
    amountCents: charge?.amount ?? 0,
    reason: "early_fraud_warning",
    status: "open",
    isInquiry: true,
  };
}

/** Every other status means that nothing is decided yet. */
const statuses: Record<string, GatewayDispute["status"]> = {
  won: "won",
  lost: "lost",
  warning_closed: "closed",
  prevented: "closed",
};
