import type { Block, Inline, Mark, Paragraph, RichDocument, TextNode } from "#contract/document/document.ts";

/** What would set `fired`, or fetch something from elsewhere, if any of it became more than words. */
const payloads = [
  "<script>fired=1</script>",
  '"><img src=//xss.invalid/a onerror=fired=1>',
  "' onmouseover='fired=1' x='",
  '" autofocus onfocus="fired=1" x="',
  "</p></div></section><svg onload=fired=1>",
  '<iframe srcdoc="<script>parent.fired=1</script>"></iframe>',
  "javascript:fired=1",
  "&lt;script&gt;fired=1&lt;/script&gt;&#60;img src=x onerror=fired=1&#62;",
  "<style>@import '//xss.invalid/a.css'</style><link rel=stylesheet href=//xss.invalid/b.css>",
  "<![CDATA[<script>fired=1</script>]]>--><!--><script>fired=1</script>",
  "<template><script>fired=1</script></template><noscript><img src=x onerror=fired=1></noscript>",
  "{{constructor.constructor('fired=1')()}} ${fired=1} <%= fired=1 %>",
  "\u202E\u2066<details open ontoggle=fired=1>\u2069",
  "<video src=//xss.invalid/v poster=//xss.invalid/p onloadstart=fired=1 autoplay></video>",
  "<math><mtext></table><mglyph><style></math><img src onerror=fired=1>",
] as const;

/** Addresses that a link may have, and that mean to be more than one. */
const addresses = [
  'https://odd.invalid/"><script>fired=1</script>',
  "https://odd.invalid/'onfocus='fired=1'autofocus='",
  "HTTPS://ODD.INVALID/#javascript:fired=1",
  "https://odd.invalid/?a=1&b=<svg/onload=fired=1>&lt;",
  "https://odd.invalid/\\..\\..\\javascript:fired=1",
  "https://[::1]/x",
  'mailto:odd@odd.invalid?body="><script>fired=1</script>',
  "tel:+1(2)3-4.5",
  '/u/x"onclick="fired=1"x="',
  "/%6aavascript:fired=1",
  "/u/<img/src=x/onerror=fired=1>",
  "/?q=javascript:fired=1",
] as const;

const allMarks: Mark[] = [
  { type: "link", attrs: { href: "https://odd.invalid/all" } },
  { type: "bold" },
  { type: "italic" },
  { type: "strike" },
  { type: "code" },
];
const words = (text: string, marks?: Mark[]): TextNode => ({ type: "text", text, ...(marks && { marks }) });
const paragraph = (...content: Inline[]): Paragraph => ({ type: "paragraph", content });
const cell = (text: string) => ({
  type: "tableCell" as const,
  attrs: { colspan: 20, rowspan: 100, colwidth: null },
  content: [paragraph(words(text))],
});
const tones = ["note", "tip", "warning"] as const;
const nested = (text: string, depth: number): Block =>
  depth === 0 ? paragraph(words(text)) : { type: "blockquote", content: [nested(text, depth - 1)] };

/** Each place of a text that holds words. */
const places: ((text: string) => Block)[] = [
  (text) => paragraph(words(text)),
  (text) => paragraph(words(text, allMarks), { type: "hardBreak" }, words(`\n${text}\t`)),
  (text) => ({ type: "heading", attrs: { level: 2 }, content: [words(text)] }),
  (text) => ({ type: "codeBlock", attrs: { language: "c++.#-" }, content: [words(`${text}\n\n${text}`)] }),
  (text) => nested(text, 10),
  (text) => ({
    type: "callout",
    attrs: { tone: tones[text.length % 3] ?? "note" },
    content: [paragraph(words(text))],
  }),
  (text) => ({
    type: "orderedList",
    attrs: { start: 999_999_999 },
    content: [{ type: "listItem", content: [paragraph(words(text))] }],
  }),
  (text) => ({
    type: "taskList",
    content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph(words(text))] }],
  }),
  (text) => ({ type: "table", content: [{ type: "tableRow", content: [cell(text), cell(text)] }] }),
  (text) => ({ type: "button", attrs: { label: text, href: "/u/demo" } }),
  (text) => ({ type: "video", attrs: { provider: "youtube", videoId: "dQw4w9WgXcQ", title: text } }),
];

const doc = (block: Block): RichDocument => ({ type: "doc", content: [block] });

/** More than 150 documents that are of the schema, and hold what no page may come to life by. */
export const oddDocuments: readonly RichDocument[] = [
  ...payloads.flatMap((text) => places.map((place) => doc(place(text)))),
  ...addresses.flatMap((href) => [
    doc(paragraph(words(`To ${href}`, [{ type: "link", attrs: { href } }]))),
    doc({ type: "button", attrs: { label: href, href } }),
  ]),
];

/** Likewise, of texts that hold pictures and videos of their creator's. */
export const oddMediaDocuments = (imageId: string, uploadId: string): RichDocument[] =>
  payloads.flatMap((text) => [
    doc({ type: "picture", attrs: { imageId, width: 8, height: 8, alt: text, caption: text } }),
    doc({ type: "videoFile", attrs: { uploadId, posterId: null, width: 10_000, height: 1, title: text } }),
  ]);
