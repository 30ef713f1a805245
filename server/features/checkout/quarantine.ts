import { quarantinedPayments } from "#server/database/schema/checkout.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import type { CompletedOrder } from "./complete-order.ts";
import type { LockedSession } from "./settle-order.ts";

/** Keeps a payment that does not fit for the creator to look at. It never becomes a paid order. */
export async function quarantinePayment(
  { db, clock, log }: Services,
  intent: PaymentIntent,
  session: LockedSession | undefined,
  reason: string,
): Promise<CompletedOrder> {
  log.error({ paymentIntentId: intent.id, reason }, "payment quarantined");
  await db
    .insert(quarantinedPayments)
    .values({
      ownerId: session?.ownerId ?? null,
      checkoutSessionId: session?.id ?? null,
      paymentIntentId: intent.id,
      expectedCents: session?.totalCents ?? null,
      receivedCents: intent.receivedCents,
      reason,
      createdAt: clock.now(),
    })
    .onConflictDoNothing();
  return { status: "PENDING" };
}

/** A second payment of a checkout that is already paid goes back at once. The key makes a repeat one refund. */
export async function refundDuplicate(
  services: Services,
  intent: PaymentIntent,
  orderId: string,
): Promise<CompletedOrder> {
  services.log.error({ paymentIntentId: intent.id }, "second payment of one checkout: refunded");
  await services.payments.refund({ paymentIntentId: intent.id, idempotencyKey: `duplicate_${intent.id}` });
  return { status: "PAID", orderId };
}
