import { randomUUID } from "node:crypto";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { newLinkCode } from "#server/features/social/links/reply-links.ts";
import { commentIsOver } from "#server/features/social/engine/reply-windows.ts";
import { composeReply } from "./compose-reply.ts";
import type { Current, Ended } from "./decide-batch.ts";
import type { Answer, Decision, Effects } from "./decision.ts";
import { idOf } from "./effects.ts";
import { cooldownKey } from "./limits.ts";
import type { EventRow } from "#server/features/social/engine/inbox/batch-rows.ts";
import { touch } from "#server/features/social/engine/inbox/record-messages.ts";
import { personNames } from "#server/features/social/engine/inbox/person-names.ts";

/** Turns a decision into rows, and carries what it changes on to the next event. */
export function actOn(current: Current, decision: Decision): Ended {
  const { effects } = "effects" in decision ? decision : {};
  const ended = outcomeOf(current, decision);
  return effects ? { ...ended, ...applyEffects(current, effects) } : ended;
}

function outcomeOf(current: Current, decision: Decision): Ended {
  const { batch, conversation } = current;
  switch (decision.do) {
    case "REPLY":
      return reply(current, decision);
    case "ACT":
      return {
        outcome: decision.outcome,
        outcomeDetail: decision.outcome === "LISTED" ? decision.effects.lists.join(", ") : null,
        ...idsOf(decision.by),
      };
    case "OPT_OUT":
      Object.assign(conversation, { optedOutAt: batch.now, isChanged: true });
      return { outcome: "OPTED_OUT", conversationId: conversation.id };
    case "OPT_IN":
      Object.assign(conversation, { optedOutAt: null, isChanged: true });
      return { outcome: "OPTED_IN", conversationId: conversation.id };
    case "NOTHING":
      return { outcome: decision.outcome, outcomeDetail: reasonOf(current, decision), ...idsOf(decision.by) };
  }
}

function applyEffects(
  { batch, rows, event, account, conversation }: Current,
  { lists, notifiedBy, acted }: Effects,
): Pick<EventRow, "listedIn" | "notifiedBy"> {
  const { personId, personUsername } = event;
  for (const listName of lists)
    rows.listed.push({ platform: account.platform, listName, personId, personUsername });
  for (const { id: ruleId } of acted) rows.executed.push({ ruleId });
  const byId = notifiedBy && idOf(notifiedBy);
  if (byId !== null) {
    rows.notices.push({ ruleId: byId, ownerEmail: account.email });
    conversation.lastNotices.set(byId, batch.now);
  }
  return { listedIn: lists.length > 0 ? lists : null, notifiedBy: byId };
}

function reply(
  { batch, rows, event, account, conversation }: Current,
  decision: Extract<Decision, { do: "REPLY" }>,
): Ended {
  const ids = idsOf(decision.by);
  const platform = batch.platformOf(account);
  if (!platform) return { outcome: "NOT_ALLOWED", outcomeDetail: "this platform is not set up here", ...ids };
  const code = decision.productId && newLinkCode();
  const title = batch.titles.get(decision.productId ?? "") ?? null;
  const values = {
    ...personNames(conversation.participantDisplayName, event.personUsername ?? conversation.knownUsername),
    product: title,
  };
  const composed = composeReply(platform, {
    text: fillPlaceholders(decision.text, values),
    link: code ? { title: title ?? "Open", url: batch.linkOf(code) } : null,
    isDisclosed: account.disclosesAutomation && !conversation.hasReplied,
  });
  const { id: conversationId } = conversation;
  const sendId = randomUUID();
  const messageId = randomUUID();
  rows.messages.push({
    id: messageId,
    conversationId,
    platformMessageId: `send:${sendId}`,
    senderId: account.platformUserId,
    text: composed.text,
    type: composed.button ? "LINK" : "TEXT",
    isFromBot: true,
    keywordResponseId: ids.keywordResponseId ?? null,
    at: batch.now,
  });
  const to = {
    accountId: account.id,
    platform: account.platform,
    eventId: event.id,
    conversationId,
    recipientId: event.personId,
    commentId: event.kind === "COMMENT" ? (event.detail["commentId"] ?? null) : null,
    isLive: isLive(event),
  };
  rows.sends.push({ ...to, ...composed, id: sendId, purpose: "REPLY", messageId });
  if (decision.publicReply !== null && to.commentId) {
    const { text, button } = composeReply(platform, {
      text: fillPlaceholders(decision.publicReply, values),
      link: null,
      isDisclosed: false,
    });
    rows.sends.push({
      ...to,
      text,
      button,
      id: randomUUID(),
      purpose: "PUBLIC_REPLY",
      messageId: null,
    });
  }
  if (code && decision.productId)
    rows.links.push({
      code,
      userId: batch.userId,
      productId: decision.productId,
      eventId: event.id,
      keywordResponseId: ids.keywordResponseId ?? null,
      automationRuleId: ids.automationRuleId ?? null,
      postId: event.kind === "COMMENT" ? (event.detail["postId"] ?? null) : null,
      now: batch.now,
    });
  rows.replies++;
  if (batch.repliesLeft !== null) batch.repliesLeft--;
  conversation.recentReplies.push(batch.now);
  const cooledBy = { kind: event.kind, postId: event.detail["postId"] ?? null };
  conversation.lastAnswered.set(cooldownKey(idOf(decision.by), cooledBy), batch.now);
  conversation.hasReplied = true;
  conversation.wasAnswered = true;
  touch(conversation, batch.now);
  return { outcome: "QUEUED", conversationId, ...ids };
}

const idsOf = (by: Answer | undefined) => {
  if (!by) return {};
  return "response" in by ? { keywordResponseId: by.response.id } : { automationRuleId: by.rule.id };
};

const isLive = ({ detail }: Current["event"]): boolean => detail["live"] === "true";

/** What the outcome does not say by itself. */
function reasonOf(
  { batch, event, conversation }: Current,
  { outcome }: Extract<Decision, { do: "NOTHING" }>,
) {
  if (outcome === "CREATOR_ANSWERS" && conversation.pausedUntil)
    return `until ${conversation.pausedUntil.toISOString()}`;
  if (outcome === "WINDOW_CLOSED" && event.kind === "COMMENT")
    return commentIsOver({ isLive: isLive(event), writtenAt: event.occurredAt }, batch.now) ?? null;
  return outcome === "UNSUPPORTED" ? (event.detail["note"] ?? null) : null;
}
