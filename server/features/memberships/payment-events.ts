import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { handleMembershipEvent } from "./handle-membership-event.ts";

export const membershipPaymentEvents: readonly PaymentEvents[] = [
  { types: ["invoice.", "customer.subscription."], handle: handleMembershipEvent },
];
