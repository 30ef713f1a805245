import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { followMembershipEvent } from "./memberships/follow-membership-event.ts";

export const memberPaymentEvents: readonly PaymentEvents[] = [
  { types: ["invoice.", "customer.subscription."], follow: followMembershipEvent },
];
