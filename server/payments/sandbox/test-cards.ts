import type { CardError } from "#server/database/schema/sandbox.ts";

/** What comes of charging a card. `asks`: the bank wants the buyer to authenticate first. */
export type ChargeResult =
  | { kind: "succeeds" }
  | { kind: "asks" }
  | { kind: "settles"; into: "succeeded" | CardError }
  | { kind: "declines"; error: CardError };

export type Dispute = "fraudulent" | "product_not_received" | "inquiry" | "early_fraud_warning";

type Behaviour = {
  /** The buyer is there and pays. */
  pays: ChargeResult;
  /** After the bank's page was completed. */
  authenticated?: ChargeResult;
  /** The saved card is charged later, by us; as `pays` unless told. */
  saved?: ChargeResult;
  /** What follows a successful payment. */
  dispute?: Dispute;
  /** What a refund to this card becomes after a while; it succeeds at once unless told. */
  refund?: { first: "pending" | "succeeded"; then: "succeeded" | "failed" };
};

const decline = (code: string, message: string, declineCode: string | null = null): ChargeResult => ({
  kind: "declines",
  error: { code, declineCode, message },
});
const declined = (declineCode: string, message = "Your card was declined.") =>
  decline("card_declined", message, declineCode);

const succeeds: ChargeResult = { kind: "succeeds" };
const asks: ChargeResult = { kind: "asks" };
const genericDecline = declined("generic_decline");

const behaviours = {
  succeeds: { pays: succeeds },
  generic_decline: { pays: genericDecline },
  insufficient_funds: { pays: declined("insufficient_funds", "Your card has insufficient funds.") },
  lost_card: { pays: declined("lost_card") },
  stolen_card: { pays: declined("stolen_card") },
  fraudulent: { pays: declined("fraudulent") },
  velocity_exceeded: {
    pays: declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  },
  expired_card: { pays: decline("expired_card", "Your card has expired.") },
  incorrect_cvc: { pays: decline("incorrect_cvc", "Your card's security code is incorrect.") },
  processing_error: {
    pays: decline(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
    ),
  },
  unknown: {
    pays: declined(
      "test_mode_live_card",
      "Your card was declined. This is a sandbox: use a test card such as 4242 4242 4242 4242.",
    ),
  },
  declines_when_saved: { pays: succeeds, saved: genericDecline },
  authenticates_unless_saved: { pays: asks, authenticated: succeeds, saved: succeeds },
  authenticates: { pays: asks, authenticated: succeeds, saved: asks },
  authenticates_then_declines: { pays: asks, authenticated: genericDecline },
  settles: { pays: { kind: "settles", into: "succeeded" } },
  settles_as_declined: {
    pays: {
      kind: "settles",
      into: { code: "card_declined", declineCode: "generic_decline", message: "Your card was declined." },
    },
  },
  disputed_fraudulent: { pays: succeeds, dispute: "fraudulent" },
  disputed_not_received: { pays: succeeds, dispute: "product_not_received" },
  disputed_inquiry: { pays: succeeds, dispute: "inquiry" },
  fraud_warning: { pays: succeeds, dispute: "early_fraud_warning" },
  refund_pends: { pays: succeeds, refund: { first: "pending", then: "succeeded" } },
  refund_fails: { pays: succeeds, refund: { first: "succeeded", then: "failed" } },
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

/** Stripe's test numbers, and at the end two of our own for payments that take a moment. */
const numbers: Record<string, BehaviourName> = {
  "4242424242424242": "succeeds",
  "4000056655665556": "succeeds",
  "5555555555554444": "succeeds",
  "2223003122003222": "succeeds",
  "5200828282828210": "succeeds",
  "5105105105105100": "succeeds",
  "378282246310005": "succeeds",
  "371449635398431": "succeeds",
  "6011111111111117": "succeeds",
  "6011000990139424": "succeeds",
  "3056930009020004": "succeeds",
  "36227206271667": "succeeds",
  "3566002020360505": "succeeds",
  "6200000000000005": "succeeds",
  "4000000000000002": "generic_decline",
  "4000000000009995": "insufficient_funds",
  "4000000000009987": "lost_card",
  "4000000000009979": "stolen_card",
  "4100000000000019": "fraudulent",
  "4000000000000069": "expired_card",
  "4000000000000127": "incorrect_cvc",
  "4000000000000119": "processing_error",
  "4000000000006975": "velocity_exceeded",
  "4000000000000341": "declines_when_saved",
  "4000002500003155": "authenticates_unless_saved",
  "4000002760003184": "authenticates",
  "4000003800000446": "authenticates_unless_saved",
  "4000008400001629": "authenticates_then_declines",
  "4000000000003220": "authenticates",
  "4000000000003055": "succeeds",
  "4000000000000259": "disputed_fraudulent",
  "4000000000002685": "disputed_not_received",
  "4000000000001976": "disputed_inquiry",
  "4000000000005423": "fraud_warning",
  "4000000000007726": "refund_pends",
  "4000000000005126": "refund_fails",
  "4000000000008807": "settles",
  "4000000000009904": "settles_as_declined",
};

/** Which test card a valid number is; a number that is none behaves as `unknown`, which is declined. */
export const behaviourOf = (number: string): BehaviourName => numbers[number] ?? "unknown";

/** What a card does, by the name it is stored under. */
export const behaviourNamed = (name: string): Behaviour =>
  behaviours[name as BehaviourName] ?? behaviours.unknown;
