import type { AudienceCondition } from "#contract/mailings/audience.ts";
import type { MailingState } from "#contract/mailings/mailings.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const stateWords: Record<MailingState, { label: string; tone: BadgeTone }> = {
  DRAFT: { label: "Draft", tone: "neutral" },
  SCHEDULED: { label: "Planned", tone: "info" },
  LATE: { label: "Late", tone: "warning" },
  SENDING: { label: "Sending", tone: "brand" },
  SENT: { label: "Sent", tone: "success" },
  STOPPED: { label: "Stopped", tone: "outline" },
};

export const conditionWords: Record<AudienceCondition["type"], string> = {
  bought: "Bought",
  spent: "Spent",
  member: "Membership",
  cameFrom: "Came from",
  leftCart: "Left a cart",
  subscribed: "On your list",
  tag: "Tag",
};

/** What a condition is when it is added. */
export const newCondition = (type: AudienceCondition["type"]): AudienceCondition => {
  switch (type) {
    case "bought":
    case "leftCart":
      return { type, is: true, productId: null, since: null };
    case "spent":
      return { type, is: true, atLeastCents: 5_000 };
    case "member":
      return { type, is: true, productId: null, when: "NOW" };
    case "cameFrom":
      return { type, is: true, source: "REPLY" };
    case "subscribed":
      return { type, is: true };
    case "tag":
      return { type, is: true, tagId: null };
    default:
      return type satisfies never;
  }
};
