/** What to do next, by the code of https://docs.stripe.com/declines/codes, and by our own of a bank's page that was left. */
export function declineStep(code: string): string {
  if (anotherCard.has(code)) return "Nothing was charged. Please use another card or a wallet.";
  if (/^(incorrect_|invalid_(expiry|number|cvc))/.test(code))
    return `Nothing was charged. Please check ${fieldOf(code)} and try again.`;
  if (/authentication/.test(code))
    return "Nothing was charged. Please try again and confirm with your bank, or use another card.";
  if (later.has(code)) return "Nothing was charged. Please try again in a minute.";
  // The provider believes that this is the payment before once more: pressing again would make it true.
  if (code === "duplicate_transaction")
    return "We are checking whether you have paid. Please do not pay again.";
  return "Nothing was charged. Please use another card, or ask your bank.";
}

const anotherCard = new Set([
  "insufficient_funds",
  "card_velocity_exceeded",
  "card_not_supported",
  "currency_not_supported",
  "transaction_not_allowed",
  "expired_card",
]);

/** Nothing is wrong with the card: the same attempt may succeed in a minute. */
export const isPassing = (code: string): boolean => later.has(code);

const later = new Set(["processing_error", "issuer_not_available", "try_again_later"]);

function fieldOf(code: string): string {
  if (code.includes("number")) return "the card number";
  if (code.includes("cvc")) return "the security code";
  if (code.includes("expiry")) return "the expiration date";
  return code.includes("zip") ? "the postal code" : "the card's details";
}
