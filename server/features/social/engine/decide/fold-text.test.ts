import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["capitals", "GUIDE", "guide"],
  ["punctuation and emoji", "«guide», please!!! 🙏🏽👨‍👩‍👧", "guide please"],
  ["punctuation inside of words", "e-book_v2.0", "e book v2 0"],
  ["a family name in Turkish capitals", "KİTAP", "kitap"],
  ["a Turkish word typed without dots", "ışık", "IŞIK"],
  ["a decomposed dotted I", "I\u0307STANBUL", "istanbul"],
  ["the German sharp s, small", "Straße", "STRASSE"],
  ["the German sharp s, capital", "STRAẞE", "strasse"],
  ["the Greek final sigma", "οδηγός", "ΟΔΗΓΌΣ"],
  ["right-to-left text with direction marks", "\u200Fשלום\u200F עולם", "שלום עולם"],
  ["Arabic with a joiner and without", "می\u200cخواهم", "میخواهم"],
  ["zero-width characters", "g\u200Bu\u2060i\u00ADd\uFEFFe", "guide"],
  ["composed and decomposed accents", "cafe\u0301", "café"],
  ["full-width letters and digits", "ＧＵＩＤＥ２", "guide2"],
  ["ligatures", "ﬁnd", "find"],
  ["keycaps", "1️⃣", "1"],
  ["emoji that are letters", "ℹ️ guide Ⓜ️ ™", "guide"],
  ["spaces of any kind", " guide\t\n\u00A0\u3000now ", "guide now"],
])("%s make no difference", (_, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
  expect(foldText(one)).not.toBe("");
});

test("accents, and the vowels of Indic scripts, tell words apart", () => {
  expect(foldText("año")).not.toBe(foldText("ano"));
  expect(foldText("कि")).not.toBe(foldText("का"));
});

test("where words are written without spaces, each letter is a word", () => {
  expect(foldText("我要指南！")).toBe("我 要 指 南");
  expect(foldText("iPhone用ガイド")).toBe("iphone 用 カ\u3099 イ ト\u3099".normalize("NFC"));
  expect(foldText("가이드 주세요")).toBe("가이드 주세요");
});

test.each(["", " ", "!!!", "🙏", "❤️", "\u200B", "\u0301", "👨‍👩‍👧 …"])("%j has no words", (text) =>
  expect(foldText(text)).toBe(""),
);

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom(..."aIıİi\u0307ßẞσςΣ \u200B\u0301é😀指ガ\u3099ﷺ½１ﬃ\u0345ΐ".match(/./gu)!),
  }),
);

test("whatever the text, folding again changes nothing, and neither do capitals nor the way it is encoded", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(foldText(text.normalize("NFD"))).toBe(folded);
      expect(folded).toBe(folded.trim());
    }),
    { numRuns: 2_000 },
  );
});
