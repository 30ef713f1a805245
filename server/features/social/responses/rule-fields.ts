import type { z } from "zod";
import type { AutomationRuleInput } from "#contract/social/automation-rules.ts";
import type { RuleConditions } from "#server/database/schema/social.ts";
import { Invalid } from "#server/errors.ts";
import { reservedWord } from "#server/features/social/engine/decide/command-words.ts";
import { foldKeyword } from "#server/features/social/engine/decide/fold-message.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";

export type RuleFields = z.output<typeof AutomationRuleInput>;

/**
 * Checks what no field says alone, and keeps only what the trigger and the action have a use for. Throws 422 with one
 * message per wrong field.
 */
export function settleRule(
  given: RuleFields,
  tagId: string | null,
  platform: PlatformName,
  formerKeywords: readonly string[] = [],
) {
  const { triggerType, actionType } = given;
  const sends = actionType === "SEND_MESSAGE" || actionType === "SEND_PRODUCT";
  const conditions = settleConditions(given, tagId);
  const problems: Record<string, string> = {};
  if (sends && triggerType === "FOLLOW")
    problems["actionType"] = "Nobody may be written to for following. Add them to a list, or be told";
  else if (sends && platform === "TWITTER" && triggerType !== "KEYWORD" && triggerType !== "FIRST_MESSAGE")
    problems["actionType"] = "On X only people who wrote to you first may be answered";
  if (triggerType === "KEYWORD" && !conditions.keywords?.length)
    problems["conditions.keywords"] = "Use at least one keyword with a letter, digit or emoji";
  // In public such a word wishes nothing: a comment may be answered by it.
  const reserved =
    triggerType === "COMMENT"
      ? undefined
      : conditions.keywords
          ?.filter((keyword) => !formerKeywords.includes(keyword))
          .map((keyword) => reservedWord(foldKeyword(keyword)))
          .find((reason) => reason !== undefined);
  if (reserved) problems["conditions.keywords"] = reserved;
  if (actionType === "ADD_TO_LIST" && conditions.listName === undefined && conditions.tagId === undefined)
    problems["conditions.listName"] = "Name the list, or a tag";
  if (actionType === "SEND_MESSAGE" && given.responseTemplate === "")
    problems["responseTemplate"] = "Response message is required";
  if (actionType === "SEND_PRODUCT" && given.productId === null)
    problems["productId"] = "Choose the product to link to";
  if (Object.keys(problems).length > 0) throw Invalid(problems);
  return {
    ruleName: given.ruleName,
    triggerType,
    actionType,
    conditions,
    responseTemplate: sends ? given.responseTemplate : "",
    productId: actionType === "SEND_PRODUCT" ? given.productId : null,
    isActive: given.isActive,
  };
}

function settleConditions(
  { triggerType, actionType, conditions }: RuleFields,
  tagId: string | null,
): RuleConditions {
  const takesWords = triggerType === "KEYWORD" || triggerType === "COMMENT" || triggerType === "STORY_REPLY";
  const keywords = takesWords ? eachOnce(conditions.keywords) : [];
  const sends = actionType === "SEND_MESSAGE" || actionType === "SEND_PRODUCT";
  return {
    ...(keywords.length > 0 && { keywords }),
    ...(triggerType === "COMMENT" && conditions.postId !== "" && { postId: conditions.postId }),
    ...(triggerType === "COMMENT" &&
      sends &&
      conditions.publicReplies.length > 0 && { publicReplies: conditions.publicReplies }),
    ...(actionType !== "NOTIFY_OWNER" && conditions.listName !== "" && { listName: conditions.listName }),
    ...(actionType !== "NOTIFY_OWNER" && conditions.notifiesOwner && { notifiesOwner: true }),
    ...(actionType !== "NOTIFY_OWNER" && tagId !== null && { tagId }),
  };
}

/** As typed, without those that are the same to a reader, or hold no word. */
function eachOnce(words: readonly string[]): string[] {
  const folded = new Map<string, string>();
  for (const word of words) if (!folded.has(foldKeyword(word))) folded.set(foldKeyword(word), word);
  folded.delete("");
  return [...folded.values()];
}
