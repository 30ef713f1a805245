import { adWindowMs, commentIsOver, messageWindowMs } from "#server/features/social/engine/reply-windows.ts";
import type { ConversationState, DecidedEvent, EventOutcome } from "./decision.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** So that two bots that answer each other come to an end. */
export const repliesPerHour = 10;

/**
 * A fan who repeats a word in a message lost the link and wants it again. One who comments the same word twice under one
 * post is chatting; under the next post they are asking for that post's link.
 */
const messageCooldownMs = 60_000;
const commentCooldownMs = 7 * dayMs;

/** The owner is notified about the same person once a day: somebody who writes all the time fills no mailbox. */
const noticeCooldownMs = dayMs;

type LimitedEvent = Pick<DecidedEvent, "kind" | "postId" | "isLive" | "isFromAd" | "occurredAt">;

type Limit = Extract<EventOutcome, "WINDOW_CLOSED" | "COOLDOWN" | "HOURLY_LIMIT" | "PLAN_LIMIT">;

/** What a cooldown is counted by: the reply, and for comments the post, too. A comment and a message never share one. */
export const cooldownKey = (byId: string, { kind, postId }: Pick<DecidedEvent, "kind" | "postId">): string =>
  kind === "COMMENT" ? `${byId} under ${postId ?? ""}` : byId;

/**
 * What forbids an automatic reply by the response or rule of this id, or undefined. What the platform forbids is said
 * first, and the plan last: a larger one is only named where it would have helped.
 */
export function limitOf(
  event: LimitedEvent,
  byId: string,
  conversation: ConversationState | undefined,
  repliesLeft: number | null,
  now: Date,
): Limit | undefined {
  if (isWindowClosed(event, conversation, now)) return "WINDOW_CLOSED";
  const cooldownMs = event.kind === "COMMENT" ? commentCooldownMs : messageCooldownMs;
  if (isWithin(cooldownMs, conversation?.lastAnswered.get(cooldownKey(byId, event)), now)) return "COOLDOWN";
  const recent = conversation?.recentReplies.filter((at) => !isPast(at, hourMs, now)) ?? [];
  if (recent.length >= repliesPerHour) return "HOURLY_LIMIT";
  return repliesLeft !== null && repliesLeft <= 0 ? "PLAN_LIMIT" : undefined;
}

function isWindowClosed(
  event: LimitedEvent,
  conversation: ConversationState | undefined,
  now: Date,
): boolean {
  const { kind, isLive, isFromAd, occurredAt: writtenAt } = event;
  if (kind === "COMMENT") return commentIsOver({ isLive, writtenAt }, now) !== undefined;
  if (conversation?.adOpenUntil && conversation.adOpenUntil > now) return false;
  return isPast(writtenAt, isFromAd ? adWindowMs : messageWindowMs, now);
}

/** Whether the owner was notified about the person lately, by the response or rule of this id. */
export const hasJustNotified = (
  byId: string,
  conversation: ConversationState | undefined,
  now: Date,
): boolean => isWithin(noticeCooldownMs, conversation?.lastNotices.get(byId), now);

const isWithin = (cooldownMs: number, last: Date | undefined, now: Date): boolean =>
  last !== undefined && !isPast(last, cooldownMs, now);

const isPast = (moment: Date, afterMs: number, now: Date): boolean =>
  now.getTime() - moment.getTime() >= afterMs;
