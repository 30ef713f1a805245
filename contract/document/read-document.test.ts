import { expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { OutsideUrl } from "#contract/values.ts";
import { documentText } from "./document-text.ts";
import { linkAddress, typedAddress } from "./link-address.ts";
import { longTextLimits, readDocument } from "./read-document.ts";

const doc = (...content: unknown[]) => ({ type: "doc", content });
const text = (text: string, ...marks: unknown[]) => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const link = (href: unknown) => ({ type: "link", attrs: { href } });
const script = "<script>alert(1)</script>";
const parsed = (json: string) => JSON.parse(json) as unknown;
const nested = (type: string, depth: number): unknown =>
  parsed(`${`{"type":"${type}","content":[`.repeat(depth)}${"]}".repeat(depth)}`);

const badAddresses: unknown[] = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "java\0script:alert(1)",
  "\u0001javascript:alert(1)",
  "\u00a0javascript:alert(1)",
  "\ufeffjavascript:alert(1)",
  "java\u200bscript:alert(1)",
  "java\u00adscript:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "javascript&colon;alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:msgbox(1)",
  "blob:https://example.com/x",
  "file:///etc/passwd",
  "ftp://example.com",
  "sms:+123",
  "callto:x",
  "cid:x",
  "xmpp:x@example.com",
  "view-source:https://example.com",
  "feed:javascript:alert(1)",
  "//evil.example.com",
  "/\\evil.example.com",
  "/\t/evil.example.com",
  "\\\\evil.example.com",
  "https:evil.example.com",
  "https:/evil.example.com",
  "https:///evil.example.com",
  "https://",
  "http://",
  "https://user@evil.example.com",
  "https://example.com:password@evil.example.com",
  "https://@evil.example.com",
  "https://exa mple.com:99999/",
  "/api/logout",
  "/api",
  "/x/../api/logout",
  "/%2e%2e/api/logout",
  "/API/logout",
  "/dev/mailbox",
  "mailto:",
  "mailto:nobody",
  "mailto:a@example.com,b@example.com:x",
  "tel:javascript",
  "example.com",
  "#fragment",
  "?query",
  "",
  " ",
  `https://example.com/${"a".repeat(2_001)}`,
  1,
  null,
  true,
  [],
  ["https://example.com"],
  {},
  { toString: "https://example.com" },
];

const badTypes: unknown[] =
  "script iframe html rawHtml image img style link object embed svg math constructor __proto__ prototype toString hasOwnProperty valueOf doc Paragraph text listItem tableRow tableCell taskItem"
    .split(" ")
    .concat("", "paragraph ", "paragraph\0");
const badNodes = [...badTypes, null, undefined, 0, 1, true, [], ["paragraph"], {}, { type: "paragraph" }].map(
  (type) => ({ type, attrs: { src: "x", onerror: "alert(1)" }, content: [text(script)] }),
);

const badDocuments: unknown[] = [
  ...badAddresses.map((href) => doc(paragraph(text("x", link(href))))),
  ...badNodes.map((node) => doc(node)),
  // Unknown fields, whatever they are called.
  ...[
    "onclick",
    "style",
    "class",
    "html",
    "innerHTML",
    "outerHTML",
    "id",
    "toJSON",
    "constructor",
    "prototype",
  ].map((name) => doc({ ...paragraph(text("x")), [name]: "alert(1)" })),
  parsed('{"type":"doc","content":[{"type":"paragraph","__proto__":{"type":"script"}}]}'),
  parsed('{"type":"doc","__proto__":{"isAdmin":true},"content":[{"type":"paragraph"}]}'),
  parsed('{"type":"doc","content":[{"type":"heading","attrs":{"level":1,"__proto__":{"x":1}}}]}'),
  parsed('{"type":"doc","content":[{"type":"heading","attrs":{"constructor":{"prototype":{"x":1}}}}]}'),
  // Attributes that are not of the node, or not of its kind.
  ...["onclick", "style", "class", "src", "href", "srcdoc", 'x" onmouseover="alert(1)', "__proto__x"].map(
    (name) => doc({ ...paragraph(text("x")), attrs: { [name]: "javascript:alert(1)" } }),
  ),
  ...[0, 4, 7, -1, 1.5, "1", '1 onclick="x"', null, [1], { valueOf: 1 }, true].map((level) =>
    doc({ type: "heading", attrs: { level }, content: [text("x")] }),
  ),
  ...["danger", 'note" onclick="alert(1)', null, ["note"], 1].map((tone) =>
    doc({ type: "callout", attrs: { tone }, content: [paragraph()] }),
  ),
  ...["js onload=x", 'x"onclick="alert(1)', "a".repeat(41), "", 1, ["js"]].map((language) =>
    doc({ type: "codeBlock", attrs: { language }, content: [] }),
  ),
  ...[-1, 1.5, "1", 1e12, '1" onclick="x"'].map((start) =>
    doc({ type: "orderedList", attrs: { start }, content: [{ type: "listItem", content: [paragraph()] }] }),
  ),
  ...[0, 21, 1e9, "2", '1" onclick="x"', [100]].map((colspan) =>
    doc({
      type: "table",
      content: [
        { type: "tableRow", content: [{ type: "tableCell", attrs: { colspan }, content: [paragraph()] }] },
      ],
    }),
  ),
  ...["yes", 1, null, [true]].map((checked) =>
    doc({ type: "taskList", content: [{ type: "taskItem", attrs: { checked }, content: [paragraph()] }] }),
  ),
  // Marks.
  ...["script", "constructor", "__proto__", "textStyle", "highlight", "toString", "", null, 1].map((type) =>
    doc(paragraph(text("x", { type, attrs: { style: "x" } }))),
  ),
  doc(paragraph(text("x", { type: "bold", attrs: { onclick: "alert(1)" } }))),
  doc(paragraph(text("x", { type: "bold" }, { type: "bold" }))),
  doc(paragraph(text("x", { type: "bold", extra: 1 }))),
  doc(paragraph(text("x", { type: "link" }))),
  doc(paragraph(text("x", { type: "link", attrs: { href: "https://example.com", target: "_self" } }))),
  doc(paragraph({ type: "text", text: "x", marks: "bold" })),
  doc(paragraph({ type: "text", text: "x", marks: { length: 1, 0: { type: "bold" } } })),
  doc({ type: "paragraph", marks: [{ type: "bold" }], content: [text("x")] }),
  doc({ type: "codeBlock", attrs: {}, content: [text("x", { type: "bold" })] }),
  // What stands where it may not.
  doc(),
  doc(text("bare")),
  doc(paragraph(paragraph(text("x")))),
  doc(paragraph(doc(paragraph()))),
  doc({ type: "bulletList", content: [paragraph()] }),
  doc({ type: "bulletList", content: [] }),
  doc({ type: "table", content: [paragraph()] }),
  doc({ type: "codeBlock", attrs: {}, content: [{ type: "hardBreak" }] }),
  doc({ type: "horizontalRule", content: [paragraph(text(script))] }),
  doc(paragraph({ type: "hardBreak", content: [text(script)] })),
  doc(paragraph({ type: "text", text: "x", content: [paragraph(text(script))] })),
  // Texts that are none.
  ...(["", null, 1, true, [], {}, [script], { toString: script }] as unknown[]).map((value) =>
    doc(paragraph({ type: "text", text: value })),
  ),
  doc({ type: "paragraph", text: script }),
  doc({ type: "paragraph", content: { length: 1, 0: text("x") } }),
  doc({ type: "paragraph", content: "x" }),
  doc({ type: "paragraph", attrs: [], content: [text("x")] }),
  doc({ type: "paragraph", attrs: "x", content: [text("x")] }),
  // No documents at all, and too much of one.
  undefined,
  null,
  0,
  "",
  script,
  true,
  [],
  [doc(paragraph())],
  {},
  { content: [paragraph()] },
  { type: "doc" },
  paragraph(text("x")),
  { type: "doc", content: "x" },
  { type: "doc", content: [null] },
  nested("blockquote", 1_000),
  doc(nested("blockquote", 13)),
  doc(nested("blockquote", 1_000)),
  doc(nested("blockquote", 5_000)),
  doc(...Array.from({ length: 5_001 }, () => paragraph())),
  doc({
    type: "bulletList",
    content: Array.from({ length: 2_600 }, () => ({ type: "listItem", content: [paragraph()] })),
  }),
  doc(paragraph(text("x".repeat(5_000_000)))),
  doc(paragraph(text("é".repeat(100_001)))),
  doc(...Array.from({ length: 60 }, () => paragraph(text("x".repeat(2_000))))),
  doc(
    paragraph(
      ...Array.from({ length: 2_400 }, () => text("x", link(`https://example.com/${"a".repeat(90)}`))),
    ),
  ),
];

test("of at least 150 hostile documents none is taken, and each is refused with little work", async () => {
  expect(badDocuments.length).toBeGreaterThanOrEqual(150);
  for (const [index, document] of badDocuments.entries()) {
    expect(readDocument(document), `document ${index}`).toEqual({ problem: expect.any(String) });
    expect(await processorMs(() => readDocument(document)), `document ${index}`).toBeLessThan(500);
  }
  expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
});

test("what is taken is built anew, in one form", () => {
  const given = doc(
    {
      type: "heading",
      attrs: { level: 2 },
      content: [text("a\0b\u0007\ud800", { type: "code" }, { type: "bold" })],
    },
    { type: "paragraph" },
    paragraph(
      { type: "hardBreak", marks: [{ type: "bold" }] },
      text("\u0000"),
      text("x", link("HTTPS://example.com/\u200b")),
    ),
    { type: "codeBlock", content: [text("a\n\tb")] },
  );
  const read = readDocument(given);
  expect(read).toEqual({
    document: doc(
      {
        type: "heading",
        attrs: { level: 2 },
        content: [text("ab\ufffd", { type: "bold" }, { type: "code" })],
      },
      { type: "paragraph", content: [] },
      paragraph({ type: "hardBreak" }, text("x", link("HTTPS://example.com/"))),
      { type: "codeBlock", attrs: { language: null }, content: [text("a\n\tb")] },
    ),
  });
  expect("document" in read && readDocument(read.document)).toEqual(read);
});

test("words that look like markup are words, in every place that takes words", () => {
  const words = `${script}"'><img src=x onerror=alert(1)> &lt;`;
  const cell = { attrs: { colspan: 1, rowspan: 1, colwidth: null }, content: [paragraph(text(words))] };
  const given = doc(
    ...[paragraph, (...content: unknown[]) => ({ type: "heading", attrs: { level: 1 }, content })].map(
      (make) =>
        make(text(words), text(words, { type: "bold" }, link(`https://example.com/"onmouseover="alert(1)`))),
    ),
    { type: "codeBlock", attrs: { language: "html" }, content: [text(words)] },
    { type: "callout", attrs: { tone: "tip" }, content: [paragraph(text(words))] },
    {
      type: "taskList",
      content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph(text(words))] }],
    },
    {
      type: "table",
      content: [
        {
          type: "tableRow",
          content: [
            { type: "tableHeader", ...cell },
            { type: "tableCell", ...cell },
          ],
        },
      ],
    },
  );
  const read = readDocument(given);
  if (!("document" in read)) throw new Error(read.problem);
  const html = documentHtml(read.document, 2);
  const tags = "p|h2|a|strong|pre|code|aside|ul|li|span|div|table|tbody|tr|th|td";
  expect(html).toMatch(
    new RegExp(
      `^(?:[^<]|</?(?:${tags})(?: (?:dir|href|target|rel|class|data-tone|role|aria-label)="[^"<>]*")*>)*$`,
    ),
  );
  expect(html).not.toMatch(/ on\w+="/);
  expect(documentText(read.document)).toContain(words);
});

