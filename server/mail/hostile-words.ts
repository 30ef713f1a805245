import type { NameFault } from "#contract/accounts/sender-name.ts";
import { isolated } from "#contract/isolated.ts";
import { hasDomain, splitDomains } from "./domain-endings.ts";
import { singleLine } from "./mail-headers.ts";

/** Invisible characters, those that turn the direction of writing among them; not the two joiners that scripts and emoji need. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u;
const joiners = /[\u200C\u200D]/gu;
const at = /[@\uFE6B\uFF20]/gu;
const scheme = /[:\uFE55\uFF1A][\u200C\u200D]*[/\uFF0F]+/gu;
/** Mail programs make a link of what has a dot before a letter. */
const openEnd = /[.\u3002\uFF0E\uFF61:\uFE55\uFF1A][\u200C\u200D]*$/u;
const dotBeforeLetter = /[.\u3002\uFF0E\uFF61](?=[\u200C\u200D]*[\p{L}\p{M}])/gu;

/** Schemes that email programs turn into a link without slashes. */
const linkScheme =
  /(?<![\p{L}\p{N}])(?:https?|ftp|mailto|tel|sms|callto|skype|facetime|geo|data|javascript|tg|whatsapp)\s*[:\uFE55\uFF1A]/iu;

/** What keeps a name out of an email as it is; undefined for a plain name. */
export function nameFault(name: string): NameFault | undefined {
  const seen = name.replaceAll(joiners, "");
  const has = (...signs: RegExp[]) => signs.some((sign) => seen.search(sign) !== -1);
  if (name.trim() === "") return "EMPTY";
  if (invisible.test(seen)) return "HIDDEN_CHARACTER";
  if (has(at)) return "ADDRESS";
  return has(scheme, linkScheme, /\bwww\b/iu, /[<>\\]/u) || hasDomain(seen) ? "LINK" : undefined;
}

/** Whether an email may repeat a name as it is: no address, no link, nothing invisible. */
export const isPlainName = (name: string): boolean => nameFault(name) === undefined;

/** The title of a product for a subject, at most 60 characters, kept apart from its words where it runs from right to left. */
export const titleInSubject = (title: string): string => isolated(singleLine(inertLine(title), 60));

/** The same for what an email says, in full: mail programs make links of plain text, too. */
export const titleInText = (title: string): string => isolated(inertLine(title));

/** The same for a file's name. An ending that is no domain's stays as people know it: `guide.pdf`, but `guide. zip`. */
export function fileNameInText(name: string): string {
  const [, stem = name, ending = ""] = fileName.exec(name) ?? [];
  return `${titleInText(stem)}${ending}`;
}

const fileName = /^(.+)(\.(?:pdf|epub|docx|xlsx|pptx|txt|csv|png|jpe?g|gif|webp|mp3|m4a|wav|mp4|webm))$/i;

/** What somebody wrote at length, with nothing in it that a mail program makes a link or an address of. */
export const inertText = (text: string): string => text.split(/\r?\n/).map(inertLine).join("\n");

/**
 * A part of a line, inert, with the blanks around it: others stand beside them. Where the line goes on right behind it, its end
 * is closed, too, so that a line of such parts is as inert as they are.
 */
export function inertPart(part: string, isOpen: boolean): string {
  const words = part.trim();
  const inert = (words === "" ? part : part.replace(words, () => inertText(words))).replaceAll(
    /[^\S\n]/gu,
    " ",
  );
  return isOpen ? closeEnd(inert) : inert;
}

/** Words without an end that makes an address of what follows them. */
export const closeEnd = (words: string): string => words.replace(openEnd, "$& ");

/** Whether such an end would reach these words: they begin with those of an address, or with what nobody sees. */
export const beginsOpen = (words: string): boolean => /^(?!\s)[\p{L}\p{M}\p{C}/\uFF0F]/u.test(words);

/** One line of which no mail program makes a link or an address, whoever wrote the words in it. */
export const inertLine = (text: string): string =>
  inertBut(text, (line) => line.replaceAll(dotBeforeLetter, ". "));

/**
 * A whole subject or sender name, made inert. Its titles are inert already; in names a dot is a link only before a real
 * top-level domain, so that 'Node.js Academy' stays whole. The marks of `isolated` stay only in what is inert without them.
 */
export function inertHeader(text: string): string {
  const inert = inertBut(text, splitDomains);
  return inPairs.test(text) && inert === text.replaceAll(/[\u2068\u2069]/gu, "") ? text : inert;
}

const inPairs = /^[^\u2068\u2069]*(?:\u2068[^\u2068\u2069]*\u2069[^\u2068\u2069]*)+$/u;

function inertBut(text: string, splitDots: (line: string) => string): string {
  const visible = Array.from(text.toWellFormed()).filter(
    (character) => /[\u200C\u200D\s]/u.test(character) || !invisible.test(character),
  );
  return singleLine(
    splitDots(visible.join("").replaceAll(at, "(at)").replaceAll(scheme, ": ")),
    Number.POSITIVE_INFINITY,
  );
}
