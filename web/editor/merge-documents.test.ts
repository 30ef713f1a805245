import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block, RichDocument } from "#contract/document/document.ts";
import { documentText } from "#contract/document/document-text.ts";
import { mergeDocuments } from "./merge-documents.ts";

const paragraph = (text: string): Block => ({ type: "paragraph", content: [{ type: "text", text }] });
const doc = (...lines: string[]): RichDocument => ({ type: "doc", content: lines.map(paragraph) });
const merged = (base: string[], mine: string[], theirs: string[]) => {
  const document = mergeDocuments(doc(...base), doc(...mine), doc(...theirs));
  return document && documentText(document).split("\n\n");
};

test("what two tabs changed in different places is put together", () => {
  const base = ["one", "two", "three", "four", "five"];
  const both = merged(base, ["ONE", "two", "three", "four", "five"], ["one", "two", "three", "five", "six"]);
  expect(both).toEqual(["ONE", "two", "three", "five", "six"]);
  expect(merged(base, ["zero", ...base], [...base, "six"])).toEqual(["zero", ...base, "six"]);
});

test("what both changed alike is no question, what they changed differently is nobody's but the writer's", () => {
  expect(merged(["one", "two"], ["one", "2"], ["one", "2"])).toEqual(["one", "2"]);
  expect(merged(["one", "two"], ["one", "2"], ["one", "zwei"])).toBeUndefined();
  expect(merged(["one", "two"], ["one"], ["one", "zwei"])).toBeUndefined();
});

test("a text that the database gave back in another order of its fields has not changed", () => {
  const heading = (level: 1 | 2): Block => ({ type: "heading", attrs: { level }, content: [] });
  const stored = { content: [{ content: [], attrs: { level: 1 }, type: "heading" }], type: "doc" };
  const base: RichDocument = { type: "doc", content: [heading(1)] };
  const mine: RichDocument = { type: "doc", content: [heading(2)] };
  expect(mergeDocuments(base, mine, stored as RichDocument)).toEqual(mine);
});

test("no line of either side is lost where a merge is found, and none comes that nobody wrote", () => {
  const lines = fc.uniqueArray(fc.constantFrom(..."a b c d e f g h".split(" ")), { minLength: 1 });
  fc.assert(
    fc.property(lines, lines, lines, (base, mine, theirs) => {
      const together = merged(base, mine, theirs);
      if (!together) return;
      for (const [side, other] of [
        [mine, theirs],
        [theirs, mine],
      ] as const)
        for (const line of side)
          if (!base.includes(line) || other.includes(line)) expect(together).toContain(line);
      for (const line of together) expect([...mine, ...theirs]).toContain(line);
    }),
    { numRuns: 2_000 },
  );
});
