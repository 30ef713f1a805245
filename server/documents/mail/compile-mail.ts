import { createElement as h } from "react";
import { documentText } from "#contract/document/document-text.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { linkAddress } from "#contract/document/link-address.ts";
import { mailLinkPath, mailWords } from "#contract/document/mail-placeholders.ts";
import type { Config } from "#server/config.ts";
import type { Shown } from "#server/documents/document-html.ts";
import { escapeHtml } from "#server/documents/escape-html.ts";
import { firstNameOf } from "#server/mail/first-name.ts";
import { beginsOpen, inertHeader, inertPart, inertText, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { textLink } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller } from "#server/mail/layout/seller.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { anchor, mailHtml } from "./mail-blocks.ts";
import { mailText } from "./mail-text.ts";
import { fillTemplate, Slots, type SlotValues, type Template } from "./slots.ts";

/** Mail programs cut what is longer: Gmail at 102 kB. */
export const mostMailBytes = 90_000;

/** A mail that a creator wrote, the same for all its recipients. */
export type WrittenMail = {
  subject: string;
  document: RichDocument;
  /** What the document names, as it is now. */
  shown: Shown;
  seller: Seller;
  /** Why this mail comes, as its small print says it. */
  reason: string;
  /** Of the creator, in lines. */
  postalAddress: string | null;
  /**
   * Gives the address that stands in the place of one that a link or a button leads to, so that it is known who came by it:
   * the recipient's `mark` follows it. Undefined for one that stays.
   */
  trackedAddress?: (address: string) => string | undefined;
  /** For mails to addresses that have proven nothing: no word of it becomes a link or an address in a mail program. */
  isInert?: boolean;
  /** Whether the subject stands above the text, too. */
  hasTitle?: boolean;
  /** Of the link that ends such mails. */
  stopWords?: string;
};

/** What is other for each recipient. Names and titles may be anybody's words. */
export type MailRecipient = {
  /** As it was typed; what is no name is left out. */
  name?: string | null;
  product?: string | null;
  price?: string | null;
  code?: string | null;
  /** Where the mail leads, a whole address of ours; without it, to the store. */
  link?: string | null;
  /** What follows a tracked address: letters, digits, `-` and `_`. */
  mark?: string;
  /** The page where mails are ended, and the address that ends them by one POST (RFC 8058). */
  unsubscribe: { page: string; oneClick: string };
};

/** Written once, filled in for each recipient. */
export type CompiledMail = {
  fill(recipient: MailRecipient): RenderedMail;
  /** How many bytes of HTML it is about. */
  bytes: number;
};

