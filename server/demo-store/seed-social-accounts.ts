import { randomUUID } from "node:crypto";
import {
  automationRules,
  keywordResponses,
  responseKeywords,
  socialAccounts,
} from "#server/database/schema/social.ts";
import { foldText } from "#server/features/social/engine/decide/fold-text.ts";
import type { Services } from "#server/services.ts";
import { DEMO_RESPONSES, DEMO_RULE, DEMO_SOCIAL_ACCOUNTS, type DemoAnswer } from "./content/demo-social.ts";
import type { Shelf } from "./seed-shelf.ts";
import type { Answerer } from "./social-thread-rows.ts";

type Account = typeof socialAccounts.$inferSelect;

const dayMs = 86_400_000;

/** The demo creator's accounts, by their key in the content. */
export async function seedSocialAccounts(
  db: Services["db"],
  userId: string,
  now: Date,
): Promise<Map<string, Account>> {
  const createdAt = new Date(now.getTime() - 60 * dayMs);
  const rows = await db
    .insert(socialAccounts)
    .values(
      DEMO_SOCIAL_ACCOUNTS.map(({ platform, username, displayName }) => ({
        platform,
        username,
        displayName,
        userId,
        connection: "DEMO" as const,
        platformUserId: `demo_${randomUUID()}`,
        verified: true,
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning();
  return new Map(
    DEMO_SOCIAL_ACCOUNTS.flatMap(({ key, platform }) =>
      rows.filter((row) => row.platform === platform).map((row) => [key, row] as const),
    ),
  );
}

/** Keyword responses and the rule, by their key. */
export async function seedAnswerers(
  db: Services["db"],
  accounts: ReadonlyMap<string, Account>,
  shelf: Shelf,
  now: Date,
): Promise<Map<DemoAnswer, Answerer>> {
  const answerers = new Map<DemoAnswer, Answerer>();
  const createdAt = new Date(now.getTime() - 58 * dayMs);
  const ownerOf = (key: string) => {
    const account = accounts.get(key);
    if (!account) throw new Error(`the demo store has no account ${key}`);
    return { userId: account.userId, socialAccountId: account.id };
  };
  for (const { key, account, keywords, text, type, productSlug } of DEMO_RESPONSES) {
    const id = randomUUID();
    const owner = ownerOf(account);
    const product = (productSlug && shelf.get(productSlug)) || null;
    await db.insert(keywordResponses).values({
      ...owner,
      id,
      keyword: keywords[0] ?? key,
      keywords,
      responseType: type,
      responseText: text,
      productId: product?.id ?? null,
      createdAt,
      updatedAt: createdAt,
    });
    await db.insert(responseKeywords).values(
      keywords.map((keyword) => ({
        socialAccountId: owner.socialAccountId,
        folded: foldText(keyword),
        keywordResponseId: id,
      })),
    );
    answerers.set(key, { keywordResponseId: id, automationRuleId: null, text, product });
  }
  const { key, account, ruleName, text } = DEMO_RULE;
  const id = randomUUID();
  await db.insert(automationRules).values({
    ...ownerOf(account),
    id,
    ruleName,
    triggerType: "FIRST_MESSAGE",
    actionType: "SEND_MESSAGE",
    responseTemplate: text,
    createdAt,
    updatedAt: createdAt,
  });
  return answerers.set(key, { keywordResponseId: null, automationRuleId: id, text, product: null });
}
