import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { followAccount } from "./payout-account.ts";

export const payoutPaymentEvents: readonly PaymentEvents[] = [
  {
    types: ["account.updated", "v2.core.account"],
    follow: (services, { objectId }) => followAccount(services, objectId),
  },
];
