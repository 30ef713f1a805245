import { useFormContext } from "react-hook-form";
import type { createKeywordResponse, MatchMode } from "#contract/social/keyword-responses.ts";
import { keywordsOf } from "#contract/social/keyword-list.ts";
import type { Input } from "#web/api.ts";
import {
  isElsewhere,
  linkInputOf,
  noReplyLink,
  type ReplyLinkValues,
} from "#web/features/social/reply-link-fields.tsx";
import { linesOf } from "#web/features/social/lines-of.ts";
import { places, type Place, type Response } from "./response-texts.ts";

export type ResponseBody = Input<typeof createKeywordResponse>["body"];

/** The form as it is typed. */
export type ResponseFormValues = {
  socialAccountId: string;
  keyword: string;
  /** A list as `keywordsOf` reads it, as the excluded words are. */
  moreKeywords: string;
  matchMode: MatchMode;
  excludedWords: string;
  places: Place[];
  anyPost: boolean;
  postId: string;
  responseText: string;
  /** Blank: none. */
  productId: string;
  /** One a line. */
  publicReplies: string;
  listName: string;
  tagName: string;
  notifiesOwner: boolean;
} & ReplyLinkValues;

export const newResponseValues = (socialAccountId: string): ResponseFormValues => ({
  socialAccountId,
  keyword: "",
  moreKeywords: "",
  matchMode: "WHOLE_WORD",
  excludedWords: "",
  places: [...places],
  anyPost: true,
  postId: "",
  responseText: "",
  productId: "",
  ...noReplyLink,
  publicReplies: "",
  listName: "",
  tagName: "",
  notifiesOwner: false,
});

/** A response as the form shows it. */
export const valuesOfResponse = (response: Response): ResponseFormValues => ({
  socialAccountId: response.account.id,
  keyword: response.keyword,
  moreKeywords: response.keywords.slice(1).join(", "),
  matchMode: response.matchMode,
  excludedWords: response.excludedWords.join(", "),
  places: response.places,
  anyPost: response.postId === "",
  postId: response.postId,
  responseText: response.responseText,
  productId: response.product?.id ?? "",
  linkTarget: response.linkTarget ?? "",
  buttonTitle: response.buttonTitle,
  couponCode: response.couponCode,
  publicReplies: response.publicReplies.join("\n"),
  listName: response.listName,
  tagName: response.tag?.name ?? "",
  notifiesOwner: response.notifiesOwner,
});

/** What the server is told of values that have been checked. */
export const inputOfValues = (values: ResponseFormValues): ResponseBody => ({
  socialAccountId: values.socialAccountId,
  keyword: values.keyword,
  moreKeywords: keywordsOf(values.moreKeywords),
  matchMode: values.matchMode,
  excludedWords: keywordsOf(values.excludedWords),
  places: values.places,
  postId: onePostOf(values),
  responseText: values.responseText,
  productId: isElsewhere(values.linkTarget) ? null : values.productId || null,
  ...linkInputOf(values),
  publicReplies: values.places.includes("COMMENT") ? linesOf(values.publicReplies) : [],
  listName: values.listName,
  tagName: values.tagName,
  notifiesOwner: values.notifiesOwner,
});

/** The one post whose comments are answered; empty: any. */
export const onePostOf = ({
  places,
  anyPost,
  postId,
}: Pick<ResponseFormValues, "places" | "anyPost" | "postId">): string =>
  places.includes("COMMENT") && !anyPost ? postId.trim() : "";

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
  "postId",
  "responseText",
  "productId",
  "linkTarget",
  "buttonTitle",
  "couponCode",
  "publicReplies",
  "listName",
  "tagName",
] as const;

/** The response form around this part of it. */
export const useResponseFields = () => useFormContext<ResponseFormValues>();
