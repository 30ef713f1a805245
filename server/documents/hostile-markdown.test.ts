import fc from "fast-check";
import { expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { documentHtml } from "./document-html.ts";
import { documentOfMarkdown } from "./document-of-markdown.ts";

const render = (markdown: string) => documentHtml(documentOfMarkdown(markdown), 4);

const attacks = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<style>*{display:none}</style>",
  "<a href=javascript:alert(1)>x</a>",
  "<!--><script>alert(1)</script>-->",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](&#x6A;avascript:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:msgbox(1))",
  "[x](/api/logout)",
  "[x](//evil.example.com)",
  "![x](javascript:alert(1))",
  "![x](https://evil.example.com/pixel.gif)",
  '![" onerror="alert(1)](https://example.com/a.png)',
  '[x](https://example.com/"onmouseover="alert(1))',
  '[x](https://example.com "title\\" onclick=\\"alert(1)")',
  "[x]: javascript:alert(1)\n\n[x]",
  '<https://example.com/"onclick=alert(1)>',
  "<javascript:alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  '```x"onclick="alert(1)\ny\n```',
  "`<script>alert(1)</script>`",
  "# <img src=x onerror=alert(1)>",
  "> <script>alert(1)</script>",
  "1. <details open ontoggle=alert(1)>",
];

const tags = "div|span|p|br|hr|h[4-6]|ul|ol|li|em|strong|s|code|pre|blockquote|a|table|thead|tbody|tr|th|td";
const attributes = '(?: (?:href|target|rel|class|start|style|dir|role|aria-label)="[^"<>]*")*';
const harmless = new RegExp(`^(?:[^<]|</?(?:${tags})${attributes}\\s*/?>)*$`);

test("markup and script addresses in Markdown stay text", () => {
  for (const attack of attacks) expectHarmless(render(attack), attack);
});

test("no mixture of them becomes markup", () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom(
      "[",
      "](",
      ")",
      "<",
      ">",
      '"',
      "'",
      "`",
      "\n",
      "\n\n",
      "|",
      "-",
      "*",
      "&lt;",
      "&#60;",
      "\\",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const markdown = pieces.join("");
      expectHarmless(render(markdown), markdown);
    }),
    { numRuns: 500 },
  );
});

test("ordinary Markdown is rendered, below the page's own headings", () => {
  const html = render("# One\n\n## Two\n\n#### Four\n\n1. **bold**\n2. [link](https://example.com)");
  expect(html).toContain('<h4 dir="auto">One</h4>');
  expect(html).toContain('<h4 dir="auto">Two</h4>');
  expect(html).toContain('<h6 dir="auto">Four</h6>');
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow ugc">link</a>',
  );
});

test("a picture of another site becomes a link to it", () => {
  const html = render("![A chart](https://example.com/chart.png)");
  expect(html).not.toContain("<img");
  expect(html).toContain('href="https://example.com/chart.png"');
  expect(html).toContain(">A chart</a>");
});

test("a link or a picture that leads nowhere is text", () => {
  expect(render("[text]() and ![picture]()")).toBe('<p dir="auto">text and picture</p>');
});

test("deep nesting takes little of the processor's time", async () => {
  for (const text of ["> ".repeat(5_000), "- ".repeat(5_000), "[".repeat(20_000), "*a_ ".repeat(10_000)])
    expect(await processorMs(() => render(text))).toBeLessThan(1_000);
});

function expectHarmless(html: string, source: string) {
  expect(html, source).toMatch(harmless);
  for (const [, address = ""] of html.matchAll(/href="([^"]*)"/g))
    expect(address, source).toMatch(/^(https?:\/\/|mailto:)/i);
}
