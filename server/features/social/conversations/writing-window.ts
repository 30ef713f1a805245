import type { Conversation } from "#contract/social/conversations.ts";
import { momentText } from "#contract/dates.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import type { accountProblems } from "#server/database/schema/social.ts";
import { messageWindowMs } from "#server/features/social/engine/reply-windows.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";

/** A conversation as far as it decides who may write in it. */
export type WritingState = {
  platform: PlatformName;
  username: string;
  accountActive: boolean;
  verified: boolean;
  problem: (typeof accountProblems)[number] | null;
  /** When the person last wrote to us in a message. */
  lastInboundAt: Date | null;
  /** They came by an ad that opens a message. */
  adOpenUntil: Date | null;
  /** The creator's. */
  zone: string;
};

/** Until when the platform lets us write, or let us; null: it sets no end (X), or the person has never written. */
export function windowEnd({
  platform,
  lastInboundAt,
  adOpenUntil,
}: Pick<WritingState, "platform" | "lastInboundAt" | "adOpenUntil">): Date | null {
  if (platform === "TWITTER" || !lastInboundAt) return null;
  return new Date(Math.max(lastInboundAt.getTime() + messageWindowMs, adOpenUntil?.getTime() ?? 0));
}

/** Why the creator cannot write here by hand; null where they can. */
export function writingRefusal(state: WritingState, now: Date): Conversation["refusal"] {
  const problem = accountProblem(state);
  if (problem) return { code: "ACCOUNT_PROBLEM", message: problem };
  const platform = platformNames[state.platform];
  if (!state.lastInboundAt)
    return {
      code: "WINDOW_CLOSED",
      message: `They have not written to you yet. ${platform} lets you write only after they do.`,
    };
  const end = windowEnd(state);
  if (end && end <= now)
    return {
      code: "WINDOW_CLOSED",
      message: `${platform} lets you answer for 24 hours after their message: until ${momentText(end, state.zone)}. You can write when they write again.`,
    };
  return null;
}

function accountProblem({
  accountActive,
  verified,
  problem,
  platform,
  username,
}: WritingState): string | undefined {
  const name = platformNames[platform];
  const problems: Record<NonNullable<WritingState["problem"]>, string> = {
    UNCONFIRMED: `${name} has not confirmed @${username} yet. Look at it under Connected Accounts.`,
    RECONNECT: `The connection to @${username} has ended. Reconnect it under Connected Accounts.`,
    RESTRICTED: `${name} restricts @${username} at the moment: it lets no messages through.`,
    MESSAGE_ACCESS_OFF: `@${username} gives no access to its messages. Allow it in ${name}'s settings, under Connected tools.`,
    PERMISSION_MISSING: `${name} misses a permission to send messages for @${username}. Reconnect it under Connected Accounts.`,
    NO_CREDITS: `${name} takes no more messages: the credits are used up.`,
  };
  if (problem) return problems[problem];
  if (!verified) return problems.UNCONFIRMED;
  if (!accountActive) return `@${username} is switched off. Switch it on under Connected Accounts.`;
  return undefined;
}
