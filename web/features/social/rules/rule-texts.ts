import { isolated } from "#contract/isolated.ts";
import type { ActionType, listAutomationRules, TriggerType } from "#contract/social/automation-rules.ts";
import type { Output } from "#web/api.ts";

/** A rule as the server tells of it: moments are ISO text. */
export type Rule = Output<typeof listAutomationRules>[number];

export const triggerName: Readonly<Record<TriggerType, string>> = {
  FIRST_MESSAGE: "First message",
  COMMENT: "Comment",
  STORY_REPLY: "Story reply",
  MENTION: "Mention",
  FOLLOW: "New follower",
  KEYWORD: "Keyword in a message",
};

export const actionName: Readonly<Record<ActionType, string>> = {
  SEND_MESSAGE: "Send a message",
  SEND_PRODUCT: "Send a product",
  ADD_TO_LIST: "Add to a list or tag",
  NOTIFY_OWNER: "Notify me",
};

/** When a rule acts: "Someone comments on any post with “guide” or “price”". */
export function whenOf({ triggerType, conditions: { keywords, postId } }: Rule): string {
  const words = oneOf.format(keywords.map((word) => `“${word}”`));
  if (triggerType === "KEYWORD") return `Someone writes ${words}`;
  const when: Record<Exclude<TriggerType, "KEYWORD">, string> = {
    FIRST_MESSAGE: "Someone writes for the first time",
    COMMENT: `Someone comments on ${postId ? `the post ${postId}` : "any post"}`,
    STORY_REPLY: "Someone replies to a story",
    MENTION: "Someone mentions you",
    FOLLOW: "Someone follows you",
  };
  return words ? `${when[triggerType]} with ${words}` : when[triggerType];
}

/** What it does then: "Sends a link to The Book". */
export function thenOf({
  actionType,
  conditions: { listName, publicReplies, notifiesOwner },
  responseTemplate,
  product,
  tag,
}: Rule) {
  const then: Record<ActionType, string> = {
    SEND_MESSAGE: `Sends “${isolated(responseTemplate)}”`,
    SEND_PRODUCT: `Sends a link to ${isolated(product?.title ?? "a product that is gone")}`,
    ADD_TO_LIST: listName
      ? `Adds them to the list “${isolated(listName)}”`
      : tag
        ? `Tags them “${isolated(tag.name)}”`
        : "Gives them a tag that was deleted",
    NOTIFY_OWNER: "Sends you an email",
  };
  const also = [
    publicReplies.length > 0 && "answers in public",
    sends(actionType) && listName && `adds them to the list “${isolated(listName)}”`,
    tag && (sends(actionType) || listName) && `tags them “${isolated(tag.name)}”`,
    actionType !== "NOTIFY_OWNER" && notifiesOwner && "emails you",
  ].filter(Boolean);
  return [then[actionType], ...also].join(", and ");
}

/** Whether the rule writes to people, so that it can earn. */
export const sends = (action: ActionType): boolean => action === "SEND_MESSAGE" || action === "SEND_PRODUCT";

const oneOf = new Intl.ListFormat("en", { type: "disjunction" });
