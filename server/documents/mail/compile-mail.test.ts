import { expect, test } from "vitest";
import type { Block, Inline, RichDocument } from "#contract/document/document.ts";
import { mailPlaceholderProblem } from "#contract/document/mail-placeholders.ts";
import { longTextLimits, readDocument } from "#contract/document/read-document.ts";
import { MailRichText } from "#contract/document/rich-text.ts";
import type { Picture } from "#contract/values.ts";
import type { Seller } from "#server/mail/layout/seller.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import { timesLonger } from "#tests/support/times-longer.ts";
import { compileMail, type MailRecipient, mostMailBytes, type WrittenMail } from "./compile-mail.ts";

const seller: Seller = {
  name: "Mia Chen",
  handle: "mia",
  email: "mia@example.com",
  zone: "UTC",
  accent: "#0f766e",
  portrait: null,
  isPlatform: false,
  isNameApproved: false,
  isWhiteLabel: false,
};
const config = { publicUrl: new URL("https://stall.test"), plans: true };
const productId = "11111111-1111-4111-8111-111111111111";
const imageId = "22222222-2222-4222-8222-222222222222";
const fileId = "33333333-3333-4333-8333-333333333333";
const picture: Picture = {
  src: "/images/p/800.jpeg",
  avif: "",
  webp: "",
  width: 800,
  height: 500,
  alt: "",
};
const shown = {
  pictures: new Map([[imageId, picture]]),
  products: new Map([
    [productId, { title: "Brush <set>", price: "$12.00", path: "/u/mia/brushes", cover: picture }],
  ]),
  files: new Map([[fileId, { name: "list.pdf", sizeBytes: 2_048, url: "https://stall.test/f/1" }]]),
};

const text = (words: string, ...marks: string[]): Inline => ({
  type: "text",
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type }) as { type: "bold" }) }),
});
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const link = (words: string, href: string): Inline => ({
  type: "text",
  text: words,
  marks: [{ type: "link", attrs: { href } }],
});
const doc = (...content: Block[]): RichDocument => ({ type: "doc", content });

const everything = doc(
  paragraph(text("Hi {first_name|friend}, you left {product} at {store}.")),
  { type: "heading", attrs: { level: 1 }, content: [text("A title")] },
  { type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("one", "bold"))] }] },
  {
    type: "orderedList",
    attrs: { start: 3 },
    content: [{ type: "listItem", content: [paragraph(text("three"))] }],
  },
  {
    type: "taskList",
    content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph(text("done"))] }],
  },
  { type: "blockquote", content: [paragraph(text("A quote"))] },
  { type: "callout", attrs: { tone: "tip" }, content: [paragraph(text("A tip"))] },
  { type: "codeBlock", attrs: { language: null }, content: [{ type: "text", text: "a  <b>" }] },
  {
    type: "table",
    content: [
      {
        type: "tableRow",
        content: [
          {
            type: "tableCell",
            attrs: { colspan: 1, rowspan: 1, colwidth: null },
            content: [{ type: "paragraph", content: [text("cell")] }],
          },
        ],
      },
    ],
  },
  { type: "horizontalRule" },
  { type: "picture", attrs: { imageId, width: 800, height: 500, alt: "A desk", caption: "Mine" } },
  { type: "button", attrs: { label: "Finish, {first_name}", href: "/{link}" } },
  { type: "video", attrs: { provider: "youtube", videoId: "abcdefghijk", title: "" } },
  { type: "product", attrs: { productId } },
  { type: "attachment", attrs: { fileId } },
  paragraph(text("{code}")),
  paragraph(text("Use {code} soon.")),
  paragraph(link("the store", "/u/mia"), text(" and "), link("elsewhere", "https://example.org/?a=1&b=2")),
);

const written = (more: Partial<WrittenMail> = {}): WrittenMail => ({
  subject: "{first_name}, still there?",
  document: everything,
  shown,
  seller,
  reason: "You get this mail because you began a purchase at Mia Chen.",
  postalAddress: "Mia Chen\nMain St 1 <b>",
  ...more,
});
const recipient = (more: Partial<MailRecipient> = {}): MailRecipient => ({
  name: "Ana Ruiz",
  product: "Brushes",
  code: "COME10",
  link: "https://stall.test/r/abc",
  unsubscribe: {
    page: "https://stall.test/unsubscribe#token=t",
    oneClick: "https://stall.test/api/unsubscribe/t",
  },
  ...more,
});
const mailTo = async (more?: Partial<MailRecipient>, of?: Partial<WrittenMail>) =>
  (await compileMail(written(of), config)).fill(recipient(more));

