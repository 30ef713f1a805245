import { z } from "zod";
import { longestButtonTitle } from "#contract/social/automatic-replies.ts";
import { linkTargets } from "#contract/social/reply-link.ts";
import { canBeKeyword, keywordsOf } from "#contract/social/keyword-list.ts";
import { longestTagName } from "#contract/tags/tags.ts";
import { replyText } from "#contract/social/placeholders.ts";
import { publicRepliesText } from "#web/features/social/public-replies-schema.ts";
import type { ResponseFormValues } from "./response-form-values.ts";

const words = (kind: string) =>
  z
    .string()
    .refine((text) => keywordsOf(text).length <= 20, `Use at most 20 ${kind}`)
    .refine(
      (text) => keywordsOf(text).every((word) => word.length <= 80),
      "Use at most 80 characters for each",
    )
    .refine(
      (text) => keywordsOf(text).every(canBeKeyword),
      "Use at least one letter, digit or emoji in each",
    );

/** Checks the form as the server will. */
export const responseFormSchema: z.ZodType<ResponseFormValues, ResponseFormValues> = z
  .object({
    socialAccountId: z.string().min(1, "Choose an account"),
    keyword: z
      .string()
      .trim()
      .min(1, "Keyword is required")
      .max(80, "Use at most 80 characters")
      .refine((text) => text === "" || canBeKeyword(text), "Use at least one letter, digit or emoji"),
    moreKeywords: words("keywords"),
    matchMode: z.enum(["EXACT", "STARTS_WITH", "WHOLE_WORD", "CONTAINS"]),
    excludedWords: words("words"),
    places: z.array(z.enum(["DM", "STORY_REPLY", "COMMENT"])).min(1, "Choose at least one place"),
    anyPost: z.boolean(),
    postId: z.string().trim().max(100, "Use at most 100 characters"),
    responseText: replyText(600, "Response message is required"),
    productId: z.string(),
    linkTarget: z.enum(["", ...linkTargets]),
    buttonTitle: z.string().trim().max(longestButtonTitle, `Use at most ${longestButtonTitle} characters`),
    couponCode: z.string().trim().max(60, "Use at most 60 characters"),
    publicReplies: publicRepliesText,
    listName: z.string().trim().max(80, "Use at most 80 characters"),
    tagName: z.string().trim().max(longestTagName, `Use at most ${longestTagName} characters`),
    notifiesOwner: z.boolean(),
  })
  .refine(({ places, anyPost, postId }) => anyPost || postId !== "" || !places.includes("COMMENT"), {
    path: ["postId"],
    error: "Post is required",
  });
