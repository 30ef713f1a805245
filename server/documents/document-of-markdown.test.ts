import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "#contract/document/read-document.ts";
import { renderLessonText } from "#server/features/courses/lesson-text.ts";
import { documentHtml } from "./document-html.ts";
import { documentOfMarkdown } from "./document-of-markdown.ts";
import { documentText } from "#contract/document/document-text.ts";

/** What people write in Markdown, a short text each. */
const texts = [
  "Plain words.",
  "Two paragraphs.\n\nThe second.",
  "One line\nand the next of the same paragraph",
  "A hard break  \nby two blanks",
  "A hard break\\\nby a backslash",
  "# Title",
  "## Heading",
  "### Subheading",
  "#### Smaller\n\n##### Still smaller\n\n###### Smallest",
  "Underlined\n==========\n\nAnd less\n--------",
  "**bold** and __bold__",
  "*italic* and _italic_",
  "***both***",
  "~~gone~~",
  "`code` and ``a ` tick``",
  "**bold with `code` in it**",
  "snake_case_stays and 2*3*4",
  "- one\n- two\n- three",
  "* one\n\n* two, apart\n\n* three",
  "1. one\n2. two",
  "7. seven\n8. eight",
  "- one\n  - inner\n    - innermost\n- two",
  "1. one\n   - inner\n\n   A second paragraph of one.\n2. two",
  "- [ ] to do\n- [x] done",
  "- [ ] to do\n- no task",
  "- ```\n  code in a list\n  ```",
  "- # A heading in a list",
  "> Quoted",
  "> Quoted\n>\n> > and quoted in it\n\nAfter",
  "> - a list\n> - in a quote",
  "```js\nconst a = 1;\n\n  indented();\n```",
  "    code by indentation",
  "```\n<b>not bold</b>\n```",
  "[link](https://example.com/a?b=c&d=e)",
  "[**bold** link](https://example.com 'with a title')",
  "[by reference][here]\n\n[here]: https://example.com",
  "https://example.com/bare and www.example.com",
  "<https://example.com/angled> and <me@example.com>",
  "me@example.com",
  "[refused](javascript:alert(1))",
  "[nowhere]()",
  "![A chart](https://example.com/chart.png)",
  "![](https://example.com/bare.png)",
  "| Name | Price |\n| --- | ---: |\n| Book | **$12** |\n| Course | $90 |",
  "| A |\n| - |",
  "above\n\n---\n\nbelow",
  "\\# no heading, \\*no stars\\*",
  "# hash typed as plain words\n#hash without a blank",
  "&amp; &copy; &#9731; <script>alert(1)</script>",
  "Grüße, 日本語, 👩‍👩‍👧 and עברית",
  "Term -- dash... \"quotes\" 'too'",
];

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
  expect(texts).toHaveLength(51);
  for (const text of texts) {
    const before = renderLessonText(text);
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
    const shown = renderLessonText(markdown).match(/word\d+/g);
    expect(documentText(document).match(/word\d+/g)).toEqual(shown);
  }
});
