import type { z } from "zod";
import type { KeywordResponse, KeywordResponseInput } from "#contract/social/keyword-responses.ts";
import { HttpError, Invalid } from "#server/errors.ts";
import { reservedWord } from "#server/features/social/engine/decide/command-words.ts";
import { foldText } from "#server/features/social/engine/decide/fold-text.ts";

/** What a creator sets, with every default filled in. */
export type ResponseFields = z.output<typeof KeywordResponseInput>;

/**
 * The keywords of a response as typed, each folded one once, the first of them its main one. Throws 422 for one that no
 * text could ever match: nothing is left of it, or it is a word such as STOP, unless it was among the `former` ones.
 */
export function settleKeywords(
  { keyword, moreKeywords }: Pick<ResponseFields, "keyword" | "moreKeywords">,
  former: readonly string[] = [],
) {
  const folded = new Map<string, string>();
  for (const [index, typed] of [keyword, ...moreKeywords].entries()) {
    const field = index === 0 ? "keyword" : "moreKeywords";
    const words = foldText(typed);
    if (words === "") throw Invalid({ [field]: "Use at least one letter or digit" });
    const reserved = former.includes(typed) ? undefined : reservedWord(words);
    if (reserved) throw Invalid({ [field]: reserved });
    if (!folded.has(words)) folded.set(words, typed);
  }
  return { keywords: [...folded.values()], folded: [...folded.keys()] };
}

/** Each excluded word once. Throws 422 for one that is also a keyword: the response would never answer. */
export function settleExcludedWords(words: readonly string[], keywords: readonly string[]): string[] {
  const folded = new Map(words.map((word) => [foldText(word), word]));
  folded.delete("");
  if (keywords.some((keyword) => folded.has(keyword)))
    throw Invalid({ excludedWords: "A keyword cannot be an excluded word, too" });
  return [...folded.values()];
}

/** What the reply is, where the creator does not say it: a link by the kind of its product, else a text. */
export function settleResponseType(
  given: KeywordResponse["responseType"] | undefined,
  product: { type: string } | undefined,
): KeywordResponse["responseType"] {
  if (given === "CUSTOM") return given;
  if (product) return product.type === "COURSE" ? "COURSE_LINK" : "PRODUCT_LINK";
  if (given === "PRODUCT_LINK" || given === "COURSE_LINK")
    throw Invalid({ productId: "Choose the product to link to" });
  return "TEXT";
}

export function KeywordTaken() {
  const message = "This account already has a response to this keyword";
  return new HttpError(409, "KEYWORD_TAKEN", message, { fields: { keyword: message } });
}
