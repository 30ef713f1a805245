import type { PayoutGateway } from "./payout-gateway.ts";
import type { SubscriptionGateway } from "./subscription-gateway.ts";

export type PaymentIntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  /** The card is authorized; nothing is taken until the payment is captured. */
  | "requires_capture"
  | "succeeded"
  | "canceled";

/**
 * A payment at the provider, or the setup that a free trial begins with: it keeps a card, and its amounts are 0. Amounts in
 * cents.
 */
export type PaymentIntent = {
  id: string;
  clientSecret: string;
  amountCents: number;
  /** What really arrived; equals `amountCents` once succeeded. */
  receivedCents: number;
  /** ISO code in lower case. */
  currency: string;
  status: PaymentIntentStatus;
  metadata: Record<string, string>;
  /** The saved card, once there is one. */
  paymentMethodId: string | null;
  card: PaymentCard | null;
  /** Who its money is passed on to at once; null where it stays with us. */
  payee: Payee | null;
  /** Why the last attempt failed, in words for the buyer. */
  failureMessage: string | null;
  /** The same for machines, by https://docs.stripe.com/declines/codes. Not for the buyer: see `shownDecline`. */
  failureCode: string | null;
  /** Names the attempt that failed last: two attempts have two names. */
  failedAttempt: string | null;
};

/** `fingerprint`: of a setup's card, the same wherever that card is used; undefined where the provider names none. */
export type PaymentCard = { brand: string; last4: string; fingerprint?: string | undefined };

/** Whether an intent is the setup of a card, which charges nothing. Both providers say so in its name. */
export const isSetup = ({ id }: Pick<PaymentIntent, "id">): boolean => id.startsWith("seti_");

export type GatewayRefund = {
  id: string;
  paymentIntentId: string;
  /** A refund that succeeded may still fail, days later; one that failed never succeeds. */
  status: "pending" | "succeeded" | "failed";
  amountCents: number;
  /** What it was made with; empty for one that was made at the provider's own dashboard. */
  metadata: Record<string, string>;
};

/**
 * What the buyer's bank says about a payment. `id` is a dispute's or an early fraud warning's.
 * - `open` also while evidence is under review or an appeal runs
 * - `closed` an inquiry or a warning that ended, or a dispute that was prevented, without money moving
 */
export type GatewayDispute = {
  id: string;
  paymentIntentId: string;
  /** Of an early fraud warning: the whole payment. */
  amountCents: number;
  /** The provider's word, such as `fraudulent`; `early_fraud_warning` for one of these. */
  reason: string;
  status: "open" | "won" | "lost" | "closed";
  /** The bank only asks or warns: no money is taken yet. An inquiry may become a dispute, with the same id. */
  isInquiry: boolean;
};

/** Who gets the money of a payment beside us: a connected account, and what we keep of it, in cents. */
export type Payee = { accountId: string; feeCents: number };

/** Something the provider told us by webhook: enough to know what to fetch again. */
export type GatewayEvent = {
  id: string;
  type: string;
  objectId: string;
  /** The payment it is about: of a refund or a dispute, too. */
  paymentIntentId: string | null;
};

/**
 * What a provider refuses with:
 * - `resource_missing` there is no such payment
 * - `payment_intent_unexpected_state` it has gone too far for this
 * - `idempotency_conflict` the key came with other parameters before
 * - `amount_too_small`, `amount_too_large` outside what the provider takes, or more than is left to refund
 * - `parameter_invalid` anything else that the provider would not read
 * - `charge_already_refunded` nothing is left to refund
 * - `refund_disputed_payment` the buyer's bank holds the money, or has taken it back
 * - `balance_insufficient` there is not enough money at the provider to give it back
 * - `bad_signature` a webhook that is not the provider's, or too old
 * - `unavailable` it did not answer (always `retryable`), or is not set up
 */
export type GatewayErrorCode =
  | "resource_missing"
  | "payment_intent_unexpected_state"
  | "idempotency_conflict"
  | "amount_too_small"
  | "amount_too_large"
  | "parameter_invalid"
  | "charge_already_refunded"
  | "refund_disputed_payment"
  | "balance_insufficient"
  | "bad_signature"
  | "unavailable";

/** Thrown by every call when the provider refused; `retryable` when it did not answer and the effect is unknown. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;
  readonly retryable: boolean;
  constructor(code: GatewayErrorCode, message: string, retryable = false) {
    super(message);
    this.code = code;
    this.retryable = retryable;
  }
}

/**
 * Whether the provider has refused for good, and nothing was done, now or by an earlier call with the same key. Where there was
 * no answer, where it refuses us for a wrong key, or says that this key was used otherwise, an earlier call may have been heard.
 */
export const isDecided = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  !error.retryable &&
  error.code !== "unavailable" &&
  error.code !== "idempotency_conflict";

export type NewIntent = {
  /** From 50 to the gateway's `highestPaymentCents`. */
  amountCents: number;
  currency: string;
  receiptEmail: string;
  /** Saves the card for this purchase's one-click extras. */
  saveCard: boolean;
  /** At most 50 keys of 40 characters, values of 500. */
  metadata: Record<string, string>;
  /** Passes the money on to a connected account at once; without one it stays with us. */
  payee?: Payee | undefined;
  /** Only authorizes where the payment method can be, and waits for `captureIntent`; any other method is charged at once. */
  authorizeFirst?: boolean;
  idempotencyKey: string;
};