test("links lead to pages, mails and telephones", () => {
  for (const address of [
    "https://example.com",
    "http://example.com/a?b=c#d",
    "HTTPS://EXAMPLE.COM/",
    "https://münchen.example/ä",
    "mailto:me@example.com",
    "mailto:me@example.com?subject=Hi",
    "tel:+49(30)123-45",
    "/u/demo",
    "/u/demo/book?aff=x#reviews",
    "/apiary",
  ])
    expect(linkAddress(address), address).toBe(address);
  expect(linkAddress(" https://exam\u00adple.com/a b ")).toBe("https://example.com/a%20b");
});

const imageId = "6f2b3a1e-0000-4000-8000-000000000001";
const picture = (attrs: object = {}) => ({
  type: "picture",
  attrs: { imageId, width: 640, height: 360, alt: null, caption: "", ...attrs },
});

test("pictures stand in texts that may hold them, by an id and nothing else", () => {
  const said = picture({ alt: '"><script>alert(1)</script>', caption: "\0a\u2028b\ud800" });
  expect(readDocument(doc(picture()), longTextLimits)).toEqual({ document: doc(picture()) });
  expect(readDocument(doc(said), longTextLimits)).toMatchObject({
    document: { content: [{ attrs: { alt: '"><script>alert(1)</script>', caption: " a b\ufffd" } }] },
  });
  const bad: unknown[] = [
    {},
    { ...picture(), attrs: undefined },
    { type: "picture", attrs: { width: 1, height: 1 } },
    ...[
      "",
      "x",
      `${imageId}/../x`,
      `${imageId}" onerror="alert(1)`,
      imageId.toUpperCase(),
      null,
      1,
      [imageId],
    ].map((imageId) => picture({ imageId })),
    ...["src", "srcset", "onerror", "href", "style", "title", "constructor"].map((name) =>
      picture({ [name]: "javascript:alert(1)" }),
    ),
    ...[0, -1, 1.5, "640", 10_001, 1e9, null, '1" onload="x'].map((width) => picture({ width })),
    ...[0, 20_001, "1", {}].map((height) => picture({ height })),
    ...["x".repeat(501), 1, [], {}, true].map((alt) => picture({ alt })),
    ...["x".repeat(501), null, 1, []].map((caption) => picture({ caption })),
    { ...picture(), content: [paragraph(text(script))] },
    { ...picture(), text: "x" },
    { ...picture(), marks: [{ type: "bold" }] },
    paragraph(picture()),
    { type: "heading", attrs: { level: 1 }, content: [picture()] },
    { type: "bulletList", content: [picture()] },
  ];
  for (const node of bad)
    expect(readDocument(doc(node), longTextLimits), JSON.stringify(node)).toHaveProperty("problem");
  expect(readDocument(doc(...Array.from({ length: 101 }, () => picture())), longTextLimits)).toEqual({
    problem: "Use at most 100 pictures in a text",
  });
  // A description has none.
  expect(readDocument(doc(picture()))).toHaveProperty("problem");
});

