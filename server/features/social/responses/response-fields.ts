import type { z } from "zod";
import type { KeywordResponse, KeywordResponseInput } from "#contract/social/keyword-responses.ts";
import { HttpError, Invalid } from "#server/errors.ts";
import { reservedWord } from "#server/features/social/engine/decide/command-words.ts";
import { foldKeyword } from "#server/features/social/engine/decide/fold-message.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";

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
    const words = foldKeyword(typed);
    if (words === "") throw Invalid({ [field]: "Use at least one letter, digit or emoji" });
    const reserved = former.includes(typed) ? undefined : reservedWord(words);
    if (reserved) throw Invalid({ [field]: reserved });
    if (!folded.has(words)) folded.set(words, typed);
  }
  return { keywords: [...folded.values()], folded: [...folded.keys()] };
}

/** Each excluded word once. Throws 422 for one that is also a keyword: the response would never answer. */
export function settleExcludedWords(words: readonly string[], keywords: readonly string[]): string[] {
  const folded = new Map(words.map((word) => [foldKeyword(word), word]));
  folded.delete("");
  if (keywords.some((keyword) => folded.has(keyword)))
    throw Invalid({ excludedWords: "A keyword cannot be an excluded word, too" });
  return [...folded.values()];
}

/**
 * Where a response answers, and what it writes in public there. One for a single post answers comments alone. Throws 422 at
 * `postId` where comments never reach us.
 */
export function settlePlaces(
  { places, postId, publicReplies }: Pick<ResponseFields, "places" | "postId" | "publicReplies">,
  platform: PlatformName,
): Pick<ResponseFields, "places" | "postId" | "publicReplies"> {
  if (postId !== "" && platform === "TWITTER")
    throw Invalid({ postId: "X doesn't tell us about replies to a post" });
  if (postId !== "" && !places.includes("COMMENT"))
    throw Invalid({ postId: "Choose comments as a place to answer under one post" });
  const all: typeof places = postId === "" ? [...new Set(places)] : ["COMMENT"];
  return { places: all, postId, publicReplies: all.includes("COMMENT") ? publicReplies : [] };
}

/**
 * What no two responses of an account may share: a keyword, for the same post or for any. A folded keyword has no line
 * breaks.
 */
export const keywordKeys = (folded: readonly string[], postId: string): string[] =>
  folded.map((keyword) => (postId === "" ? keyword : `${postId}\n${keyword}`));

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