/** Throws `MailRefused` for one that mail programs would cut. */
export async function compileMail(
  {
    subject,
    document,
    shown,
    seller,
    reason,
    postalAddress,
    trackedAddress,
    isInert = false,
    hasTitle = false,
    stopWords = "Unsubscribe",
  }: WrittenMail,
  config: Pick<Config, "publicUrl" | "plans">,
): Promise<CompiledMail> {
  const { publicUrl } = config;
  const { creator, masthead, from } = onBehalfOf(seller, config);
  const store = new URL(`/u/${seller.handle}`, publicUrl).href;
  const slots = new Slots();
  const link = () => slots.mark({ name: "link", fallback: store });
  const words = (text: string, next = "", write = (part: string) => part, linkWords: () => string = link) =>
    mailWords(text)
      .map((part, index, parts) => {
        const after = parts[index + 1] ?? next;
        // What braces stand for may be filled in here, or where the parts are read as one.
        const isOpen = isInert && (typeof after !== "string" || after.startsWith("{") || beginsOpen(after));
        const plain = (said: string) => (isInert ? inertPart(said, isOpen) : said);
        if (typeof part === "string") return write(plain(part));
        if (part.name === "link") return linkWords();
        const fallback = part.name === "store" ? creator : part.fallback;
        return slots.mark({ name: part.name, fallback: plain(fallback), isOpen });
      })
      .join("");
  const source = (href: string): string | undefined => {
    const to = linkAddress(href);
    return to?.startsWith("/") ? new URL(to, publicUrl).href : to;
  };
  const address = (href: string): string | undefined => {
    if (href === mailLinkPath) return link();
    const to = source(href);
    const tracked = to === undefined ? undefined : trackedAddress?.(to);
    return tracked === undefined ? to : tracked + slots.mark({ name: "mark", fallback: "" });
  };
  const stop = slots.mark({ name: "unsubscribe", fallback: store });
  const addressLines = inertText(postalAddress ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "");

  const body = mailHtml(document, {
    ...shown,
    colors: masthead.colors,
    slots,
    words: (text, next) => words(text, next, escapeHtml, () => anchor(link(), link(), masthead.colors)),
    address(href) {
      const to = address(href);
      return to === undefined ? undefined : escapeHtml(to);
    },
    source(href) {
      const from = source(href);
      return from === undefined ? undefined : escapeHtml(from);
    },
  });
  const page = await mailPage({
    preview: words(previewOf(document)),
    masthead,
    title: words(subject),
    isLetter: !hasTitle,
    children: [bodyMark],
    footer: [
      reason,
      ...addressLines.map((line, index) => [h("br", { key: `${index} break` }), line]),
      h("br", { key: "stop break" }),
      textLink(stop, stopWords),
    ],
  });
  const html = slots.cut(page.replace(bodyMark, () => body));
  const text = slots.cut(
    [
      mailText(document, { ...shown, slots, words, address }),
      "",
      "--",
      reason,
      ...addressLines,
      `${stopWords}: ${stop}`,
    ].join("\n"),
  );
  const subjectWords = slots.cut(words(subject));
  const bytes = Buffer.byteLength(fillTemplate(html, { code: "x" })) + html.filter(isSlot).length * 80;
  if (bytes > mostMailBytes) throw new MailRefused("The mail is longer than mail programs show");

  const fill = (recipient: MailRecipient): RenderedMail => {
    const values = valuesOf(recipient);
    return {
      ...from,
      subject:
        singleLine(inertHeader(fillTemplate(subjectWords, values))) || singleLine(inertHeader(creator)),
      ...(from.fromName !== undefined && { fromName: inertHeader(from.fromName) }),
      headers: {
        "List-Unsubscribe": `<${recipient.unsubscribe.oneClick}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": listId(seller.handle, publicUrl),
      },
      html: fillTemplate(html, values, escapeHtml),
      text: fillTemplate(text, values),
    };
  };
  return { fill, bytes };
}

/** No text holds it: control characters are taken out of what is read from outside. */
const bodyMark = "\u0005";

const isSlot = (part: Template[number]) => typeof part === "object";

/** A creator's mails as mail programs tell them from others'. */
const listId = (handle: string, { hostname }: URL) => `<${handle.replaceAll("_", "-")}.lists.${hostname}>`;

const previewLength = 110;

/** What inboxes show after the subject: the first words, without a placeholder that was cut in two. */
const previewOf = (document: RichDocument): string =>
  documentText(document)
    .replaceAll(mailLinkPath, "")
    .replaceAll(/\s+/g, " ")
    .slice(0, previewLength)
    .replace(/\{{1,2}[^{}]*$/, "")
    .toWellFormed();

/** Whoever wrote them, values hold nothing that a mail program makes a link of, but for the links. */
const valuesOf = ({ name, product, price, code, link, mark, unsubscribe }: MailRecipient): SlotValues => ({
  first_name: firstNameOf(name ?? null),
  product: product ? titleInText(product) : null,
  price: price ?? null,
  code: code ? titleInText(code) : null,
  link: link ? ourAddress(link) : null,
  mark: mark?.replaceAll(/[^\w-]/g, "") ?? null,
  unsubscribe: ourAddress(unsubscribe.page),
});

function ourAddress(address: string): string {
  if (!/^https?:\/\/[^\s"'<>]+$/.test(address)) throw new Error("a mail's link is no address");
  return address;
}
