import { expect, it } from "vitest";
import { withPlainDigits } from "./plain-digits.ts";

it.each([
  ["٣٢", "32"],
  ["۱۲۳۴۵۶۷۸۹۰", "1234567890"],
  ["１２３４", "1234"],
  ["४२ रु", "42 रु"],
  ["๐๙", "09"],
  ["𞥕", "5"],
  ["ab-19", "ab-19"],
])("%s becomes %s", (typed, plain) => {
  expect(withPlainDigits(typed)).toBe(plain);
});

it("reads the ten digits of every script in their order", () => {
  const digits: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) digits.push(character);
  }
  const read = digits.map(withPlainDigits).join("");
  expect(digits.length % 10).toBe(0);
  expect(read).toBe("0123456789".repeat(digits.length / 10));
});
