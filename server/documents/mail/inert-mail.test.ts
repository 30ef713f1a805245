import fc from "fast-check";
import { expect, test } from "vitest";
import type { Inline, RichDocument } from "#contract/document/document.ts";
import { cartMailLimits, readDocument } from "#contract/document/read-document.ts";
import { linkIn } from "#tests/support/link-signs.ts";
import { compileMail, type MailRecipient } from "./compile-mail.ts";

const config = { publicUrl: new URL("https://stall.test"), plans: true };
const ours = {
  link: "https://stall.test/r/abc",
  page: "https://stall.test/unsubscribe#token=t",
  oneClick: "https://stall.test/api/unsubscribe/t",
  store: "https://stall.test/u/mia",
};
type Marks = NonNullable<Extract<Inline, { type: "text" }>["marks"]>;
type Mail = { content: Inline[]; subject: string; values: Partial<MailRecipient>; store: string };

async function shownOf({ content, subject, values, store }: Mail) {
  const typed: RichDocument = { type: "doc", content: [{ type: "paragraph", content }] };
  const read = readDocument(typed, cartMailLimits);
  if (!("document" in read)) throw new Error(read.problem);
  const { fill } = await compileMail(
    {
      subject,
      document: read.document,
      shown: {},
      seller: {
        name: store,
        handle: "mia",
        email: "mia@example.com",
        zone: "UTC",
        accent: null,
        portrait: null,
        isPlatform: false,
        isNameApproved: false,
        isWhiteLabel: false,
      },
      reason: "You began a purchase.",
      postalAddress: "Main St 1",
      isInert: true,
      hasTitle: true,
    },
    config,
  );
  const mail = fill({ ...values, link: ours.link, unsubscribe: ours });
  const body = mail.html
    .slice(mail.html.indexOf("<body"))
    .replaceAll(/<\/?(?:strong|em|s|code|a)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
  return [mail.subject, mail.text, body].map((part) =>
    Object.values(ours).reduce((rest, address) => rest.replaceAll(address, "†"), part),
  );
}

const text = (words: string, marks: Marks = []): Inline => ({ type: "text", text: words, marks });
const bold: Marks = [{ type: "bold" }];
const here: Marks = [{ type: "link", attrs: { href: "/u/mia" } }];

const lines: Record<string, Partial<Mail>> = {
  "parts of different looks": { content: [text("see evil."), text("com", bold)] },
  "a dot alone": { content: [text("evil"), text(".", bold), text("com")] },
  "a scheme": { content: [text("https:", bold), text("//evil")] },
  "words before a place that is filled in": { content: [text("evil.{product}")], values: { product: "com" } },
  "words before a place of another look": {
    content: [text("evil."), text("{product}", bold)],
    values: { product: "com" },
  },
  "words before a fallback": { content: [text("evil.{first_name|com}")] },
  "a fallback before words": { content: [text("{first_name|evil.}com")] },
  "a title before words": { content: [text("{product}com")], values: { product: "evil." } },
  "a title before a look": { content: [text("{product}"), text("com", here)], values: { product: "evil." } },
  "the store before words": { content: [text("{store}com")], store: "evil." },
  "an end of the store": { content: [text("{store}om")], store: "Evil.c" },
  "a blank that nobody sees": { content: [text("evil."), text("\uFEFF", bold), text("com")] },
  joiners: { content: [text("evil.\u200D"), text("\u200Dcom", bold)] },
  "a title": { subject: "evil.{product}", values: { product: "com" } },
  "a place that is cut in two": { content: [text("evil.{first_"), text("name|com}", bold)] },
};

test.each(Object.entries(lines))("no mail program makes a link of %s", async (_, line) => {
  const shown = await shownOf({
    content: [text("Hello")],
    subject: "Hi",
    values: {},
    store: "Mia Chen",
    ...line,
  });
  expect(shown.map(linkIn)).toEqual([undefined, undefined, undefined]);
});

test("what a creator writes is kept: no blank comes where nothing would be a link", async () => {
  const content = [
    text("Note:", bold),
    text(" {product}. It costs {price}, "),
    text("really.", bold),
    text(" By {store}."),
  ];
  const shown = await shownOf({
    content,
    subject: "{product}: still here.",
    values: { product: "Light etc.", price: "$1.50" },
    store: "Foo Inc.",
  });
  expect(shown[0]).toBe("Light etc.: still here.");
  for (const part of shown.slice(1))
    expect(part).toContain("Note: Light etc.. It costs $1.50, really. By Foo Inc..\n");
});

const pieces =
  "evil com www . . . 。 ． ｡ @ ＠ : : / // :// https {product} {product} {store} {first_name} {first_name|com} {code|evil.} {price} {link} { } | é 字".split(
    " ",
  );
const words = fc
  .array(fc.constantFrom(...pieces, " ", "\n", "\u00AD", "\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF"), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const nodes = fc.array(
  fc
    .tuple(words, fc.constantFrom<Marks>([], bold, here, [...bold, ...here]))
    .map(([said, marks]) => text(said, marks)),
  { maxLength: 6 },
);

test("whatever parts a line is put together of, no mail program makes a link of it", async () => {
  const name = fc.constantFrom("Mia", "evil.", "com", "evil.c", "evil:");
  await fc.assert(
    fc.asyncProperty(nodes, words, name, name, words, async (line, subject, store, first, product) => {
      const content = line.filter((node) => node.type !== "text" || node.text !== "");
      const values = { name: first, product, price: "$12.00", code: "COME10" };
      const shown = await shownOf({ content, subject, values, store });
      expect(shown.map(linkIn)).toEqual([undefined, undefined, undefined]);
    }),
    { numRuns: 500 },
  );
});
