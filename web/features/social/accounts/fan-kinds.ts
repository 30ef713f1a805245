import type { Platform, simulateFan } from "#contract/social/social-accounts.ts";
import type { Input } from "#web/api.ts";

export type FanKind = NonNullable<Input<typeof simulateFan>["body"]["kind"]>;
export type FanInput = {
  kind: FanKind;
  username: string;
  text: string;
  postId: string;
  /** COMMENT: under a live video. */
  isLive: boolean;
};

export const fanKindName: Readonly<Record<FanKind, string>> = {
  DM: "Direct message",
  COMMENT: "Comment under a post",
  STORY_REPLY: "Reply to a story",
  FOLLOW: "New follower",
  MENTION: "Mention",
};

/** What a fan can do on a platform; X has no stories. */
export const fanKindsOf = (platform: Platform): FanKind[] =>
  platform === "TWITTER"
    ? ["DM", "COMMENT", "FOLLOW", "MENTION"]
    : ["DM", "COMMENT", "STORY_REPLY", "FOLLOW", "MENTION"];
