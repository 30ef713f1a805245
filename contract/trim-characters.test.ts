import fc from "fast-check";
import { expect, test } from "vitest";
import { trimCharacters, trimEndCharacters } from "./trim-characters.ts";

test("both ends lose every given character, and the middle keeps them", () => {
  expect(trimCharacters("--a-b--", "-")).toBe("a-b");
  expect(trimEndCharacters("--a-b--", "-")).toBe("--a-b");
  expect(trimCharacters(". .", ". ")).toBe("");
  expect(trimCharacters("", "-")).toBe("");
});

test("trimming spaces is what trim does", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(" ", "a", "é") }), (text) => {
      expect(trimCharacters(text, " ")).toBe(text.trim());
      expect(trimEndCharacters(text, " ")).toBe(text.trimEnd());
    }),
  );
});
