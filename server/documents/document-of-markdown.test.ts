import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "#contract/document/read-document.ts";
import { renderMarkdown } from "#tests/support/render-markdown.ts";
import { markdownTexts } from "#tests/support/markdown-texts.ts";
import { documentHtml } from "./document-html.ts";
import { documentOfMarkdown } from "./document-of-markdown.ts";
import { documentText } from "#contract/document/document-text.ts";

/** What a reader sees: words, and where a block begins. */
const readAs = (html: string) =>
  html
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith("<pre>") ? part : part.replaceAll("\n", " ")))
    .join("")
    .replaceAll(/<span role="img"[^>]*>☐<\/span><div><p [^>]*>/g, "[ ] ")
    .replaceAll(/<span role="img"[^>]*>☑<\/span><div><p [^>]*>/g, "[x] ")
    .replaceAll(/<\/?(?:p|div|li|ul|ol|h\d|pre|blockquote|table|thead|tbody|tr|th|td|br|hr)\b[^>]*>/g, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");

/** Which marks, headings and cells it is made of. */
const madeOf = (html: string) =>
  [...html.matchAll(/<(h\d|strong|em|s|code|pre|blockquote|ul|ol|li|th|td|hr|a href="[^"]*")(?=[ >])/g)]
    .map(([, tag = ""]) => tag)
    .toSorted();

test("each of 51 short texts reads the same as a document as it did as Markdown", () => {
  expect(markdownTexts).toHaveLength(51);
  for (const text of markdownTexts) {
    const before = renderMarkdown(text);
    const document = documentOfMarkdown(text);
    expect(readDocument(document), text).toEqual({ document });
    const after = documentHtml(document, 4);
    expect(readAs(after), text).toBe(readAs(before));
    expect(madeOf(after), text).toEqual(madeOf(before));
  }
});

test("any Markdown becomes a document that is stored as it is, without losing a word", () => {
  const piece = fc.constantFrom(
    ..."# - * > ` ``` 1. [ ] [x] ( ) | | --- \n \n\n ** _ ~~ a bee https://example.com ![".split(" "),
    "\n",
    "\n\n",
    "    ",
    "- ",
    "> ",
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const document = documentOfMarkdown(pieces.join(""));
      expect(readDocument(document)).toEqual({ document });
    }),
    { numRuns: 1_000 },
  );
});

test("what is nested deeper than a document may be keeps its words", () => {
  for (const mark of ["> ", "- ", "1. ", "- > "]) {
    const markdown = Array.from({ length: 19 }, (_, depth) => `${mark.repeat(depth)}word${depth}`).join(
      "\n\n",
    );
    const document = documentOfMarkdown(markdown);
    expect(readDocument(document)).toEqual({ document });
    const shown = renderMarkdown(markdown).match(/word\d+/g);
    expect(documentText(document).match(/word\d+/g)).toEqual(shown);
  }
});
