import type { PaymentMethodDomain } from "./payments/payment-method-domains.ts";
import type {
  Coupon,
  Discount,
  Invoice,
  InvoicePayment,
  Price,
  Product,
  Subscription,
  SubscriptionSchedule,
} from "./billing/objects.ts";
import type {
  ApplicationFee,
  BalanceTransaction,
  ConnectedAccount,
  Transfer,
  TransferReversal,
} from "./connect/objects.ts";
import type {
  Charge,
  Customer,
  Dispute,
  EarlyFraudWarning,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from "./payments/objects.ts";
import type { StripeEvent, WebhookEndpoint } from "./webhooks/objects.ts";

/** Everything this Stripe knows, by id, oldest first. */
export const createTables = () => ({
  customers: new Map<string, Customer>(),
  payment_methods: new Map<string, PaymentMethod>(),
  payment_intents: new Map<string, PaymentIntent>(),
  setup_intents: new Map<string, SetupIntent>(),
  charges: new Map<string, Charge>(),
  refunds: new Map<string, Refund>(),
  disputes: new Map<string, Dispute>(),
  early_fraud_warnings: new Map<string, EarlyFraudWarning>(),
  accounts: new Map<string, ConnectedAccount>(),
  transfers: new Map<string, Transfer>(),
  transfer_reversals: new Map<string, TransferReversal>(),
  application_fees: new Map<string, ApplicationFee>(),
  balance_transactions: new Map<string, BalanceTransaction & { account: string | null }>(),
  products: new Map<string, Product>(),
  prices: new Map<string, Price>(),
  coupons: new Map<string, Coupon>(),
  discounts: new Map<string, Discount>(),
  subscriptions: new Map<string, Subscription>(),
  subscription_schedules: new Map<string, SubscriptionSchedule>(),
  invoices: new Map<string, Invoice>(),
  invoice_payments: new Map<string, InvoicePayment>(),
  events: new Map<string, StripeEvent>(),
  payment_method_domains: new Map<string, PaymentMethodDomain>(),
  webhook_endpoints: new Map<string, WebhookEndpoint>(),
});

export type Tables = ReturnType<typeof createTables>;
