import { findPlaceholderBeside, placeholderForm, placeholderName } from "#contract/placeholder-syntax.ts";
import { documentText } from "./document-text.ts";
import type { RichDocument } from "./document.ts";

/**
 * What may stand in a mail that a creator writes for what is only known of each recipient, as `{first_name}`, and what is
 * said where it is not known. `{first_name|friend}` says something else in that case. A paragraph with `{code}` is left out
 * of the mails of whom no code was made for; one that is nothing else stands out as a code does.
 */
export const mailPlaceholders = {
  first_name: { label: "First name", fallback: "there" },
  product: { label: "Name of the product", fallback: "what you chose" },
  store: { label: "Name of your store", fallback: "our store" },
  price: { label: "Price", fallback: "" },
  code: { label: "Discount code", fallback: "" },
  /** The address that the mail leads to, as text; a button leads there by `mailLinkPath`. */
  link: { label: "Address it leads to", fallback: "" },
} as const;

export type MailPlaceholder = keyof typeof mailPlaceholders;

/** Of the subject of a mail to readers; what they would pay is known of carts alone. An address in it leads nowhere. */
export const readersSubjectPlaceholders = ["first_name", "product", "store", "code"] as const;

/** The same for its text. */
export const readersPlaceholders = [...readersSubjectPlaceholders, "link"] as const;

/** Where a link or a button of a mail leads that goes to what the mail is about, other for each recipient. */
export const mailLinkPath = "/{link}";

/** What is wrong with the placeholders of a subject or a text, of which `offered` are known, in words for their writer. */
export function mailPlaceholderProblem(
  text: string | RichDocument,
  offered: readonly MailPlaceholder[] = readersPlaceholders,
): string | undefined {
  const words = typeof text === "string" ? text : documentText(text).replaceAll(mailLinkPath, "");
  const unknown = findPlaceholderBeside(Object.fromEntries(offered.map((name) => [name, true])), words);
  return unknown === undefined
    ? undefined
    : `${unknown} is not known here. Use ${listed.format(offered.map((name) => placeholderText(name)))}`;
}

const listed = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Whether a text says what is filled in by this name. */
export const saysPlaceholder = (text: string, name: MailPlaceholder): boolean =>
  placeholdersIn(text).some((placeholder) => placeholder.name === name);

/** A text cut at its placeholders: words, and what is filled in, with what is said instead. */
export type MailWords = (string | { name: MailPlaceholder; fallback: string })[];

/** The text as words and placeholders; unknown names are words. */
export function mailWords(text: string): MailWords {
  const words: MailWords = [];
  let from = 0;
  for (const placeholder of placeholdersIn(text)) {
    const { name, said } = placeholder;
    if (placeholder.from > from) words.push(text.slice(from, placeholder.from));
    words.push({ name, fallback: said || mailPlaceholders[name].fallback });
    from = placeholder.to;
  }
  if (from < text.length) words.push(text.slice(from));
  return words;
}

/** A placeholder that is known, and where it stands in its text; `said` in its place instead, where that was written. */
export type WrittenPlaceholder = { name: MailPlaceholder; said: string; from: number; to: number };

export const placeholdersIn = (text: string): WrittenPlaceholder[] =>
  Array.from(text.matchAll(placeholderForm)).flatMap(({ index, 0: typed, 1: given = "", 2: said = "" }) => {
    const name = placeholderName(given);
    return isKnown(name) ? [{ name, said: said.trim(), from: index, to: index + typed.length }] : [];
  });

/** A placeholder as it is written. */
export const placeholderText = (name: MailPlaceholder, said = ""): string =>
  said === "" ? `{${name}}` : `{${name}|${said}}`;

const isKnown = (name: string): name is MailPlaceholder => Object.hasOwn(mailPlaceholders, name);
