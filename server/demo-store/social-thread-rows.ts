import { randomUUID } from "node:crypto";
import { disclosureFor } from "#contract/social/reply-languages.ts";
import type { demoComments, demoFans, demoMessages } from "#server/database/schema/sandbox-social.ts";
import type { replyLinks } from "#server/database/schema/social-links.ts";
import type {
  dmConversations,
  dmMessages,
  socialEvents,
  socialSends,
} from "#server/database/schema/social-messages.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";
import { composeReply } from "#server/features/social/engine/decide/compose-reply.ts";
import { newLinkCode } from "#server/features/social/links/reply-links.ts";
import type { SocialPlatform } from "#server/platforms/social-platform.ts";
import { linkOfReply } from "#server/features/social/links/link-of-reply.ts";
import { DEMO_POST, type DemoAnswer, type DemoStep, type DemoThread } from "./content/demo-social.ts";

/** Who answers, as the thread's rows name it. */
export type Answerer = {
  keywordResponseId: string | null;
  automationRuleId: string | null;
  text: string;
  product: { id: string; title: string; type: string; priceCents: number } | null;
};
type Given = {
  account: typeof socialAccounts.$inferSelect;
  platform: SocialPlatform;
  answerers: ReadonlyMap<DemoAnswer, Answerer>;
  startsAt: Date;
  publicUrl: URL;
};

/** The rows of one thread. Links and sends name their event by its `platformEventId` until that has an id. */
export type ThreadRows = {
  conversation: typeof dmConversations.$inferInsert;
  messages: (typeof dmMessages.$inferInsert)[];
  events: (typeof socialEvents.$inferInsert)[];
  sends: (typeof socialSends.$inferInsert & { of: string | null })[];
  links: (typeof replyLinks.$inferInsert & { id: string; of: string; buys: boolean; createdAt: Date })[];
  fan: typeof demoFans.$inferInsert;
  comments: (typeof demoComments.$inferInsert)[];
  delivered: (typeof demoMessages.$inferInsert)[];
};

/** Everything that a thread of the demo store would have left behind, had it been written on the demo platform. */
export function threadRows(thread: DemoThread, given: Given): ThreadRows {
  const { account, startsAt } = given;
  const conversationId = randomUUID();
  const personId = `demo_p_${randomUUID()}`;
  const owner = { userId: account.userId, socialAccountId: account.id };
  const rows: ThreadRows = {
    conversation: {
      ...owner,
      id: conversationId,
      platformConversationId: personId,
      participantId: personId,
      participantUsername: thread.username,
      participantDisplayName: thread.displayName,
      hasUnread: thread.isUnread ?? false,
      createdAt: startsAt,
    },
    messages: [],
    events: [],
    sends: [],
    links: [],
    fan: { accountId: account.platformUserId, personId, username: thread.username },
    comments: [],
    delivered: [],
  };
  let at = startsAt;
  for (const step of thread.steps) {
    at = new Date(at.getTime() + step.after * 60_000);
    rows.conversation.lastMessageAt = at;
    if ("creator" in step) {
      say(rows, given, step.creator, null, { at, by: "CREATOR" });
      rows.conversation.pausedUntil = new Date(at.getTime() + 86_400_000);
    } else addInbound(rows, given, step, at);
  }
  return rows;
}

function addInbound(
  rows: ThreadRows,
  given: Given,
  step: Extract<DemoStep, { fan: string }>,
  at: Date,
): void {
  const { account, answerers } = given;
  const { conversation, fan } = rows;
  const isComment = step.as === "COMMENT";
  const platformId = `demo_${isComment ? "c" : "m"}_${randomUUID()}`;
  const kind = step.as ?? "MESSAGE";
  const messageId = randomUUID();
  const answerer = step.answer && answerers.get(step.answer);
  const pausedUntil = !answerer && conversation.pausedUntil;
  const isPaused = Boolean(pausedUntil && pausedUntil > at);
  const event: ThreadRows["events"][number] = {
    userId: account.userId,
    socialAccountId: account.id,
    kind,
    platformEventId: `${kind}:${platformId}`,
    personId: fan.personId,
    personUsername: fan.username,
    text: step.fan,
    detail: isComment ? { commentId: platformId, postId: DEMO_POST } : { messageId: platformId },
    occurredAt: at,
    receivedAt: at,
    decidedAt: at,
    outcome: step.outcome ?? (answerer ? "SENT" : isPaused ? "CREATOR_ANSWERS" : "NO_MATCH"),
    outcomeDetail: pausedUntil && isPaused ? `until ${pausedUntil.toISOString()}` : null,
    conversationId: conversation.id ?? null,
    messageId,
    keywordResponseId: answerer?.keywordResponseId ?? null,
    automationRuleId: answerer?.automationRuleId ?? null,
  };
  rows.messages.push({
    id: messageId,
    userId: account.userId,
    conversationId: conversation.id ?? "",
    platformMessageId: isComment ? `comment:${platformId}` : platformId,
    senderId: fan.personId,
    messageText: step.fan,
    platformCreatedAt: at,
    createdAt: at,
  });
  rows.events.push(event);
  if (step.outcome === "OPTED_OUT") conversation.optedOutAt = at;
  if (isComment)
    rows.comments.push({
      id: platformId,
      accountId: fan.accountId,
      personId: fan.personId,
      postId: DEMO_POST,
      text: step.fan,
      createdAt: at,
    });
  else {
    conversation.lastInboundAt = at;
    fan.lastWroteAt = at;
  }
  if (answerer) answer(rows, given, { step, answerer, event, at });
}

