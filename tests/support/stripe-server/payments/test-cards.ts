import { cardError, type CardFailure } from "#tests/support/stripe-server/wire/stripe-error.ts";

/** What a payment method hides. */
export type CardState = {
  number: string;
  /** It paid without being attached to a customer: it may not be used again. */
  consumed: boolean;
  /** Authenticated for later payments without the buyer. */
  setUp: boolean;
};

export type CardBehaviour = {
  /** The bank says no. */
  declines?: CardFailure;
  /** When the bank wants the buyer to authenticate; without the buyer that is a decline. */
  authenticates?: "always" | "unless set up" | "when present";
  /** The bank says no after all, when the buyer has authenticated. */
  declinesAfterwards?: CardFailure;
  /** Charges fail once it is attached to a customer. */
  declinesAttached?: CardFailure;
  dispute?: "fraudulent" | "product_not_received" | "inquiry" | "warning";
  refund?: "pending" | "fails";
  /** The money can be spent at once, not after two days. */
  availableAtOnce?: true;
};

const declined = (declineCode: string, message = "Your card was declined."): CardFailure => ({
  code: "card_declined",
  decline_code: declineCode,
  message,
});
const genericDecline = declined("generic_decline");

const cards: Record<string, CardBehaviour> = {
  "4242424242424242": {},
  "4000056655665556": {},
  "5555555555554444": {},
  "2223003122003222": {},
  "5105105105105100": {},
  "378282246310005": {},
  "371449635398431": {},
  "6011111111111117": {},
  "3056930009020004": {},
  "3566002020360505": {},
  "4000000000000077": { availableAtOnce: true },
  "4000000000000002": { declines: genericDecline },
  "4000000000009995": { declines: declined("insufficient_funds", "Your card has insufficient funds.") },
  "4000000000009987": { declines: declined("lost_card") },
  "4000000000009979": { declines: declined("stolen_card") },
  "4000000000006975": {
    declines: declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  },
  "4000000000000069": {
    declines: { code: "expired_card", decline_code: "expired_card", message: "Your card has expired." },
  },
  "4000000000000127": {
    declines: {
      code: "incorrect_cvc",
      decline_code: "incorrect_cvc",
      message: "Your card's security code is incorrect.",
    },
  },
  "4000000000000119": {
    declines: {
      code: "processing_error",
      decline_code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  "4000000000000341": { declinesAttached: genericDecline },
  "4000002500003155": { authenticates: "unless set up" },
  "4000002760003184": { authenticates: "always" },
  "4000003800000446": { authenticates: "when present" },
  "4000008400001629": { authenticates: "always", declinesAfterwards: genericDecline },
  "4000000000003220": { authenticates: "always" },
  "4000000000003055": {},
  "4000000000000259": { dispute: "fraudulent" },
  "4000000000002685": { dispute: "product_not_received" },
  "4000000000001976": { dispute: "inquiry" },
  "4000000000005423": { dispute: "warning" },
  "4000000000007726": { refund: "pending" },
  "4000000000005126": { refund: "fails" },
};

/** Stripe's ready-made payment methods, to be used with the secret key. */
export const namedCards: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_bypassPending: "4000000000000077",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: "4000000000006975",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredSetupForOffSession: "4000003800000446",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_threeDSecureOptional: "4000000000003055",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
  pm_card_createIssuerFraudRecord: "4000000000005423",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
};

/** A number that is no test card is declined, as in Stripe's test mode. */
export const behaviourOf = (number: string): CardBehaviour =>
  cards[number] ?? {
    declines: declined(
      "test_mode_live_card",
      "Your card was declined. Your request was in test mode, but used a non test card.",
    ),
  };

export type RawCard = { number: string; exp_month: number; exp_year: number; cvc?: string };

/** What Stripe refuses before any bank is asked. */
export function checkRawCard(card: RawCard, now: number): void {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    throw wrongCard("incorrect_number", "Your card number is incorrect.", "number");
  const today = new Date(now * 1000);
  if (card.exp_month < 1 || card.exp_month > 12)
    throw wrongCard("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const endsAt = Date.UTC(card.exp_year, card.exp_month);
  if (card.exp_year < 1000 || card.exp_year > 9999 || endsAt <= today.getTime())
    throw wrongCard("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc))
    throw wrongCard("invalid_cvc", "Your card's security code is invalid.", "cvc");
}

const wrongCard = (code: string, message: string, param: string) => cardError({ code, message }, { param });

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return "amex";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (number.startsWith("6")) return "discover";
  if (number.startsWith("35")) return "jcb";
  return number.startsWith("3") ? "diners" : "visa";
}
