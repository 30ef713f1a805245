import type { Payee, PaymentIntent } from "./payment-gateway.ts";

export type GatewaySubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "paused"
  | "canceled"
  | "unpaid";

/** One period, billed by the provider. The first is `subscription_create`, every later one `subscription_cycle`. */
export type GatewayInvoice = {
  id: string;
  subscriptionId: string;
  reason: "subscription_create" | "subscription_cycle" | "other";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  amountCents: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  /** How often payment was tried by itself; a try by hand counts only where it was the first. */
  attempts: number;
  /** When the provider tries by itself next; null where it will not. */
  nextAttemptAt: Date | null;
  /** The invoice's payment; null where nothing is to be paid. Its metadata is not ours: read the subscription's. */
  intent: PaymentIntent | null;
};

/** What each period is, and costs. */
export type Plan = { interval: "month" | "year"; priceCents: number };

export type GatewaySubscription = {
  id: string;
  status: GatewaySubscriptionStatus;
  plan: Plan;
  /** What is billed from the end of the running period on, where that is something else. */
  nextPlan: Plan | null;
  metadata: Record<string, string>;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Set while collection rests. */
  pausedUntil: Date | null;
  endedAt: Date | null;
  /** `expiresAt`: from then on it is no longer good; null where that is not known. */
  card: { brand: string; last4: string; expiresAt: Date | null } | null;
  latestInvoice: GatewayInvoice | null;
};

export type NewSubscription = {
  title: string;
  /** Of each period. */
  priceCents: number;
  currency: string;
  interval: "month" | "year";
  /** Taken off the first invoice only. */
  firstDiscountCents: number;
  /** One-off lines of the first invoice: order bumps at their discounted price. */
  extras: readonly { title: string; amountCents: number }[];
  receiptEmail: string;
  metadata: Record<string, string>;
  /** It is `trialing` at once, with the card that this setup has kept, and bills its first period when the days are over. */
  trial?: { days: number; setupIntentId: string } | undefined;
  /** The connected account and our share of every invoice, in basis points. */
  payee?: { accountId: Payee["accountId"]; feeBps: number } | undefined;
  idempotencyKey: string;
};

/** Another plan, from a moment within the running period. */
export type PlanChange = {
  plan: Plan;
  /** To the second. */
  at: Date;
  /** Whether what is left of the running period is taken off the first bill of the new plan. */
  creditsRest: boolean;
};

/** What moving would cost. */
export type PlanPreview = {
  /** What is charged at once: the new plan's price less the credit. */
  chargeCents: number;
  creditCents: number;
  /** Until when that pays. */
  periodEnd: Date;
};

/** Moved and paid, or why the card did not pay: then everything is as it was. */
export type PlanOutcome = { isMoved: true } | { isMoved: false; code: string | null; message: string | null };

/** What the browser needs to take a new card for a membership. */
export type CardChange = { setupIntentId: string; clientSecret: string };

/**
 * Memberships at the provider. Errors and idempotency keys as in `PaymentGateway`. A new subscription is `incomplete`
 * until its first invoice is paid in the browser with that invoice's intent, but for one that begins with a trial. A trial is
 * cancelled and kept like any period, and is neither paused nor moved to another plan; a failed renewal is retried by the provider
 * on the days that its own settings say (the sandbox on days 2, 7, 14 and 21), and then the subscription ends.
 */
export type SubscriptionGateway = {
  createSubscription(input: NewSubscription): Promise<GatewaySubscription>;
  getSubscription(id: string): Promise<GatewaySubscription>;
  getInvoice(id: string): Promise<GatewayInvoice>;
  /** The paid bills of a membership that were made at that moment or after it, oldest first. */
  listPaidInvoices(id: string, since: Date): Promise<GatewayInvoice[]>;
  /** At the period's end, or at once (also the way to give up an `incomplete` one). Repeating it changes nothing. */
  cancelSubscription(
    id: string,
    when: "AT_PERIOD_END" | "NOW",
    idempotencyKey: string,
  ): Promise<GatewaySubscription>;
  /** Takes a cancellation at the period's end back. */
  keepSubscription(id: string, idempotencyKey: string): Promise<GatewaySubscription>;
  /** Bills nothing until it is resumed: by then at the latest, by the provider itself or by who asked for the pause. */
  pauseSubscription(id: string, until: Date, idempotencyKey: string): Promise<GatewaySubscription>;
  /**
   * Goes on. Nothing is charged where the current period is paid for; where it is over, a whole new one begins now and is
   * billed, once however often this is asked. What runs in a paid period stays as it is.
   */
  resumeSubscription(id: string, idempotencyKey: string): Promise<GatewaySubscription>;
  /** What `changePlan` would charge. Changes nothing. */
  previewPlan(id: string, change: PlanChange): Promise<PlanPreview>;
  /**
   * Moves to another plan: a whole period of it begins now and is charged at once, as it was previewed for
   * the same moment. Nothing changes where the card does not pay. One that has moved already is not charged again. Refused
   * with `payment_intent_unexpected_state` unless it is `active`.
   */
  changePlan(id: string, change: PlanChange, idempotencyKey: string): Promise<PlanOutcome>;
  /**
   * Bills that plan from the end of the running period on, and nothing before; `null`: the present one, as ever. Asking for
   * what is set already changes nothing. A cancellation drops it: who keeps the membership has to ask for it again. Refused
   * with `payment_intent_unexpected_state` unless it is `active` and goes on.
   */
  setNextPlan(id: string, plan: Plan | null, idempotencyKey: string): Promise<GatewaySubscription>;
  /** Tries an open invoice again now, with the card on file. It is paid once, however often and under whatever key. */
  payInvoice(id: string, idempotencyKey: string): Promise<GatewayInvoice>;
  startCardChange(subscriptionId: string, idempotencyKey: string): Promise<CardChange>;
  /** Makes the confirmed card the subscription's. Refused with `payment_intent_unexpected_state` until it is confirmed. */
  finishCardChange(
    subscriptionId: string,
    setupIntentId: string,
    idempotencyKey: string,
  ): Promise<GatewaySubscription>;
};
