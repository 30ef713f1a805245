import { checkoutPaymentEvents } from "#server/features/checkout/payment-events.ts";
import { membershipPaymentEvents } from "#server/features/memberships/payment-events.ts";
import { orderPaymentEvents } from "#server/features/orders/payment-events.ts";
import { payoutPaymentEvents } from "#server/features/payouts/payment-events.ts";
import type { PaymentEvents } from "./payment-event.ts";

/** Every event of the payment provider that somebody acts on. What is not here is kept, and answered 200. */
export const allPaymentEvents: readonly PaymentEvents[] = [
  ...checkoutPaymentEvents,
  ...orderPaymentEvents,
  ...membershipPaymentEvents,
  ...payoutPaymentEvents,
];
