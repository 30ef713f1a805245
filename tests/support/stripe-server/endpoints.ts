import { catalogEndpoints } from "./billing/catalog.ts";
import { couponEndpoints } from "./billing/coupons.ts";
import { invoiceEndpoints } from "./billing/invoices.ts";
import { subscriptionScheduleEndpoints } from "./billing/subscription-schedules.ts";
import { subscriptionEndpoints } from "./billing/subscriptions.ts";
import { accountLinkEndpoints } from "./connect/account-links.ts";
import { accountEndpoints } from "./connect/accounts.ts";
import { balanceEndpoints } from "./connect/balance-endpoints.ts";
import { transferEndpoints } from "./connect/transfers.ts";
import { browserEndpoints } from "./payments/browser-endpoints.ts";
import { chargeEndpoints } from "./payments/charges.ts";
import { customerEndpoints } from "./payments/customers.ts";
import { deleteCustomerEndpoints } from "./payments/delete-customer.ts";
import { disputeEndpoints } from "./payments/disputes.ts";
import { earlyFraudWarningEndpoints } from "./payments/early-fraud-warnings.ts";
import { paymentIntentEndpoints } from "./payments/payment-intents.ts";
import { paymentMethodDomainEndpoints } from "./payments/payment-method-domains.ts";
import { paymentMethodEndpoints } from "./payments/payment-methods.ts";
import { refundEndpoints } from "./payments/refunds.ts";
import { setupIntentEndpoints } from "./payments/setup-intents.ts";
import { eventEndpoints } from "./webhooks/events.ts";
import { webhookEndpointEndpoints } from "./webhooks/webhook-endpoints.ts";
import type { Endpoint } from "./wire/endpoint.ts";

/** All that this Stripe answers. */
export const endpoints: readonly Endpoint[] = [
  ...customerEndpoints,
  ...deleteCustomerEndpoints,
  ...paymentMethodEndpoints,
  ...paymentMethodDomainEndpoints,
  ...paymentIntentEndpoints,
  ...setupIntentEndpoints,
  ...browserEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...earlyFraudWarningEndpoints,
  ...accountEndpoints,
  ...accountLinkEndpoints,
  ...transferEndpoints,
  ...balanceEndpoints,
  ...catalogEndpoints,
  ...couponEndpoints,
  ...subscriptionEndpoints,
  ...subscriptionScheduleEndpoints,
  ...invoiceEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
];
