import { foldText } from "./fold-text.ts";

/** A text in the forms that keywords are looked for in. */
export type FoldedMessage = {
  /** Its words, as `foldText` gives them. */
  words: string;
  /** The same for readers who type without accents, vowel marks and apostrophes: one form, or two. */
  loose: readonly string[];
  /** Its words and emoji in their order, for keywords of emoji alone. */
  withEmoji: string;
};

/** A message or comment as keywords are compared with it. Links, addresses and @handles in it are names, not words. */
export function foldMessage(text: string): FoldedMessage {
  const own = text.replace(names, " ");
  return { words: foldText(own), loose: looseForms(own), withEmoji: foldWithEmoji(own) };
}

/** What a keyword is compared by: its words, or its emoji where it has no words. Empty where no text could match. */
export const foldKeyword = (typed: string): string => foldText(typed) || foldWithEmoji(typed);

/** Whether a keyword, folded, is one of emoji alone. */
export const isEmojiKeyword = (folded: string): boolean => !/[\p{L}\p{N}]/u.test(folded);

/**
 * The text without what people leave out when they type in a hurry: accents of Latin and Greek letters, Arabic vowel marks,
 * hamza forms and the article, Hebrew points. Two forms where there are apostrophes: "don't" is written "dont", but "l'été"
 * has the word "été".
 */
export function looseForms(text: string): string[] {
  const joined = text.replace(apostrophes, "");
  return [...new Set([...new Set([text, joined])].map((form) => withoutMarks(foldText(form))))];
}

// Each begins where no word is under way, so that a long text is walked through once.
const names =
  /(?:https?:\/\/|(?<![\p{L}\p{N}.-])www\.)[!-~]+|(?<![\w.+-])[\w.+-]*[@＠][\p{L}\p{N}._-]+|(?<![\p{L}\p{N}.-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/[!-~]*/giu;

const apostrophes = /(?<=\p{L})['’ʼ`´](?=\p{L})/gu;

function withoutMarks(folded: string): string {
  // Most keywords, and thousands of them are compiled at once.
  if (plainAscii.test(folded)) return folded;
  return folded
    .replace(/[øđłħŧæœðþёٱىةیک]/gu, (letter) => plain[letter] ?? letter)
    .normalize("NFD")
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, "$1")
    .replace(/[\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED]/g, "")
    .normalize("NFC")
    .replace(/(?<=^| )ال(?=[\u0621-\u064A]{3})/g, "");
}

const plainAscii = /^[ -~]*$/;

/** Letters that do not decompose, and what they are typed as on a keyboard without them. */
const plain: Record<string, string> = {
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  ð: "d",
  þ: "th",
  ё: "е",
  ٱ: "ا",
  ى: "ي",
  ة: "ه",
  ی: "ي",
  ک: "ك",
};

/** An emoji as one unit, skin tones and variants aside; the same one several times in a row is one. */
function foldWithEmoji(text: string): string {
  const tokens: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(emoji)) {
    tokens.push(...foldText(text.slice(from, index)).split(" "), found.replace(variants, ""));
    from = index + found.length;
  }
  tokens.push(...foldText(text.slice(from)).split(" "));
  return tokens
    .filter(Boolean)
    .filter((token, place, all) => token !== all[place - 1] || /[\p{L}\p{N}]/u.test(token))
    .join(" ");
}

const emoji =
  /\p{RI}\p{RI}|\p{Extended_Pictographic}[\p{EMod}\uFE0F\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\p{EMod}\uFE0F]*)*/gu;
const variants = /[\p{EMod}\uFE0F]/gu;
