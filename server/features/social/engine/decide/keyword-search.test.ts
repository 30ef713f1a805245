import fc from "fast-check";
import { expect, test } from "vitest";
import { matchModes } from "#server/database/schema/social.ts";
import { foldText } from "./fold-text.ts";
import { type Keyword, KeywordSearch } from "./keyword-search.ts";

const keyword = (text: string, mode: Keyword<string>["mode"]): Keyword<string> => ({
  folded: foldText(text),
  mode,
  value: `${mode} ${text}`,
});
const find = (keywords: Keyword<string>[], text: string) =>
  new Set(new KeywordSearch(keywords).find(foldText(text)).map(({ value }) => value));

test.each([
  ["GUIDE", ["EXACT", "STARTS_WITH", "WHOLE_WORD", "CONTAINS"]],
  ["guide please 🙏", ["STARTS_WITH", "WHOLE_WORD", "CONTAINS"]],
  ["the #guide!", ["WHOLE_WORD", "CONTAINS"]],
  ["guidebook", ["CONTAINS"]],
  ["guid", []],
  ["", []],
])("%j has the keyword in the modes %j", (text, modes) => {
  expect(
    find(
      matchModes.map((mode) => keyword("guide", mode)),
      text,
    ),
  ).toEqual(new Set(modes.map((mode) => `${mode} guide`)));
});

test("a keyword of several words stands in the text as it is, whatever is between the words", () => {
  const keywords = [keyword("free guide", "WHOLE_WORD"), keyword("send the free guide", "STARTS_WITH")];
  expect(find(keywords, "Send the free… guide, now")).toEqual(
    new Set(["WHOLE_WORD free guide", "STARTS_WITH send the free guide"]),
  );
  expect(find(keywords, "free the guide")).toEqual(new Set());
});

test("a keyword is text, never a pattern", () => {
  expect(find([keyword("a.*b|(c", "WHOLE_WORD"), keyword("[x]+", "CONTAINS")], "a b c, xx")).toEqual(
    new Set(["WHOLE_WORD a.*b|(c", "CONTAINS [x]+"]),
  );
  expect(find([keyword("a.*b", "CONTAINS")], "a something b")).toEqual(new Set());
});

const text = fc.string({ unit: fc.constantFrom("a", "b", "ab", " ", "指", "é"), maxLength: 40 });
const anyKeyword = fc.record({ text, mode: fc.constantFrom(...matchModes) });

test("whatever the keywords, those are found that the meaning of their mode says", () => {
  fc.assert(
    fc.property(fc.array(anyKeyword, { maxLength: 30 }), text, (given, text) => {
      const keywords = given.map((one) => keyword(one.text, one.mode));
      const folded = foldText(text);
      const meant = keywords.filter(({ folded: word, mode }) => {
        if (word === "") return false;
        if (mode === "EXACT") return folded === word;
        if (mode === "STARTS_WITH") return `${folded} `.startsWith(`${word} `);
        return mode === "WHOLE_WORD" ? ` ${folded} `.includes(` ${word} `) : folded.includes(word);
      });
      expect(find(keywords, text)).toEqual(new Set(meant.map(({ value }) => value)));
    }),
    { numRuns: 500 },
  );
});

/**
 * Microseconds of a processor that one call takes, the best of three rounds: what else a machine does is not counted. A round
 * is long, since Linux counts by its ticks of 4 ms.
 */
function cost(work: () => void): number {
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

const manyKeywords = (count: number, mode: Keyword<string>["mode"]) =>
  Array.from({ length: count }, (_, index) => keyword(`topic ${index.toString(36)} lesson`, mode));

test.each(["WHOLE_WORD", "CONTAINS"] as const)(
  "10,000 %s keywords cost a message about what 10 do",
  (mode) => {
    const message = "hello, could you please send me the topic 7 lesson? thanks a lot 🙏";
    const few = new KeywordSearch(manyKeywords(10, mode));
    const many = new KeywordSearch(manyKeywords(10_000, mode));
    const lookUp = (index: KeywordSearch<string>) => () => {
      if (index.find(foldText(message)).length !== 1) throw new Error("found something else");
    };
    // The bench holds this to 2 on a quiet machine; here a search that walks the keywords would show as hundreds.
    expect(cost(lookUp(many)) / cost(lookUp(few))).toBeLessThan(5);
  },
);

test.each([
  ["a text made to go wrong", "a", ["a a a a b", "aaaa", "a"]],
  ["letters that are words", "指南", ["指南指", "南指南南"]],
  ["emoji and marks", "👨‍👩‍👧\u0301i\u0307 ", ["i", "i i i"]],
])("%s takes time in proportion to its length", (_, unit, words) => {
  const index = new KeywordSearch(
    words.flatMap((word) => [keyword(word, "WHOLE_WORD"), keyword(word, "CONTAINS")]),
  );
  const short = unit.repeat(400);
  const long = unit.repeat(4_000);
  const once = (text: string) => () => void index.find(foldText(text));
  expect(cost(once(long)) / cost(once(short))).toBeLessThan(25);
});
