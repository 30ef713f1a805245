import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { followMembershipEvent } from "./follow-membership-event.ts";

export const membershipPaymentEvents: readonly PaymentEvents[] = [
  { types: ["invoice.", "customer.subscription."], follow: followMembershipEvent },
];
