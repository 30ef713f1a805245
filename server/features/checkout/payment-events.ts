import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { followPayment } from "./follow-payment.ts";
import { quarantineUnreturned } from "./quarantine.ts";

export const checkoutPaymentEvents: readonly PaymentEvents[] = [
  { types: ["payment_intent."], follow: (services, { objectId }) => followPayment(services, objectId) },
  {
    types: ["payment_return.failed"],
    follow: (services, { objectId }) => quarantineUnreturned(services, objectId),
  },
];