type Answered = {
  step: Extract<DemoStep, { fan: string }>;
  answerer: Answerer;
  event: ThreadRows["events"][number];
  at: Date;
};

function answer(rows: ThreadRows, given: Given, { step, answerer, event, at }: Answered): void {
  const code = newLinkCode();
  const { product } = answerer;
  const link =
    product &&
    linkOfReply(
      { productId: product.id, linkTarget: null, buttonTitle: "", couponCode: "" },
      { ...product, isFree: product.priceCents === 0 },
    );
  const isFirst = !rows.messages.some(({ isFromBot }) => isFromBot);
  const composed = composeReply(given.platform, {
    text: answerer.text,
    link: link && { title: link.title, url: new URL(`/l/${code}`, given.publicUrl).href },
    disclosure: isFirst ? disclosureFor(answerer.text) : null,
  });
  say(rows, given, composed.text, composed.button, {
    at: new Date(at.getTime() + 1_000),
    by: answerer,
    event,
  });
  if (!link) return;
  const clicks = step.clicks ?? 0;
  rows.links.push({
    id: randomUUID(),
    of: event.platformEventId,
    buys: step.buys ?? false,
    code,
    userId: event.userId,
    productId: link.productId,
    destination: link.destination,
    keywordResponseId: answerer.keywordResponseId,
    automationRuleId: answerer.automationRuleId,
    postId: event.kind === "COMMENT" ? DEMO_POST : null,
    clicks,
    lastClickedAt: clicks > 0 ? new Date(at.getTime() + 9 * 60_000) : null,
    createdAt: at,
  });
}

/** Something written in the account's name, as it is known after it has arrived. */
function say(
  rows: ThreadRows,
  { account }: Given,
  text: string,
  button: { title: string; url: string } | null,
  { at, by, event }: { at: Date; by: Answerer | "CREATOR"; event?: ThreadRows["events"][number] },
): void {
  const { conversation, fan } = rows;
  const messageId = randomUUID();
  const providerMessageId = `demo_m_${randomUUID()}`;
  const commentId = event?.kind === "COMMENT" ? (event.detail?.["commentId"] ?? null) : null;
  rows.messages.push({
    id: messageId,
    userId: account.userId,
    conversationId: conversation.id ?? "",
    platformMessageId: providerMessageId,
    senderId: account.platformUserId,
    messageText: text,
    messageType: button ? "LINK" : "TEXT",
    isFromBot: by !== "CREATOR",
    triggeredKeywordId: by === "CREATOR" ? null : by.keywordResponseId,
    platformCreatedAt: at,
    createdAt: at,
  });
  rows.sends.push({
    of: event?.platformEventId ?? null,
    userId: account.userId,
    socialAccountId: account.id,
    platform: account.platform,
    purpose: by === "CREATOR" ? "BY_HAND" : "REPLY",
    conversationId: conversation.id,
    messageId,
    recipientId: fan.personId,
    commentId,
    text,
    button,
    state: "SENT",
    attempts: 1,
    dueAt: at,
    claimedAt: at,
    sentAt: at,
    providerMessageId,
    createdAt: at,
  });
  rows.delivered.push({
    id: providerMessageId,
    accountId: account.platformUserId,
    personId: fan.personId,
    commentId,
    visibility: "PRIVATE",
    text,
    button,
    createdAt: at,
  });
  conversation.lastMessageAt = at;
}
