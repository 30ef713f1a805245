import { withPlainDigits } from "#contract/plain-digits.ts";

export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";

/** Digits a number may have, and where it is grouped. */
type Shape = { lengths: readonly number[]; groups: readonly number[]; cvcLength: number };

const fours: Shape = { lengths: [16], groups: [4, 8, 12], cvcLength: 3 };
const shapes: Record<CardBrand, Shape> = {
  visa: fours,
  mastercard: fours,
  amex: { lengths: [15], groups: [4, 10], cvcLength: 4 },
  discover: fours,
  diners: { ...fours, lengths: [14, 16] },
  jcb: fours,
  unionpay: { ...fours, lengths: [16, 17, 18, 19], groups: [4, 8, 12, 16] },
};

const brands: [RegExp, CardBrand][] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|64[4-9]|65)/, "discover"],
  [/^3(0[0-5]|[689])/, "diners"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];

/** The digits of what was typed; other scripts' digits count as theirs. */
export const digitsOf = (typed: string): string => withPlainDigits(typed).replace(/\D/g, "");

/** The brand a number begins like. */
export const cardBrandOf = (typed: string): CardBrand | undefined =>
  brands.find(([pattern]) => pattern.test(digitsOf(typed)))?.[1];

const shapeOf = (number: string): Shape => {
  const brand = cardBrandOf(number);
  return brand ? shapes[brand] : fours;
};

/** "4242424242424242" becomes "4242 4242 4242 4242", an American Express number "3782 822463 10005". */
export function formatCardNumber(typed: string): string {
  const { lengths, groups } = shapeOf(typed);
  const digits = digitsOf(typed).slice(0, Math.max(...lengths));
  return digits.replace(/\d/g, (digit, at: number) => (groups.includes(at) ? ` ${digit}` : digit));
}

/** "1" stays, "4" becomes "04 / ", "1234" and "12/2034" become "12 / 34". */
export function formatExpiry(typed: string): string {
  let digits = digitsOf(typed);
  if (/^[2-9]/.test(digits) || /^\s*1\s*\//.test(typed)) digits = `0${digits}`;
  // Browsers fill in years of four digits.
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Three digits, four of an American Express card. */
export const formatSecurityCode = (typed: string, number: string): string =>
  digitsOf(typed).slice(0, shapeOf(number).cvcLength);

/** What is wrong with a number, in Stripe's words. */
export function cardNumberProblem(typed: string): string | undefined {
  const number = digitsOf(typed);
  if (!shapeOf(number).lengths.includes(number.length)) return "Your card number is incomplete.";
  if (!passesLuhn(number)) return "Your card number is invalid.";
}

/** What is wrong with an expiration date, in Stripe's words. A card is good until the end of its month. */
export function expiryProblem(typed: string, now: Date): string | undefined {
  const digits = digitsOf(typed);
  if (digits.length < 4) return "Your card's expiration date is incomplete.";
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
  if (year < now.getUTCFullYear()) return "Your card's expiration year is in the past.";
  if (year > now.getUTCFullYear() + 50) return "Your card's expiration year is invalid.";
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    return "Your card's expiration date is in the past.";
}

/** What is wrong with a security code, in Stripe's words. */
export function securityCodeProblem(typed: string, number: string): string | undefined {
  if (digitsOf(typed).length < shapeOf(number).cvcLength) return "Your card's security code is incomplete.";
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

/**
 * The caret's place after formatting: behind as many digits as before. `text` is what the field held with the caret at
 * `caret`; at the end it stays at the end.
 */
export function caretAfterFormat(text: string, caret: number, formatted: string): number {
  if (caret >= text.length) return formatted.length;
  let digitsLeft = digitsOf(text.slice(0, caret)).length;
  let place = 0;
  while (place < formatted.length && digitsLeft > 0) {
    if (/\d/.test(formatted[place] ?? "")) digitsLeft--;
    place++;
  }
  return place;
}
