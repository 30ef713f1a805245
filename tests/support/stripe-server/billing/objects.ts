import type { Metadata } from "#tests/support/stripe-server/payments/objects.ts";

type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };
export type Recurring = { interval: "month" | "year" | "week" | "day"; interval_count: number };

export type Product = Base<"product"> & {
  active: boolean;
  description: string | null;
  metadata: Metadata;
  name: string;
};

export type Price = Base<"price"> & {
  active: boolean;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: (Recurring & { usage_type: "licensed" }) | null;
  type: "one_time" | "recurring";
  unit_amount: number;
};

export type Coupon = Base<"coupon"> & {
  amount_off: number | null;
  currency: string | null;
  duration: "once" | "forever" | "repeating";
  max_redemptions: number | null;
  metadata: Metadata;
  name: string | null;
  percent_off: number | null;
  times_redeemed: number;
  valid: boolean;
};

export type SubscriptionItem = {
  id: string;
  object: "subscription_item";
  created: number;
  current_period_start: number;
  current_period_end: number;
  metadata: Metadata;
  price: Price;
  quantity: number;
  subscription: string;
};

export type Discount = {
  id: string;
  object: "discount";
  customer: string;
  source: { type: "coupon"; coupon: string };
  start: number;
  end: number | null;
  subscription: string;
};

export type Subscription = Base<"subscription"> & {
  application_fee_percent: number | null;
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  collection_method: "charge_automatically";
  currency: string;
  customer: string;
  default_payment_method: string | null;
  description: string | null;
  /** Ids of discounts; a coupon for once is gone after the first invoice. */
  discounts: string[];
  ended_at: number | null;
  items: { object: "list"; data: SubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Metadata;
  pause_collection: {
    behavior: "keep_as_draft" | "mark_uncollectible" | "void";
    resumes_at: number | null;
  } | null;
  schedule: string | null;
  payment_settings: { save_default_payment_method: "off" | "on_subscription" };
  pending_setup_intent: string | null;
  start_date: number;
  status:
    | "incomplete"
    | "incomplete_expired"
    | "trialing"
    | "active"
    | "past_due"
    | "canceled"
    | "unpaid"
    | "paused";
  transfer_data: { destination: string; amount_percent: number | null } | null;
  trial_end: number | null;
  trial_start: number | null;
};

export type SchedulePhase = {
  items: { price: string; quantity: number }[];
  start_date: number;
  end_date: number;
  proration_behavior: "none" | "always_invoice" | "create_prorations";
};

export type SubscriptionSchedule = Base<"subscription_schedule"> & {
  current_phase: { start_date: number; end_date: number } | null;
  customer: string;
  default_settings: {
    application_fee_percent: number | null;
    default_payment_method: string | null;
    transfer_data: { destination: string; amount_percent: number | null } | null;
  };
  end_behavior: "release";
  metadata: Metadata;
  phases: SchedulePhase[];
  released_at: number | null;
  released_subscription: string | null;
  status: "active" | "canceled" | "released";
  subscription: string | null;
};

export type InvoiceLine = {
  id: string;
  object: "line_item";
  amount: number;
  currency: string;
  description: string;
  discount_amounts: { amount: number; discount: string }[];
  invoice: string;
  livemode: false;
  metadata: Metadata;
  parent: {
    type: "subscription_item_details" | "invoice_item_details";
    subscription_item_details: { subscription: string; subscription_item: string; proration: boolean } | null;
    invoice_item_details: { subscription: string | null; invoice_item: string; proration: false } | null;
  };
  period: { start: number; end: number };
  pricing: { type: "price_details"; price_details: { price: string; product: string } };
  quantity: number;
};

export type Invoice = Base<"invoice"> & {
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  collection_method: "charge_automatically";
  currency: string;
  customer: string;
  description: string | null;
  due_date: null;
  ending_balance: number;
  lines: { object: "list"; data: InvoiceLine[]; has_more: false; url: string };
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string;
  parent: {
    type: "subscription_details";
    subscription_details: { subscription: string; metadata: Metadata };
    quote_details: null;
  };
  period_end: number;
  period_start: number;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
};

export type InvoicePayment = Base<"invoice_payment"> & {
  amount_paid: number | null;
  amount_requested: number;
  currency: string;
  invoice: string;
  is_default: boolean;
  payment: { type: "payment_intent"; payment_intent: string };
  status: "open" | "paid" | "canceled";
  status_transitions: { canceled_at: number | null; paid_at: number | null };
};
