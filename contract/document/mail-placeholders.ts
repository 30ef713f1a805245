import { findPlaceholderBeside, placeholderForm, placeholderName } from "#contract/placeholder-syntax.ts";
import { documentText } from "./document-text.ts";
import type { RichDocument } from "./document.ts";

/**
 * What may stand in a mail that a creator writes for what is only known of each recipient, as `{first_name}`, and what is
 * said where it is not known. `{first_name|friend}` says something else in that case. A paragraph with `{code}` is left out
 * of the mails of whom no code was made for; one that is nothing else stands out as a code does.
 */
export const mailPlaceholders = {
  first_name: { fallback: "there" },
  product: { fallback: "what you chose" },
  store: { fallback: "our store" },
  code: { fallback: "" },
  /** The address that the mail leads to, as text; a button leads there by `mailLinkPath`. */
  link: { fallback: "" },
} as const;

export type MailPlaceholder = keyof typeof mailPlaceholders;

/** Where a link or a button of a mail leads that goes to what the mail is about, other for each recipient. */
export const mailLinkPath = "/{link}";

/** What is wrong with the placeholders of a subject and a text, in words for their writer. */
export function mailPlaceholderProblem(text: string | RichDocument): string | undefined {
  const words = typeof text === "string" ? text : documentText(text).replaceAll(mailLinkPath, "");
  const unknown = findPlaceholderBeside(mailPlaceholders, words);
  return unknown === undefined
    ? undefined
    : `${unknown} is not known here. Use {first_name}, {product}, {store}, {code} or {link}`;
}

/** A text cut at its placeholders: words, and what is filled in, with what is said instead. */
export type MailWords = (string | { name: MailPlaceholder; fallback: string })[];

/** The text as words and placeholders; unknown names are words. */
export function mailWords(text: string): MailWords {
  const words: MailWords = [];
  let from = 0;
  for (const match of text.matchAll(placeholderForm)) {
    const [typed, given = "", fallback] = match;
    const name = placeholderName(given);
    if (!isKnown(name)) continue;
    if (match.index > from) words.push(text.slice(from, match.index));
    words.push({ name, fallback: fallback?.trim() || mailPlaceholders[name].fallback });
    from = match.index + typed.length;
  }
  if (from < text.length) words.push(text.slice(from));
  return words;
}

const isKnown = (name: string): name is MailPlaceholder => Object.hasOwn(mailPlaceholders, name);
