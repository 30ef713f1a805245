import { z } from "zod";
import { longestButtonTitle } from "#contract/social/automatic-replies.ts";
import { linkTargets } from "#contract/social/reply-link.ts";
import { replyText } from "#contract/social/placeholders.ts";
import { type ResponseFormValues, wordsOf } from "./response-form-values.ts";

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

const words = (kind: string) =>
  z
    .string()
    .refine((text) => wordsOf(text).length <= 20, `Use at most 20 ${kind}`)
    .refine((text) => wordsOf(text).every((word) => word.length <= 80), "Use at most 80 characters for each")
    .refine((text) => wordsOf(text).every(hasWord), "Use at least one letter or digit in each");

/** Checks the form as the server will. */
export const responseFormSchema: z.ZodType<ResponseFormValues, ResponseFormValues> = z.object({
  socialAccountId: z.string().min(1, "Choose an account"),
  keyword: z
    .string()
    .trim()
    .min(1, "Keyword is required")
    .max(80, "Use at most 80 characters")
    .refine((text) => text === "" || hasWord(text), "Use at least one letter or digit"),
  moreKeywords: words("keywords"),
  matchMode: z.enum(["EXACT", "STARTS_WITH", "WHOLE_WORD", "CONTAINS"]),
  excludedWords: words("words"),
  places: z.array(z.enum(["DM", "STORY_REPLY", "COMMENT"])).min(1, "Choose at least one place"),
  responseText: replyText(600, "Response message is required"),
  productId: z.string(),
  linkTarget: z.enum(["", ...linkTargets]),
  buttonTitle: z.string().trim().max(longestButtonTitle, `Use at most ${longestButtonTitle} characters`),
  couponCode: z.string().trim().max(60, "Use at most 60 characters"),
});
