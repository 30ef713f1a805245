import { randomInt } from "node:crypto";
import { dmConversations, dmMessages } from "#server/database/schema/social-messages.ts";
import {
  automationRules,
  keywordResponses,
  responseKeywords,
  socialAccounts,
} from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { makeCreator } from "./factories.ts";

type Where = { services: Services };
type Account = typeof socialAccounts.$inferInsert;
type Response = typeof keywordResponses.$inferInsert;
type Conversation = typeof dmConversations.$inferInsert;
type Message = typeof dmMessages.$inferInsert;

/** A verified Demo Mode account on Instagram, of a new creator unless `userId` is given. */
export async function makeSocialAccount(where: Where, fields: Partial<Account> = {}) {
  const platformUserId = fields.platformUserId ?? `1784${randomInt(1e12, 1e13)}`;
  const [account] = await where.services.db
    .insert(socialAccounts)
    .values({
      platform: "INSTAGRAM",
      connection: "DEMO",
      username: `demo_instagram_${platformUserId}`,
      verified: true,
      ...fields,
      userId: fields.userId ?? (await makeCreator(where)).id,
      platformUserId,
    })
    .returning();
  if (!account) throw new Error("no account was made");
  return account;
}

/** A response to the whole word GUIDE, everywhere, with a text alone. */
export async function makeKeywordResponse(
  where: Where,
  account: { id: string; userId: string },
  fields: Partial<Response> = {},
) {
  const keywords = fields.keywords ?? [fields.keyword ?? "GUIDE"];
  const [response] = await where.services.db
    .insert(keywordResponses)
    .values({
      responseText: "Here you go",
      ...fields,
      keyword: keywords[0] ?? "",
      keywords,
      userId: account.userId,
      socialAccountId: account.id,
    })
    .returning();
  if (!response) throw new Error("no response was made");
  await where.services.db.insert(responseKeywords).values(
    keywords.map((keyword) => ({
      socialAccountId: account.id,
      // Enough for the plain words that tests use.
      folded: keyword.toLowerCase(),
      keywordResponseId: response.id,
    })),
  );
  return response;
}

/** A conversation with a new fan who has written at the clock's time; `lastInboundAt: null` for one who has not. */
export async function makeConversation(
  where: Where,
  account: { id: string; userId: string },
  fields: Partial<Conversation> = {},
) {
  const participantId = fields.participantId ?? `fan_${randomInt(1e12, 1e13)}`;
  const now = where.services.clock.now();
  const [conversation] = await where.services.db
    .insert(dmConversations)
    .values({
      platformConversationId: participantId,
      participantUsername: participantId,
      lastInboundAt: now,
      lastMessageAt: fields.lastInboundAt === null ? null : now,
      ...fields,
      participantId,
      userId: account.userId,
      socialAccountId: account.id,
    })
    .returning();
  if (!conversation) throw new Error("no conversation was made");
  return conversation;
}

/** A text that the fan wrote at the clock's time. Give `senderId` the account's `platformUserId` for one of ours. */
export async function makeMessage(
  where: Where,
  conversation: { id: string; userId: string; participantId: string },
  fields: Partial<Message> = {},
) {
  const [message] = await where.services.db
    .insert(dmMessages)
    .values({
      platformMessageId: `m_${randomInt(1e12, 1e13)}`,
      senderId: conversation.participantId,
      messageText: "Hello",
      platformCreatedAt: where.services.clock.now(),
      ...fields,
      conversationId: conversation.id,
      userId: conversation.userId,
    })
    .returning();
  if (!message) throw new Error("no message was made");
  return message;
}

/** A rule that answers the first message of every person with a text alone. */
export async function makeAutomationRule(
  where: Where,
  account: { id: string; userId: string },
  fields: Partial<typeof automationRules.$inferInsert> = {},
) {
  const [rule] = await where.services.db
    .insert(automationRules)
    .values({
      ruleName: "Welcome",
      triggerType: "FIRST_MESSAGE",
      actionType: "SEND_MESSAGE",
      responseTemplate: "Welcome!",
      ...fields,
      userId: account.userId,
      socialAccountId: account.id,
    })
    .returning();
  if (!rule) throw new Error("no rule was made");
  return rule;
}
