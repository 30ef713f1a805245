import { useFormContext } from "react-hook-form";
import type { createKeywordResponse, MatchMode } from "#contract/social/keyword-responses.ts";
import type { Input } from "#web/api.ts";
import {
  isElsewhere,
  linkInputOf,
  noReplyLink,
  type ReplyLinkValues,
} from "#web/features/social/reply-link-fields.tsx";
import { places, type Place, type Response } from "./response-texts.ts";

export type ResponseBody = Input<typeof createKeywordResponse>["body"];

/** The form as it is typed. */
export type ResponseFormValues = {
  socialAccountId: string;
  keyword: string;
  /** Divided by commas, as the excluded words are. */
  moreKeywords: string;
  matchMode: MatchMode;
  excludedWords: string;
  places: Place[];
  responseText: string;
  /** Blank: none. */
  productId: string;
} & ReplyLinkValues;

export const newResponseValues = (socialAccountId: string): ResponseFormValues => ({
  socialAccountId,
  keyword: "",
  moreKeywords: "",
  matchMode: "WHOLE_WORD",
  excludedWords: "",
  places: [...places],
  responseText: "",
  productId: "",
  ...noReplyLink,
});

/** A response as the form shows it. */
export const valuesOfResponse = (response: Response): ResponseFormValues => ({
  socialAccountId: response.account.id,
  keyword: response.keyword,
  moreKeywords: response.keywords.slice(1).join(", "),
  matchMode: response.matchMode,
  excludedWords: response.excludedWords.join(", "),
  places: response.places,
  responseText: response.responseText,
  productId: response.product?.id ?? "",
  linkTarget: response.linkTarget ?? "",
  buttonTitle: response.buttonTitle,
  couponCode: response.couponCode,
});

/** What the server is told of values that have been checked. */
export const inputOfValues = (values: ResponseFormValues): ResponseBody => ({
  socialAccountId: values.socialAccountId,
  keyword: values.keyword,
  moreKeywords: wordsOf(values.moreKeywords),
  matchMode: values.matchMode,
  excludedWords: wordsOf(values.excludedWords),
  places: values.places,
  responseText: values.responseText,
  productId: isElsewhere(values.linkTarget) ? null : values.productId || null,
  ...linkInputOf(values),
});

/** Where the server's word about a field stands in the form: "moreKeywords.2" is about `moreKeywords`. */
export function fieldOfInput(path: string): keyof ResponseFormValues | undefined {
  const [first] = path.split(".");
  return fields.find((field) => field === first);
}

const fields = [
  "socialAccountId",
  "keyword",
  "moreKeywords",
  "matchMode",
  "excludedWords",
  "places",
  "responseText",
  "productId",
  "linkTarget",
  "buttonTitle",
  "couponCode",
] as const;

/** Words divided by commas or lines. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** The response form around this part of it. */
export const useResponseFields = () => useFormContext<ResponseFormValues>();
