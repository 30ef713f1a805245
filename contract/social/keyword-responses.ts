import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { partialInput } from "#contract/partial-input.ts";
import { canBeKeyword } from "./keyword-list.ts";
import { replyText } from "./placeholders.ts";
import { replyLinkInput, replyLinkOutput } from "./reply-link.ts";
import { Platform } from "./social-accounts.ts";
import { OptionalTagName } from "#contract/tags/tags.ts";
import { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { Id, longText, oneLine, Revision, SignedCents, Timestamp } from "#contract/values.ts";

const tags = ["Keyword responses"];
const id = z.object({ id: Id });

export const MatchMode = z.enum(["EXACT", "STARTS_WITH", "WHOLE_WORD", "CONTAINS"]);
export type MatchMode = z.infer<typeof MatchMode>;
export const KeywordPlace = z.enum(["DM", "STORY_REPLY", "COMMENT"]);
export const ResponseType = z.enum(["TEXT", "PRODUCT_LINK", "COURSE_LINK", "CUSTOM"]);

/** What a keyword or rule earned, from the first day or in the asked period. Net revenue: less refunds. */
export const Earnings = z.object({
  received: z.int(),
  sent: z.int(),
  clicks: z.int(),
  orders: z.int(),
  netRevenueCents: SignedCents,
});
export type Earnings = z.infer<typeof Earnings>;

export const KeywordResponse = z.object({
  id: Id,
  userId: Id,
  socialAccountId: Id,
  productId: Id.nullable(),
  account: z.object({ id: Id, platform: Platform, username: z.string() }),
  keyword: z.string(),
  keywords: z.array(z.string()),
  matchMode: MatchMode,
  excludedWords: z.array(z.string()),
  places: z.array(KeywordPlace),
  postId: z.string(),
  responseType: ResponseType,
  responseText: z.string(),
  ...replyLinkOutput,
  publicReplies: z.array(z.string()),
  listName: z.string(),
  notifiesOwner: z.boolean(),
  /** What the person is tagged with; null: nothing, or the tag was deleted. */
  tag: TagOfPerson.nullable(),
  product: z.object({ id: Id, title: z.string(), active: z.boolean() }).nullable(),
  isActive: z.boolean(),
  triggerCount: z.int(),
  earnings: Earnings,
  revision: Revision,
  createdAt: Timestamp,
});
export type KeywordResponse = z.infer<typeof KeywordResponse>;

const word = oneLine(80, "Keyword is required").refine(
  canBeKeyword,
  "Use at least one letter, digit or emoji",
);

export const KeywordResponseInput = z.object({
  socialAccountId: Id,
  keyword: word,
  /** Beside `keyword`; any of them triggers the response. */
  moreKeywords: z.array(word).max(20, "Use at most 20 keywords").default([]),
  matchMode: MatchMode.default("WHOLE_WORD"),
  excludedWords: z.array(word).max(20, "Use at most 20 words").default([]),
  places: z.array(KeywordPlace).min(1, "Choose at least one place").default(["DM", "STORY_REPLY", "COMMENT"]),
  responseType: ResponseType.optional(),
  /** Answers comments under this post alone, ahead of responses to any post; empty: anything in its places. */
  postId: oneLine(100).default(""),
  responseText: replyText(600, "Response message is required"),
  productId: Id.nullable().default(null),
  ...replyLinkInput,
  /** One of these, in turn, is also written under a comment. */
  publicReplies: z.array(replyText(300, "Reply is required")).max(10, "Use at most 10 texts").default([]),
  /** Beside the reply, the person is put on this list. */
  listName: oneLine(80).default(""),
  /** Beside the reply, the owner gets an email, at most one a day for the same person. */
  notifiesOwner: z.boolean().default(false),
  /**
   * Beside the reply, the person gets the tag of this name, which is made where there is none; empty: no tag. Absent: no tag
   * for a new response, and no change for one that exists.
   */
  tagName: OptionalTagName.optional(),
  isActive: z.boolean().default(true),
});

export const listKeywordResponses = endpoint({
  method: "GET",
  url: "/api/keyword-responses",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's keyword responses, with what each earned",
    response: { 200: z.array(KeywordResponse) },
  },
});

export const createKeywordResponse = endpoint({
  method: "POST",
  url: "/api/keyword-responses",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Answer a keyword. One that the account already answers is 409 with the field named",
    body: KeywordResponseInput,
    response: { 201: KeywordResponse },
  },
});

export const updateKeywordResponse = endpoint({
  method: "PATCH",
  url: "/api/keyword-responses/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Change a response, or switch it on or off",
    params: id,
    body: partialInput(KeywordResponseInput).extend({ revision: Revision.optional() }),
    response: { 200: KeywordResponse },
  },
});

export const deleteKeywordResponse = endpoint({
  method: "DELETE",
  url: "/api/keyword-responses/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.undoable },
  schema: {
    tags,
    summary: "Delete a response; what it earned stays with its orders",
    params: id,
    response: { 200: Deleted },
  },
});

export const tryKeywords = endpoint({
  method: "POST",
  url: "/api/keyword-responses/try",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.preview,
  },
  schema: {
    tags,
    summary:
      "What a text would be answered with, and which keywords of the account overlap with a draft. Nothing is sent or kept",
    body: z.object({
      socialAccountId: Id,
      text: longText(1_000).default(""),
      place: KeywordPlace.default("DM"),
      /** COMMENT: under which post. */
      postId: oneLine(100).default(""),
      /** The response being written, as it is. */
      draft: z
        .object({
          keywords: z.array(oneLine(80)).max(21),
          matchMode: MatchMode,
          excludedWords: z.array(oneLine(80)).max(20),
          places: z.array(KeywordPlace),
          postId: oneLine(100).default(""),
        })
        .optional(),
      /** The response that the draft is a change of: the draft takes its place. */
      draftId: Id.optional(),
    }),
    response: {
      200: z.object({
        /**
         * The response or rule that would answer a person who has had no reply yet; null: none. Draft true: the response being
         * written. Keyword and mode are null for a rule that asks for no keyword.
         */
        answeredBy: z
          .object({
            draft: z.boolean(),
            id: Id.nullable(),
            ruleName: z.string().nullable(),
            keyword: z.string().nullable(),
            matchMode: MatchMode.nullable(),
            /** It matches only without accents, vowel marks or apostrophes. */
            isLoose: z.boolean(),
          })
          .nullable(),
        /** Rules that list people or notify the owner, which act beside the answer; by name. */
        alsoBy: z.array(z.string()),
        /** What each keyword of the draft is compared by; empty: nothing is left of it. */
        readAs: z.array(z.object({ keyword: z.string(), as: z.string() })),
        /**
         * Keywords of other responses that stand in texts which the draft's words match too: equal ones, which cannot be
         * kept, and those that the draft wins over or loses to. At most 50.
         */
        overlaps: z.array(
          z.object({
            keyword: z.string(),
            otherKeyword: z.string(),
            otherId: Id,
            effect: z.enum(["SAME", "WINS", "LOSES"]),
          }),
        ),
      }),
    },
  },
});

export const exportKeywordResponses = endpoint({
  method: "GET",
  url: "/api/exports/keyword-responses.csv",
  config: { access: "creator", roles: admins, limit: { points: 20, seconds: 60 }, recentSignIn: "required" },
  schema: { tags, summary: "The creator's keyword responses with what each earned, as CSV" },
});