test("a picture is shown by the addresses that it is given, its words escaped; one that is not there is left out", () => {
  const read = readDocument(
    doc(paragraph(text("a")), picture({ alt: '"><b>', caption: "<i>x" })),
    longTextLimits,
  );
  if (!("document" in read)) throw new Error(read.problem);
  const shown = { src: "/p/1.jpeg", avif: "/p/1.avif 1w", webp: "", width: 640, height: 360, alt: "" };
  expect(documentHtml(read.document, 4, { pictures: new Map([[imageId, shown]]) })).toBe(
    '<p dir="auto">a</p><figure><picture><source type="image/avif" srcset="/p/1.avif 1w" sizes="(min-width: 50rem) 44rem, 92vw"><img src="/p/1.jpeg" alt="&quot;&gt;&lt;b&gt;" width="640" height="360" loading="lazy" decoding="async"></picture><figcaption dir="auto">&lt;i&gt;x</figcaption></figure>',
  );
  expect(documentHtml(read.document, 4)).toBe('<p dir="auto">a</p>');
  expect(documentText(read.document)).toBe("a\n\n<i>x");
});

test("encodes the spaces of a typed link", () => {
  for (const [typed, address] of [
    ["https://example.com/My Brochure 2026.pdf", "https://example.com/My%20Brochure%202026.pdf"],
    [
      "example.com/My\u00a0Brochure.pdf?for=you two#page 3",
      "https://example.com/My%20Brochure.pdf?for=you%20two#page%203",
    ],
    ["https://example.com/My%20Brochure 2026.pdf", "https://example.com/My%20Brochure%202026.pdf"],
    [
      "mailto: me@example.com?subject=Question about it",
      "mailto:me@example.com?subject=Question%20about%20it",
    ],
    ["tel:+49 30 123 45", "tel:+493012345"],
    ["/u/demo?q=my book", "/u/demo?q=my%20book"],
    ["  https:// example.com/a\n", "https://example.com/a"],
    ["me@example.com", "mailto:me@example.com"],
  ] as const) {
    expect(typedAddress(typed), typed).toBe(address);
    expect(linkAddress(address), address).toBe(address);
  }
  for (const words of [
    "My Brochure 2026.pdf",
    "https://exa mple.com",
    "see example.com",
    "java script:alert.1",
  ])
    expect(typedAddress(words), words).toBeUndefined();
});

test("encodes the spaces of an outside address", () => {
  expect(OutsideUrl.parse(" https://example.com/My Brochure 2026.pdf ")).toBe(
    "https://example.com/My%20Brochure%202026.pdf",
  );
});
