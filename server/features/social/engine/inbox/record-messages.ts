import { randomUUID } from "node:crypto";
import type { Current, Ended } from "#server/features/social/engine/decide/decide-batch.ts";
import type { Decision } from "#server/features/social/engine/decide/decision.ts";
import { adWindowMs } from "#server/features/social/engine/reply-windows.ts";
import type { OpenConversation } from "./open-conversations.ts";
import { sendResult } from "#server/features/social/engine/send/record-results.ts";

/** For as long the program is silent after the creator has answered by hand. */
const pauseMs = 24 * 3_600_000;

/** Puts what a person wrote into their conversation, where it belongs to one. Answers the message's id. */
export function recordInbound(current: Current, decision: Decision): string | undefined {
  const { rows, event, conversation } = current;
  if (!belongsToConversation(current, decision)) return undefined;
  const { messageId, commentId, messageType = "TEXT" } = event.detail;
  if (messageId && event.kind !== "OTHER")
    conversation.lastInboundAt = later(conversation.lastInboundAt, event.occurredAt);
  if (event.detail["ad"] === "true")
    conversation.adOpenUntil = later(
      conversation.adOpenUntil,
      new Date(event.occurredAt.getTime() + adWindowMs),
    );
  touch(conversation, event.occurredAt);
  conversation.participantUsername = event.personUsername ?? conversation.participantUsername;
  conversation.hasUnread = true;
  const id = randomUUID();
  rows.messages.push({
    id,
    conversationId: conversation.id,
    platformMessageId: messageId ?? `${event.kind.toLowerCase()}:${commentId ?? event.id}`,
    senderId: event.personId,
    text: event.text,
    type: messageType,
    isFromBot: false,
    keywordResponseId: null,
    at: event.occurredAt,
  });
  return id;
}

/** A comment and a mention in public are no messages: they stand in a conversation that there is or comes of them. */
function belongsToConversation({ event, conversation }: Current, decision: Decision): boolean {
  const outcome = decision.do === "NOTHING" ? decision.outcome : undefined;
  if (event.kind === "FOLLOW" || outcome === "OWN_MESSAGE") return false;
  if (event.kind === "OTHER") return outcome === "ENCRYPTED";
  const isMessage = event.kind === "MESSAGE" || event.kind === "STORY_REPLY" || event.detail["messageId"];
  const isTagged =
    "effects" in decision && decision.effects !== undefined && decision.effects.tagIds.length > 0;
  return (
    Boolean(isMessage) || decision.do === "REPLY" || isTagged || conversation.exists || conversation.isChanged
  );
}

/**
 * What was written in the account's own name: by us, by another app, or by the creator on the platform, after which the
 * program rests.
 */
export function recordEcho({ batch, rows, event, account, conversation }: Current): Ended | undefined {
  const echo = batch.echoes.get(event.id);
  if (echo?.is === "UNCLEAR") return undefined;
  if (echo?.is === "OURS") {
    if (echo.sendId)
      rows.echoed.push(
        sendResult(echo.sendId, "SENT", { providerMessageId: event.detail["messageId"] ?? null }),
      );
    return { outcome: "OWN_MESSAGE" };
  }
  const id = randomUUID();
  const isProgram = echo?.is === "PROGRAM";
  if (isProgram) rows.otherApps.push({ accountId: account.id, at: event.occurredAt });
  else pauseForHand(conversation, event.occurredAt);
  conversation.wasAnswered = true;
  touch(conversation, event.occurredAt);
  rows.messages.push({
    id,
    conversationId: conversation.id,
    platformMessageId: event.detail["messageId"] ?? `echo:${event.id}`,
    senderId: account.platformUserId,
    text: batch.takenBack.has(event.id) ? "" : event.text,
    type: event.detail["messageType"] ?? "TEXT",
    isFromBot: isProgram,
    keywordResponseId: null,
    at: event.occurredAt,
  });
  const outcome = isProgram ? "OTHER_APP" : "OWN_MESSAGE";
  return { outcome, messageId: id, conversationId: conversation.id };
}

/** The creator answers: the program is silent for a day, and whoever asked for a person has one. */
function pauseForHand(conversation: OpenConversation, at: Date): void {
  conversation.pausedUntil = later(conversation.pausedUntil, new Date(at.getTime() + pauseMs));
  conversation.lastHandAt = later(conversation.lastHandAt, at);
  if (conversation.needsYouAt && conversation.needsYouAt <= at) conversation.needsYouAt = null;
}

/** Something was written in it. */
export function touch(conversation: OpenConversation, at: Date): void {
  conversation.lastMessageAt = later(conversation.lastMessageAt, at);
  conversation.isChanged = true;
}

const later = (a: Date | null, b: Date): Date => (a && a > b ? a : b);
