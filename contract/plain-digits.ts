/**
 * Returns a typed text with the digits of every script as 0 to 9, and full-width characters as ordinary ones. People type
 * numbers with the keyboard of their own script.
 */
export const withPlainDigits = (typed: string): string =>
  typed.normalize("NFKC").replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode keeps the ten digits of a script together, in order.
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
