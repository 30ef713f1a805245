import { z } from "zod";
import { longestButtonTitle } from "#contract/social/automatic-replies.ts";
import { linkTargets } from "#contract/social/reply-link.ts";
import { keywordsOf } from "#contract/social/keyword-list.ts";
import { longestTagName } from "#contract/tags/tags.ts";
import { replyText } from "#contract/social/placeholders.ts";
import { publicRepliesText } from "#web/features/social/public-replies-schema.ts";
import type { RuleFormValues } from "./rule-form-values.ts";

/** Checks the form as the server will; fields that the trigger or the action does not show are left alone. */
export const ruleFormSchema: z.ZodType<RuleFormValues, RuleFormValues> = z
  .object({
    ruleName: z.string().trim().min(1, "Name is required").max(120, "Use at most 120 characters"),
    socialAccountId: z.string().min(1, "Choose an account"),
    triggerType: z.enum(["KEYWORD", "FIRST_MESSAGE", "FOLLOW", "MENTION", "COMMENT", "STORY_REPLY"]),
    keywords: z
      .string()
      .trim()
      .refine((text) => keywordsOf(text).length <= 20, "Use at most 20 keywords")
      .refine(
        (text) => keywordsOf(text).every((word) => word.length <= 80),
        "Use at most 80 characters for each keyword",
      ),
    anyPost: z.boolean(),
    postId: z.string().trim().max(100, "Use at most 100 characters"),
    publicReplies: publicRepliesText,
    actionType: z.enum(["SEND_MESSAGE", "SEND_PRODUCT", "ADD_TO_LIST", "NOTIFY_OWNER"]),
    responseTemplate: replyText(600),
    productId: z.string(),
    linkTarget: z.enum(["", ...linkTargets]),
    buttonTitle: z.string().trim().max(longestButtonTitle, `Use at most ${longestButtonTitle} characters`),
    couponCode: z.string().trim().max(60, "Use at most 60 characters"),
    listName: z.string().trim().max(80, "Use at most 80 characters"),
    tagName: z.string().trim().max(longestTagName, `Use at most ${longestTagName} characters`),
    notifiesOwner: z.boolean(),
    isActive: z.boolean(),
  })
  .superRefine((values, context) => {
    const refuse = (field: keyof RuleFormValues, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    const { triggerType, actionType } = values;
    if (triggerType === "KEYWORD" && keywordsOf(values.keywords).length === 0)
      refuse("keywords", "Keyword is required");
    if (triggerType === "COMMENT" && !values.anyPost && !values.postId) refuse("postId", "Post is required");
    if (actionType === "SEND_MESSAGE" && !values.responseTemplate)
      refuse("responseTemplate", "Response message is required");
    if (actionType === "SEND_PRODUCT" && !values.productId) refuse("productId", "Choose a product");
    if (actionType === "ADD_TO_LIST" && !values.listName && !values.tagName)
      refuse("listName", "Name the list, or a tag");
  });
