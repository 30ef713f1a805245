import type { CardFailure } from "#tests/support/stripe-server/wire/stripe-error.ts";

// Objects as they go over the wire, with ids where Stripe can expand. Amounts in cents, times in Unix seconds.

export type Metadata = Record<string, string>;
type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };

export type Customer = Base<"customer"> & {
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null };
  balance: number;
  deleted?: true;
};

export type PaymentMethod = Base<"payment_method"> & {
  type: "card";
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    funding: "credit";
    country: string;
    fingerprint: string;
  };
  billing_details: { email: string | null; name: string | null; phone: string | null; address: unknown };
  customer: string | null;
  metadata: Metadata;
};

/** `last_payment_error` and `last_setup_error`: a refusal as it stays on the intent. */
export type IntentError = CardFailure & { type: string; charge?: string; payment_method?: PaymentMethod };

export type NextAction =
  | { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string | null } }
  | { type: "use_stripe_sdk"; use_stripe_sdk: { type: "three_d_secure_redirect"; stripe_js: string } };

export type PaymentIntent = Base<"payment_intent"> & {
  amount: number;
  amount_received: number;
  amount_capturable: number;
  application_fee_amount: number | null;
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: "automatic_async";
  client_secret: string;
  confirmation_method: "automatic";
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: NextAction | null;
  on_behalf_of: null;
  payment_method: string | null;
  payment_method_options: { card?: { capture_method?: "manual" } };
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: string | null;
  statement_descriptor_suffix: string | null;
  status:
    | "requires_payment_method"
    | "requires_confirmation"
    | "requires_action"
    | "processing"
    | "requires_capture"
    | "succeeded"
    | "canceled";
  transfer_data: { destination: string; amount?: number } | null;
  transfer_group: string | null;
};

export type SetupIntent = Base<"setup_intent"> & {
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  cancellation_reason: string | null;
  client_secret: string;
  customer: string | null;
  description: string | null;
  last_setup_error: IntentError | null;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_types: string[];
  status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "succeeded" | "canceled";
  usage: string;
};

export type Charge = Base<"charge"> & {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application_fee: string | null;
  application_fee_amount: number | null;
  balance_transaction: string | null;
  billing_details: PaymentMethod["billing_details"];
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  outcome: { type: string; network_status: string; reason: string | null; seller_message: string };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: {
    type: "card";
    card: Pick<PaymentMethod["card"], "brand" | "last4" | "exp_month" | "exp_year" | "country" | "funding">;
  };
  receipt_email: string | null;
  refunded: boolean;
  source_transfer: null;
  status: "succeeded" | "pending" | "failed";
  transfer: string | null;
  transfer_data: PaymentIntent["transfer_data"];
  transfer_group: string | null;
};

export type Refund = Base<"refund"> & {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  failure_balance_transaction: string | null;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  source_transfer_reversal: null;
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
  transfer_reversal: string | null;
};

export type Dispute = Base<"dispute"> & {
  amount: number;
  balance_transactions: string[];
  charge: string;
  currency: string;
  evidence: Record<string, string | null>;
  evidence_details: {
    due_by: number;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status:
    | "warning_needs_response"
    | "warning_under_review"
    | "warning_closed"
    | "needs_response"
    | "under_review"
    | "won"
    | "lost";
};

export type EarlyFraudWarning = Base<"radar.early_fraud_warning"> & {
  actionable: boolean;
  charge: string;
  fraud_type: string;
  payment_intent: string;
};
