import { expect, test } from "vitest";
import { wordSaidMost } from "./word-said-most.ts";

test("the word of most messages is found, once for each of them, past the words that say nothing", () => {
  expect(wordSaidMost(["please link", "link link link", "the link for the guide", "hello you"])).toBe("link");
  expect(wordSaidMost(["guide guide guide guide", "price", "link"])).toBe(null);
});

test("nothing is found in a few messages, in too many different ones, and in words that are none", () => {
  expect(wordSaidMost([])).toBe(null);
  expect(wordSaidMost(["link", "link"])).toBe(null);
  expect(
    wordSaidMost(Array.from({ length: 40 }, (_, n) => (n < 3 ? "link" : `different${n.toString(36)}`))),
  ).toBe(null);
  expect(wordSaidMost(Array.from({ length: 5 }, () => "a".repeat(31)))).toBe(null);
});
