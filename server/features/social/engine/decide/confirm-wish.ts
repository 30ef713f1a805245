import { randomUUID } from "node:crypto";
import type { ReplyLanguage } from "#contract/social/reply-languages.ts";
import { touch } from "#server/features/social/engine/inbox/record-messages.ts";
import { confirmationOf } from "./confirmations.ts";
import type { Current, Ended } from "./decide-batch.ts";
import type { Decision } from "./decision.ts";
import { repliesPerHour } from "./limits.ts";

type Wish = Extract<Decision, { do: "OPT_OUT" | "HAND_OVER" }>;

const dayMs = 86_400_000;

/** Automation rests as after an answer by hand, and the creator is told, once until they have answered. */
export function handOver(current: Current, decision: Wish): Ended {
  const { batch, rows, account, conversation } = current;
  const isTalking = conversation.pausedUntil !== null && conversation.pausedUntil > batch.now;
  if (!conversation.needsYouAt) {
    rows.notices.push({ about: { accountId: account.id }, ownerEmail: account.email });
    if (!isTalking && !conversation.optedOutAt) confirm(current, decision);
  }
  const pausedUntil = new Date(batch.now.getTime() + dayMs);
  Object.assign(conversation, {
    needsYouAt: conversation.needsYouAt ?? batch.now,
    pausedUntil: isTalking && conversation.pausedUntil ? conversation.pausedUntil : pausedUntil,
    isChanged: true,
  });
  return { outcome: "HANDED_OVER", conversationId: conversation.id };
}

/**
 * Queues the one answer that a wish gets. It costs no reply of the plan, and is sent where automation is off for the person:
 * it says that it is. None where the account or the conversation is switched off, or another app controls it.
 */
export function confirm({ batch, rows, event, account, conversation }: Current, wish: Wish): void {
  const isOff = !account.isActive || !conversation.isActive || event.detail["standby"] === "yes";
  const isLate = batch.now.getTime() - event.occurredAt.getTime() >= dayMs;
  const lastHour = conversation.recentReplies.filter((at) => batch.now.getTime() - at.getTime() < dayMs / 24);
  if (isOff || isLate || lastHour.length >= repliesPerHour || !batch.platformOf(account)) return;
  const usual: ReplyLanguage | undefined = batch.rules.get(account.id)?.language;
  const text = confirmationOf(wish.do, wish.language ?? usual ?? "en");
  const sendId = randomUUID();
  const messageId = randomUUID();
  rows.messages.push({
    id: messageId,
    conversationId: conversation.id,
    platformMessageId: `send:${sendId}`,
    senderId: account.platformUserId,
    text,
    type: "TEXT",
    isFromBot: true,
    keywordResponseId: null,
    at: batch.now,
  });
  rows.sends.push({
    id: sendId,
    accountId: account.id,
    platform: account.platform,
    purpose: "CONFIRMATION",
    eventId: event.id,
    conversationId: conversation.id,
    messageId,
    recipientId: event.personId,
    commentId: null,
    isLive: false,
    text,
    button: null,
  });
  conversation.recentReplies.push(batch.now);
  touch(conversation, batch.now);
}
