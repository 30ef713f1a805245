import { expect, test } from "vitest";
import {
  cardBrandOf,
  cardNumberProblem,
  caretAfterFormat,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
  securityCodeProblem,
} from "./card-format.ts";

test.each([
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242 4242 4242 4242 99", "4242 4242 4242 4242"],
  ["4242-4242x", "4242 4242"],
  ["٤٢٤٢۴۲۴۲", "4242 4242"],
  ["378282246310005", "3782 822463 10005"],
  ["6200000000000000003", "6200 0000 0000 0000 003"],
  ["", ""],
])("the number %s is shown as %s", (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
});

test.each([
  ["1", "1"],
  ["12", "12 / "],
  ["4", "04 / "],
  ["1/", "01 / "],
  ["1234", "12 / 34"],
  ["12/34", "12 / 34"],
  ["12/2034", "12 / 34"],
  ["12 / 345", "12 / 34"],
])("the expiry %s is shown as %s", (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test("the security code has as many digits as the card's brand wants", () => {
  expect(formatSecurityCode("12345", "4242")).toBe("123");
  expect(formatSecurityCode("12345", "3782")).toBe("1234");
  expect(securityCodeProblem("123", "3782 822463 10005")).toBe("Your card's security code is incomplete.");
  expect(securityCodeProblem("123", "4242 4242 4242 4242")).toBeUndefined();
});

test("a brand is known from the first digits", () => {
  expect(["4", "51", "2221", "37", "6011", "36", "35", "62", "9", ""].map(cardBrandOf)).toEqual([
    "visa",
    "mastercard",
    "mastercard",
    "amex",
    "discover",
    "diners",
    "jcb",
    "unionpay",
    undefined,
    undefined,
  ]);
});

test("a number is checked for its length and its check digit", () => {
  expect(cardNumberProblem("4242 4242")).toBe("Your card number is incomplete.");
  expect(cardNumberProblem("4242 4242 4242 4241")).toBe("Your card number is invalid.");
  expect(cardNumberProblem("4242 4242 4242 4242")).toBeUndefined();
});

test("a card is good until the end of its month", () => {
  const now = new Date("2026-11-30T23:59:59Z");
  expect(expiryProblem("11 / 26", now)).toBeUndefined();
  expect(expiryProblem("10 / 26", now)).toBe("Your card's expiration date is in the past.");
  expect(expiryProblem("12 / 25", now)).toBe("Your card's expiration year is in the past.");
  expect(expiryProblem("13 / 30", now)).toBe("Your card's expiration date is invalid.");
  expect(expiryProblem("12 / 9", now)).toBe("Your card's expiration date is incomplete.");
});

test("the caret stays behind the digit it was behind", () => {
  expect(caretAfterFormat("42424", 5, "4242 4")).toBe(6);
  // One digit put in after the second of "4242 4242".
  expect(caretAfterFormat("42942 4242", 3, "4294 2424 2")).toBe(3);
  expect(caretAfterFormat("4242 94242", 6, "4242 9424 2")).toBe(6);
});
