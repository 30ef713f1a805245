import type { DmMessage } from "#contract/social/conversations.ts";
import { dayOf, dayText } from "#contract/dates.ts";
import type { EventKind } from "#contract/social/social-accounts.ts";
import type { z } from "zod";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { shopNow } from "#web/shop-now.ts";

type Kind = z.infer<typeof EventKind>;
type MessageFacts = Pick<DmMessage, "text" | "messageType" | "kind" | "outcome">;

/** What a message says, or in words what it is. A message that was taken back has no text any more. */
export function messageText({ text, messageType, kind, outcome }: MessageFacts): string {
  if (text) return text;
  if (outcome === "ENCRYPTED") return "Encrypted message";
  if (messageType !== "TEXT") return { IMAGE: "Picture", VIDEO: "Video", LINK: "Link" }[messageType];
  if (outcome === "DELETED" || !kind || kind === "MESSAGE" || kind === "COMMENT")
    return "This message was deleted";
  return kindText[kind];
}

/** What happened, for the list of all events. */
export const kindText: Readonly<Record<Kind, string>> = {
  MESSAGE: "Message",
  STORY_REPLY: "Reply to your story",
  COMMENT: "Comment",
  MENTION: "Mention",
  FOLLOW: "New follower",
  ECHO: "Your own message",
  DELETION: "Message taken back",
  OTHER: "Something else",
};

/** How the delivery of one of the account's own messages went. */
export function deliveryText({ delivery, failure }: Pick<DmMessage, "delivery" | "failure">): {
  text: string;
  tone: BadgeTone;
} {
  switch (delivery) {
    case "QUEUED":
    case "SENDING":
      return { text: failure ? `Waiting: ${failure}` : "Sending…", tone: "neutral" };
    case "FAILED":
      return { text: failure ? `Not sent: ${failure}` : "Not sent", tone: "destructive" };
    case "UNKNOWN":
      return {
        text: "May not have arrived. It is not sent again, so that nobody gets it twice.",
        tone: "warning",
      };
    default:
      return { text: "Sent", tone: "success" };
  }
}

/** Today, Yesterday, or the day. */
export function dayName(iso: string, zone: string, now = shopNow()): string {
  const daysAgo = [0, 1].find(
    (days) => dayOf(new Date(now.getTime() - days * dayMs), zone) === dayOf(new Date(iso), zone),
  );
  return daysAgo === undefined ? dayText(iso, zone) : (["Today", "Yesterday"][daysAgo] ?? "");
}

const dayMs = 86_400_000;
