import { randomUUID } from "node:crypto";
import { disclosureFor } from "#contract/social/reply-languages.ts";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { linkOfReply } from "#server/features/social/links/link-of-reply.ts";
import { newLinkCode } from "#server/features/social/links/reply-links.ts";
import { commentIsOver } from "#server/features/social/engine/reply-windows.ts";
import { composeReply } from "./compose-reply.ts";
import type { Current, Ended } from "./decide-batch.ts";
import { confirm, handOver } from "./confirm-wish.ts";
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
        outcomeDetail: decision.outcome === "LISTED" ? decision.effects.lists.join(", ") || null : null,
        ...idsOf(decision.by),
      };
    case "OPT_OUT": {
      if (!conversation.optedOutAt) confirm(current, decision);
      Object.assign(conversation, { optedOutAt: batch.now, isChanged: true });
      return { outcome: "OPTED_OUT", conversationId: conversation.id };
    }
    case "HAND_OVER":
      return handOver(current, decision);
    case "OPT_IN":
      Object.assign(conversation, { optedOutAt: null, isChanged: true });
      return { outcome: "OPTED_IN", conversationId: conversation.id };
    case "NOTHING":
      return { outcome: decision.outcome, outcomeDetail: reasonOf(current, decision), ...idsOf(decision.by) };
  }
}

function applyEffects(
  { batch, rows, event, account, conversation }: Current,
  { lists, tagIds, notifiedBy, acted }: Effects,
): Pick<EventRow, "listedIn" | "taggedWith" | "notifiedBy"> {
  const { personId, personUsername } = event;
  for (const listName of lists)
    rows.listed.push({ platform: account.platform, listName, personId, personUsername });
  for (const tagId of tagIds) {
    rows.tagged.push({ conversationId: conversation.id, tagId, isKnown: conversation.exists });
    // Its row holds the tags: it is written, and locked, before they are.
    conversation.participantUsername ??= personUsername;
    conversation.isChanged = true;
  }
  for (const { id: ruleId } of acted) rows.executed.push({ ruleId });
  const byId = notifiedBy && idOf(notifiedBy);
  if (byId !== null) {
    rows.notices.push({ about: { ruleId: byId }, ownerEmail: account.email });
    conversation.lastNotices.set(byId, batch.now);
  }
  return {
    listedIn: lists.length > 0 ? lists : null,
    taggedWith: tagIds.length > 0 ? tagIds : null,
    notifiedBy: byId,
  };
}

function reply(current: Current, decision: Extract<Decision, { do: "REPLY" }>): Ended {
  const { batch, rows, event, account, conversation } = current;
  const ids = idsOf(decision.by);
  const platform = batch.platformOf(account);
  if (!platform) return { outcome: "NOT_ALLOWED", outcomeDetail: "this platform is not set up here", ...ids };
  const by = "response" in decision.by ? decision.by.response : decision.by.rule;
  const product = batch.products.get(by.productId ?? "");
  const link = linkOfReply(by, product);
  const code = newLinkCode();
  const language = batch.rules.get(account.id)?.language;
  const values = {
    ...personNames(conversation.participantDisplayName, event.personUsername ?? conversation.knownUsername),
    product: product?.title ?? null,
  };
  const composed = composeReply(platform, {
    text: fillPlaceholders(decision.text, values),
    link: link && { title: link.title, url: batch.linkOf(code) },
    disclosure: mustDisclose(current) ? disclosureFor(decision.text, language) : null,
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
      disclosure: null,
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
  if (link)
    rows.links.push({
      code,
      userId: batch.userId,
      productId: link.productId,
      destination: link.destination,
      couponCode: link.couponCode,
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
  conversation.lastAnswered.set(cooldownKey(by.id, cooledBy), batch.now);
  conversation.lastReplyAt = batch.now;
  conversation.hasReplied = true;
  conversation.wasAnswered = true;
  touch(conversation, batch.now);
  return { outcome: "QUEUED", conversationId, ...ids };
}

/**
 * The first automatic message says that it is one; so does the first after a week without any, and after the creator has
 * answered by hand: whoever talked to a person has to know that they no longer do.
 */
const mustDisclose = ({ account, conversation: { lastReplyAt, lastHandAt } }: Current): boolean =>
  account.disclosesAutomation && (!lastReplyAt || (lastHandAt !== null && lastHandAt > lastReplyAt));

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
