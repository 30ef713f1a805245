import { expect, test } from "vitest";
import { shownDecline } from "#contract/checkout/declines.ts";
import { declineStep } from "./decline-step.ts";

const anotherCard = "Nothing was charged. Please use another card or a wallet.";
const bank = "Nothing was charged. Please try again and confirm with your bank, or use another card.";
const minute = "Nothing was charged. Please try again in a minute.";
const others = "Nothing was charged. Please use another card, or ask your bank.";
const check = (field: string) => `Nothing was charged. Please check ${field} and try again.`;

test.each([
  ["insufficient_funds", anotherCard],
  ["card_velocity_exceeded", anotherCard],
  ["card_not_supported", anotherCard],
  ["currency_not_supported", anotherCard],
  ["transaction_not_allowed", anotherCard],
  ["expired_card", anotherCard],
  ["incorrect_number", check("the card number")],
  ["invalid_number", check("the card number")],
  ["incorrect_cvc", check("the security code")],
  ["invalid_cvc", check("the security code")],
  ["incorrect_zip", check("the postal code")],
  ["incorrect_address", check("the card's details")],
  ["invalid_expiry_month", check("the expiration date")],
  ["invalid_expiry_year", check("the expiration date")],
  ["authentication_required", bank],
  ["payment_intent_authentication_failure", bank],
  ["authentication", bank],
  ["processing_error", minute],
  ["issuer_not_available", minute],
  ["try_again_later", minute],
  ["duplicate_transaction", "We are checking whether you have paid. Please do not pay again."],
  ["generic_decline", others],
  ["do_not_honor", others],
  ["invalid_account", others],
  ["test_mode_live_card", others],
  ["a_code_of_next_year", others],
])("%s: %s", (code, step) => {
  expect(declineStep(code)).toBe(step);
});

test.each(["lost_card", "stolen_card", "fraudulent", "pickup_card", "merchant_blacklist"])(
  "nothing tells %s from any other refusal",
  (code) => {
    const shown = shownDecline({ code, message: "This card was reported stolen." });
    expect(shown).toEqual({ code: "generic_decline", message: "Your card was declined." });
    expect(declineStep(code)).toBe(declineStep("generic_decline"));
  },
);

test("every other refusal keeps its words", () => {
  const funds = { code: "insufficient_funds", message: "Your card has insufficient funds." };
  expect(shownDecline(funds)).toEqual(funds);
  expect(shownDecline({ code: null, message: null })).toEqual({ code: null, message: null });
});