export type IntentChange = {
  amountCents: number;
  receiptEmail: string;
  /** Joins what is there: a key that is not named keeps its value. */
  metadata: Record<string, string>;
  /** As at its making; only the fee may differ from what the intent was made with. */
  payee?: Payee | undefined;
  /** As for a new intent; left out: it charges at once from now on. */
  authorizeFirst?: boolean;
  idempotencyKey: string;
};

/** Keeps a card for a membership that begins with a free trial: nothing is charged. */
export type NewSetup = { receiptEmail: string; metadata: Record<string, string>; idempotencyKey: string };

/** A one-click extra: charges the card that an earlier payment of the same purchase saved. */
export type SavedCardCharge = {
  /** The payment or the setup that saved the card; it has succeeded. */
  paidIntentId: string;
  amountCents: number;
  currency: string;
  receiptEmail: string;
  metadata: Record<string, string>;
  payee?: Payee | undefined;
  idempotencyKey: string;
};

/** A payment as the provider's books list it. */
export type ListedPayment = {
  paymentIntentId: string;
  receivedCents: number;
  /** Given back. Of what is on its way Stripe counts all, and the sandbox nothing. */
  refundedCents: number;
  metadata: Record<string, string>;
};

/** All that was received and is not yet given back, or `amountCents` of it. */
export type NewRefund = {
  paymentIntentId: string;
  amountCents?: number;
  /** As for a payment; comes back with the refund, which is how a webhook of ours is told from a stranger's. */
  metadata?: Record<string, string>;
  idempotencyKey: string;
};

/**
 * The provider of payments. Every call that changes something takes an idempotency key of at most 255 characters: the
 * same key with the same parameters gives the first answer again, with other parameters it is refused
 * (`idempotency_conflict`). A refusal is no answer: its key stays free.
 */
export type PaymentGateway = {
  provider: "stripe" | "sandbox" | "none";
  /** For the browser's form; null for the sandbox. */
  publishableKey: string | null;
  /** The most that one payment can carry, in cents. */
  highestPaymentCents: number;
  createIntent(input: NewIntent): Promise<PaymentIntent>;
  /** Amount and metadata change together or not at all. Refused with `payment_intent_unexpected_state` once paid. */
  updateIntent(id: string, input: IntentChange): Promise<PaymentIntent>;
  /** Of a setup, too. */
  getIntent(id: string): Promise<PaymentIntent>;
  createSetup(input: NewSetup): Promise<PaymentIntent>;
  /** Metadata joins what is there. Refused with `payment_intent_unexpected_state` once the card is kept. */
  updateSetup(id: string, input: NewSetup): Promise<PaymentIntent>;
  /**
   * Makes an intent and confirms it with the saved card. What the bank said is in the answer: `succeeded` or
   * `processing`, or `requires_payment_method` (with `failureMessage`) when the buyer must go on with the same intent's
   * client secret in the browser: the bank declined, or wants them to authenticate. That is an answer, never an error.
   * Refused with `payment_intent_unexpected_state` when the earlier payment saved no card, or its payer was forgotten.
   */
  chargeSavedCard(input: SavedCardCharge): Promise<PaymentIntent>;
  /**
   * Of a setup, too. Cancelling again gives the canceled intent; once paid or authorized it is refused with
   * `payment_intent_unexpected_state`.
   */
  cancelIntent(id: string): Promise<PaymentIntent>;
  /** Takes what was authorized. Repeating it gives the paid intent; refused with `payment_intent_unexpected_state` in any other status. */
  captureIntent(id: string): Promise<PaymentIntent>;
  /** Cancels what was authorized, so that nothing is taken. Repeating it gives the canceled intent; refused as `captureIntent` is. */
  releaseIntent(id: string): Promise<PaymentIntent>;
  refund(input: NewRefund): Promise<GatewayRefund>;
  /**
   * Removes who made a payment: the provider's customer of that purchase, with their address and saved cards; a membership
   * that the payment belongs to ends. The payment itself stays in the provider's books and can be refunded. Repeating it
   * changes nothing, nor does a payment that had no customer or is not there.
   */
  deletePayer(paymentIntentId: string): Promise<void>;
  /** Has the wallets show at the domain of the checkout. Repeating it changes nothing. */
  registerDomain(domain: string): Promise<void>;
  /** How a refund stands now; `resource_missing` when there is none. */
  getRefund(id: string): Promise<GatewayRefund>;
  /** Every payment begun in that time that succeeded, one after the other. */
  listPayments(begun: { from: Date; to: Date }): AsyncIterable<ListedPayment>;
  /** One of them, however old; undefined where there is none that succeeded. */
  findPayment(id: string): Promise<ListedPayment | undefined>;
  /** For how many days it remembers what it told; undefined where it forgets nothing. */
  readonly eventDays: number | undefined;
  /**
   * All that the provider has told by webhook since then, or would have, in no order, as far as it remembers. News of
   * accounts is not among it.
   */
  listEvents(since: Date): AsyncIterable<GatewayEvent>;
  /** How a dispute, an inquiry or an early fraud warning stands now; `resource_missing` when there is none. */
  getDispute(id: string): Promise<GatewayDispute>;
  /** Memberships. */
  subscriptions: SubscriptionGateway;
  /** Accounts of creators and affiliates. */
  payouts: PayoutGateway;
  /** Checks a webhook's signature over its raw bytes; throws `GatewayError` with code `bad_signature`. */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): GatewayEvent;
};
