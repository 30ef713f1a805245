import type { CardError } from "#server/database/schema/sandbox.ts";
import { type BehaviourName, behaviourOf } from "./test-cards.ts";

export type CardField = "number" | "expiry" | "cvc";

/** As typed; lives as long as the request and goes nowhere. */
export type TypedCard = { number: string; expiry: string; cvc: string };

export type CheckedCard = { behaviour: BehaviourName; brand: string; last4: string; expiresAt: Date };

/** The first moment at which a card of this month is no longer good, in UTC. */
export const cardEnd = ({ month, year }: { month: number; year: number }): Date =>
  new Date(Date.UTC(year, month, 1));

/** Reads a card as the buyer typed it, or says which field is wrong. Expiry is good until its month ends, in UTC. */
export function checkCard(card: TypedCard, now: Date): CheckedCard | { field: CardField; error: CardError } {
  const number = card.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number)) return wrong("number", "invalid_number", "Your card number is invalid.");
  if (!passesLuhn(number)) return wrong("number", "incorrect_number", "Your card number is incorrect.");

  const expiry = readExpiry(card.expiry);
  if (!expiry) return wrong("expiry", "invalid_expiry_month", "Your card's expiration date is invalid.");
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (expiry.year < year)
    return wrong("expiry", "invalid_expiry_year", "Your card's expiration year is in the past.");
  if (expiry.year > year + 50)
    return wrong("expiry", "invalid_expiry_year", "Your card's expiration year is invalid.");
  if (expiry.year === year && expiry.month < month) {
    return wrong("expiry", "invalid_expiry_month", "Your card's expiration date is in the past.");
  }

  const brand = brandOf(number);
  const cvcLength = brand === "amex" ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!cvcLength.test(card.cvc.trim()))
    return wrong("cvc", "invalid_cvc", "Your card's security code is invalid.");
  return { behaviour: behaviourOf(number), brand, last4: number.slice(-4), expiresAt: cardEnd(expiry) };
}

const wrong = (field: CardField, code: string, message: string) => ({
  field,
  error: { code, declineCode: null, message },
});

/** "12/34", "12 / 2034" or "1234". */
function readExpiry(typed: string): { month: number; year: number } | undefined {
  const [, month, year] =
    /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(typed) ?? [];
  if (!month || !year || +month < 1 || +month > 12) return undefined;
  return { month: +month, year: year.length === 2 ? 2000 + +year : +year };
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number.at(-1 - place));
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const brands: [RegExp, string][] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|64[4-9]|65)/, "discover"],
  [/^3(0[0-5]|[689])/, "diners"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];

const brandOf = (number: string): string =>
  brands.find(([pattern]) => pattern.test(number))?.[1] ?? "unknown";
