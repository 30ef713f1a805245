import fc from "fast-check";
import { expect, test } from "vitest";
import { foldKeyword, foldMessage, isEmojiKeyword, looseForms } from "./fold-message.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(fc.constantFrom("🔥", "👍🏽", "guía", "don't", "دَوْرَة", " ", "@ann", "a@b.co", "1️⃣", "🇧🇷"))
    .map((parts) => parts.join("")),
);

test("folding once more changes nothing, whatever the keyword", () => {
  fc.assert(
    fc.property(text, (typed) => {
      const folded = foldKeyword(typed);
      expect(foldKeyword(folded)).toBe(folded);
      expect(folded).not.toContain("\n");
      for (const form of looseForms(typed)) expect(looseForms(form)).toEqual([form]);
    }),
  );
});

test("a keyword is found in a text that is nothing but the keyword, unless that is a name", () => {
  fc.assert(
    fc.property(text, (typed) => {
      fc.pre(!/[@＠/]|www/iu.test(typed));
      const folded = foldKeyword(typed);
      const message = foldMessage(typed);
      expect(isEmojiKeyword(folded) ? message.withEmoji : message.words).toBe(folded);
      for (const form of looseForms(typed)) expect(message.loose).toContain(form);
    }),
  );
});

test.each([
  ["word", "a"],
  ["dots", "a."],
  ["handles", "@a"],
  ["addresses", "a@a."],
  ["slashes", "a.bc/"],
  ["marks", "a\u0301\u0301"],
  ["apostrophes", "a'"],
  ["emoji", "👩🏽‍🚀"],
])("a text of %s takes time in proportion to its length", (_, unit) => {
  const cost = (length: number) => microseconds(() => foldMessage(unit.repeat(length / unit.length)));
  expect(cost(20_000) / cost(2_000)).toBeLessThan(25);
});

/** Of a processor, for one call: the best of three rounds. A round is long, since Linux counts by its ticks of 4 ms. */
function microseconds(work: () => unknown): number {
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage();
    for (let calls = 1; ; calls++) {
      work();
      const { user, system } = process.threadCpuUsage(start);
      if (user + system >= 60_000) return (user + system) / calls;
    }
  });
  return Math.min(...rounds);
}