test("every kind of block stands in the mail, in both parts, with whole addresses", async () => {
  const { html, text: plain, subject, headers } = await mailTo();
  expect(subject).toBe("Ana, still there?");
  for (const words of [
    "Hi Ana, you left Brushes at Mia Chen.",
    "A title",
    "one",
    "three",
    "done",
    "A quote",
    "A tip",
    "cell",
    "A desk",
    "Finish, Ana",
    "Watch the video",
    "COME10",
    "Use COME10 soon.",
    "list.pdf",
  ]) {
    expect(html).toContain(words);
    if (words !== "A desk") expect(plain).toContain(words);
  }
  expect(html).toContain("a  &lt;b&gt;");
  expect(html).toContain("Brush &lt;set&gt;");
  expect(html).toContain("Main St 1 &lt;b&gt;");
  expect(plain).toContain("Brush <set> ($12.00): https://stall.test/u/mia/brushes");
  expect(plain).toContain(
    "the store (https://stall.test/u/mia) and elsewhere (https://example.org/?a=1&b=2)",
  );
  expect(plain).toContain("Finish, Ana: https://stall.test/r/abc");
  expect(plain).toContain("3. three");
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to);
  expect(addresses.every((to) => to?.startsWith("https://"))).toBe(true);
  expect(addresses).toContain("https://stall.test/r/abc");
  expect(addresses).toContain("https://stall.test/unsubscribe#token=t");
  expect(headers).toMatchObject({
    "List-Unsubscribe": "<https://stall.test/api/unsubscribe/t>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": "<mia.lists.stall.test>",
  });
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).toContain("mso-padding-alt");
  expect(html).not.toMatch(/\p{Cc}(?<![\n\t])/u);
  expect(plain).not.toMatch(/\p{Cc}(?<![\n\t])/u);
  expect(Buffer.byteLength(html)).toBeLessThan(mostMailBytes);
});

test("a placeholder of which nothing is known says its fallback, and the words of a code are left out", async () => {
  const mail = await mailTo({ name: null, product: null, code: null, link: null });
  expect(mail.subject).toBe("there, still there?");
  expect(mail.text).toContain("Hi friend, you left what you chose at Mia Chen.");
  expect(mail.text).toContain("Finish, there: https://stall.test/u/mia");
  expect(mail.html).not.toContain("Use ");
  expect(mail.text).not.toContain("Use ");
  expect(mail.text).not.toMatch(/\n{3}/);
  expect(mail.html).not.toContain("letter-spacing:0.08em");
});

const hostile = [
  "<img src=x onerror=alert(1)>",
  '"><script>alert(1)</script>',
  "https://evil.example/x",
  "PayPal.com",
  "mail@evil.example",
  "{link}",
  "x\r\nBcc: all@example.com",
  "\u00013\u0002",
  "$& $1 $`",
];

test.each(hostile)("who is called %j changes nothing of a mail but their own words", async (name) => {
  const { html, text: plain, subject } = await mailTo({ name, product: name, code: name });
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<img src=x");
  for (const part of [html, plain, subject]) {
    expect(part).not.toContain("evil.example");
    expect(part).not.toContain("PayPal.com");
    expect(part).not.toContain("{link}x");
  }
  expect(subject).toMatch(/^(there|x), still there\?$/);
  const count = (given: string) => given.match(/<a /g)?.length;
  expect(count(html)).toBe(count((await mailTo()).html));
});

test("what stands in the text of a creator is no HTML either", async () => {
  const { html } = await mailTo(
    {},
    { document: doc(paragraph(text('<b onclick="x">{first_name|<i>}</b>'))), subject: "<s>" },
  );
  expect(html).toContain("&lt;b onclick=&quot;x&quot;&gt;Ana&lt;/b&gt;");
  expect(html).not.toContain("<s>");
});

test("a product that is off sale, and a picture that is gone, leave nothing behind", async () => {
  const { html, text: plain } = await mailTo({}, { shown: {} });
  expect(html).not.toContain("brushes");
  expect(html).not.toContain("<img");
  expect(plain).not.toContain("list.pdf");
});

test("an unknown placeholder is named", () => {
  expect(mailPlaceholderProblem("Hi {Surname}")).toContain("{Surname}");
  expect(mailPlaceholderProblem(everything)).toBeUndefined();
  expect(mailPlaceholderProblem("{ 1 }, {code|x}, {{First name}}")).toBeUndefined();
});

test("a text of which a mail would be cut is refused", async () => {
  const long = doc(...Array.from({ length: 900 }, () => paragraph(text("word ".repeat(20)))));
  await expect(compileMail(written({ document: long }), config)).rejects.toThrow(MailRefused);
});

test("what the editor stores is what is read here", () => {
  expect(readDocument(everything, longTextLimits)).toEqual({ document: everything });
});

test("a further recipient costs a hundredth of what the mail itself costs, at most", async () => {
  const people = Array.from({ length: 2_000 }, (_, n) => recipient({ name: `Ana${"a".repeat(n % 9)} Ruiz` }));
  const shares: number[] = [];
  for (let round = 0; round < 5; round++) {
    let { fill } = await compileMail(written(), config);
    const compile = async () => void ({ fill } = await compileMail(written(), config));
    shares.push((await timesLonger(() => people.forEach(fill), compile)) / people.length);
  }
  expect(Math.min(...shares)).toBeLessThan(0.01);
});

test("a mail's text that is stored holds placeholders of the list alone, and no picture", () => {
  const stored = MailRichText.safeParse(doc(paragraph(text("Hi {first_name}, use {code} at {link}"))));
  expect(stored.success).toBe(true);
  const unknown = MailRichText.safeParse(doc(paragraph(text("Hi {surname}"))));
  expect(unknown.error?.issues[0]?.message).toContain("{surname} is not known here");
  expect(MailRichText.safeParse(everything).success).toBe(false);
});
