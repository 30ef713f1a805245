import fc from "fast-check";
import { expect, test } from "vitest";
import {
  continueLine,
  makeLink,
  type MarkdownEdit,
  type Selected,
  toggleCodeBlock,
  toggleInline,
  toggleLines,
} from "./markdown-edits.ts";

/** "a [b] c": the brackets ⟨ ⟩ are the selection, | is the cursor. */
function selected(marked: string): Selected {
  const text = marked.replace(/[⟨⟩|]/g, "");
  const start = marked.search(/[⟨|]/);
  const close = marked.indexOf("⟩");
  return { text, start, end: close < 0 ? start : close - 1 };
}

function after({ text }: Selected, { from, to, insert, start, end }: MarkdownEdit): Selected {
  return { text: text.slice(0, from) + insert + text.slice(to), start, end };
}

function shown({ text, start, end }: Selected): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}⟨${text.slice(start, end)}⟩${text.slice(end)}`;
}

const applied = (marked: string, edit: (selection: Selected) => MarkdownEdit | undefined) => {
  const before = selected(marked);
  const made = edit(before);
  return made && shown(after(before, made));
};

test.each([
  ["a ⟨word⟩ b", "a **⟨word⟩** b"],
  ["a **⟨word⟩** b", "a ⟨word⟩ b"],
  ["a ⟨**word**⟩ b", "a ⟨word⟩ b"],
  ["a| b", "a**|** b"],
  ["a⟨ word ⟩b", "a **⟨word⟩** b"],
])("bold: %s becomes %s", (before, then) => {
  expect(applied(before, (selection) => toggleInline(selection, "**"))).toBe(then);
});

test.each([
  ["heading", "Title|", "## Title|"],
  ["heading", "## Title|", "Title|"],
  ["subheading", "## Ti|tle", "### Ti|tle"],
  ["bullets", "⟨one\ntwo⟩", "⟨- one\n- two⟩"],
  ["bullets", "⟨- one\n\n- two⟩", "⟨one\n\ntwo⟩"],
  ["numbers", "⟨- one\n- two⟩", "⟨1. one\n2. two⟩"],
  ["quote", "⟨- one\ntwo\n⟩three", "⟨> - one\n> two⟩\nthree"],
  ["bullets", "|", "- |"],
] as const)("%s: %j becomes %j", (mark, before, then) => {
  expect(applied(before, (selection) => toggleLines(selection, mark))).toBe(then);
});

test.each([
  ["see ⟨the guide⟩.", "see [the guide](⟨https://⟩)."],
  ["see |", "see [⟨text⟩](https://)"],
  ["⟨https://example.com⟩", "[⟨text⟩](https://example.com)"],
])("a link: %s becomes %s", (before, then) => expect(applied(before, makeLink)).toBe(then));

test("code is put between fences and taken out of them", () => {
  expect(applied("a\n⟨b\nc⟩\nd", toggleCodeBlock)).toBe("a\n```\n⟨b\nc⟩\n```\nd");
  expect(applied("⟨```\nb\n```⟩", toggleCodeBlock)).toBe("⟨b⟩");
});

test.each([
  ["- one|", "- one\n- |"],
  ["  9. nine|", "  9. nine\n  10. |"],
  ["> said|", "> said\n> |"],
  ["- one\n- |", "- one\n|"],
  ["plain|", undefined],
  ["- ⟨one⟩", undefined],
])("Enter after %j makes %j", (before, then) => expect(applied(before, continueLine)).toBe(then));

test("no edit touches what is outside the lines that are selected", () => {
  const edits = [
    (selection: Selected) => toggleInline(selection, "_"),
    (selection: Selected) => toggleLines(selection, "bullets"),
    (selection: Selected) => toggleLines(selection, "heading"),
    makeLink,
    toggleCodeBlock,
  ];
  const texts = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "*", "`", "- ", "# ", "> ") });
  fc.assert(
    fc.property(texts, fc.nat(60), fc.nat(60), fc.constantFrom(...edits), (text, a, b, edit) => {
      const [start = 0, end = 0] = [a, b].map((at) => at % (text.length + 1)).sort((x, y) => x - y);
      const before = { text, start, end };
      const made = edit(before);
      const then = after(before, made);
      const firstLine = text.lastIndexOf("\n", start - 1) + 1;
      expect(then.text.slice(0, Math.min(firstLine, made.from))).toBe(
        text.slice(0, Math.min(firstLine, made.from)),
      );
      const tail = text.indexOf("\n", Math.max(end, made.to));
      if (tail >= 0) expect(then.text.endsWith(text.slice(tail))).toBe(true);
      expect(then.start).toBeGreaterThanOrEqual(0);
      expect(then.end).toBeLessThanOrEqual(then.text.length);
      expect(then.start).toBeLessThanOrEqual(then.end);
    }),
  );
});
