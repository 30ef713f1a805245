import type { ActiveRule, Answer, ConversationState, Effects } from "./decision.ts";
import { hasJustNotified } from "./limits.ts";

export const noEffects: Effects = { lists: [], tagIds: [], notifiedBy: null, acted: [] };

/**
 * What is done about an event besides writing to anybody: what the reply that answers brings along, and the rules that list
 * or tag people or notify the owner. One notice is enough for an event.
 */
export function effectsOf(
  reply: Answer | undefined,
  rules: readonly ActiveRule[],
  conversation: ConversationState | undefined,
  now: Date,
): Effects {
  const all: Answer[] = [...(reply ? [reply] : []), ...rules.map((rule) => ({ rule }))];
  const notifiedBy = all.find((by) => notifies(by) && !hasJustNotified(idOf(by), conversation, now)) ?? null;
  const lists = new Set(all.map(listOf).filter(Boolean));
  const tagIds = new Set(all.map(tagOf).filter((id) => id !== null));
  return {
    lists: [...lists],
    tagIds: [...tagIds],
    notifiedBy,
    acted: rules.filter(
      (rule) => rule.actionType === "ADD_TO_LIST" || (notifiedBy && idOf(notifiedBy) === rule.id),
    ),
  };
}

/** The response or the rule. */
export const idOf = (by: Answer): string => ("response" in by ? by.response.id : by.rule.id);

function listOf(by: Answer): string {
  if ("response" in by) return by.response.listName;
  return by.rule.actionType === "NOTIFY_OWNER" ? "" : (by.rule.conditions.listName ?? "");
}

function tagOf(by: Answer): string | null {
  if ("response" in by) return by.response.tagId;
  return by.rule.actionType === "NOTIFY_OWNER" ? null : (by.rule.conditions.tagId ?? null);
}

function notifies(by: Answer): boolean {
  if ("response" in by) return by.response.notifiesOwner;
  return by.rule.actionType === "NOTIFY_OWNER" || by.rule.conditions.notifiesOwner === true;
}
