import { singleLine } from "./mail-headers.ts";
import { namesBrand } from "./well-known-brands.ts";

/** Invisible characters, those that turn the direction of writing among them; not the two joiners that scripts and emoji need. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u;
const joiners = /[\u200C\u200D]/gu;
const at = /[@\uFE6B\uFF20]/gu;
const scheme = /[:\uFE55\uFF1A][\u200C\u200D]*[/\uFF0F]+/gu;
/** Mail programs make a link of what has a dot before a letter. */
const openEnd = /[.\u3002\uFF0E\uFF61:\uFE55\uFF1A][\u200C\u200D]*$/u;
const dotBeforeLetter = /[.\u3002\uFF0E\uFF61](?=[\u200C\u200D]*[\p{L}\p{M}])/gu;

/** Whether a name may stand as it is: no address, no link, nothing invisible. */
export function isPlainName(name: string): boolean {
  const seen = name.replaceAll(joiners, "");
  return (
    name.trim() !== "" &&
    !invisible.test(seen) &&
    ![
      at,
      scheme,
      /[.\u3002\uFF0E\uFF61][\p{L}\p{M}]{2}/gu,
      /\bwww\b/giu,
      /^\S+:\S|\s\S+:\S/gu,
      /[<>\\]/gu,
    ].some((sign) => seen.search(sign) !== -1)
  );
}

/**
 * The name of a store for headers and sentences: as its creator wrote it, at most 60 characters; their handle where it is
 * no plain name or borrows a well-known brand's.
 */
export function storeName({ name, handle }: { name: string; handle: string }): string {
  const line = singleLine(name, 60);
  if (isPlainName(name) && !namesBrand(line)) return line;
  return namesBrand(handle) ? "A store" : handle;
}

/** The title of a product for a subject, at most 60 characters. */
export const titleInSubject = (title: string): string => singleLine(inertLine(title), 60);

/** The same for what a mail says, at most 120 characters: mail programs make links of plain text, too. */
export const titleInText = (title: string): string => singleLine(inertLine(title), 120);

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
export function inertLine(text: string): string {
  const visible = Array.from(text.toWellFormed()).filter(
    (character) => /[\u200C\u200D\s]/u.test(character) || !invisible.test(character),
  );
  return singleLine(
    visible.join("").replaceAll(at, "(at)").replaceAll(scheme, ": ").replaceAll(dotBeforeLetter, ". "),
    Number.POSITIVE_INFINITY,
  );
}
