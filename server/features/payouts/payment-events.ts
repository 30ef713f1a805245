import type { PaymentEvents } from "#server/payments/payment-event.ts";
import { syncPayoutAccount } from "./payout-account.ts";

export const payoutPaymentEvents: readonly PaymentEvents[] = [
  {
    types: ["account.updated", "v2.core.account"],
    handle: (services, { objectId }) => syncPayoutAccount(services, objectId),
  },
];
