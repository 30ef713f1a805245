import type { ActionType, TriggerType } from "#contract/social/automation-rules.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { sends } from "./rule-texts.ts";

type Place = Pick<Account, "platform" | "connection">;

/** Why a trigger is of no use on an account; undefined where it is. A demo account has all of its platform's. */
export function reasonAgainstTrigger({ platform, connection }: Place, trigger: TriggerType) {
  if (platform === "TWITTER") {
    if (trigger === "STORY_REPLY") return "X has no stories.";
    if (trigger === "COMMENT") return "X does not tell us of replies under your posts.";
    return undefined;
  }
  if (connection === "DEMO") return undefined;
  if (trigger === "FOLLOW") return `${platformNames[platform]} does not tell us who follows you.`;
  if (platform === "FACEBOOK" && trigger === "STORY_REPLY")
    return "Messenger does not tell replies to a story from other messages.";
  if (platform === "FACEBOOK" && trigger === "MENTION") return "Messenger does not tell us of mentions.";
  return undefined;
}

/** Why an action may not follow a trigger there; undefined where it may. The server refuses the same. */
export function reasonAgainstAction(
  { platform }: Pick<Place, "platform">,
  trigger: TriggerType,
  action: ActionType,
) {
  if (!sends(action)) return undefined;
  if (trigger === "FOLLOW")
    return "Platforms let nobody be written to for following: add them to a list, or be notified.";
  if (platform === "TWITTER" && trigger !== "KEYWORD" && trigger !== "FIRST_MESSAGE")
    return "On X only people who wrote to you first may be answered: add them to a list, or be notified.";
  return undefined;
}
