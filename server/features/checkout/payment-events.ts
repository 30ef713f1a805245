import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { syncPayment } from "./sync-payment.ts";
import { quarantineUnreturned } from "./quarantine.ts";

export const checkoutPaymentEvents: readonly PaymentEvents[] = [
  {
    types: ["payment_intent.", "setup_intent."],
    handle: (services, { objectId }) => syncPayment(services, objectId),
  },
  {
    types: ["payment_return.failed"],
    handle: (services, { objectId }) => quarantineUnreturned(services, objectId),
  },
];
