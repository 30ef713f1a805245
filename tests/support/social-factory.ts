import { randomInt } from "node:crypto";
import { keywordResponses, responseKeywords, socialAccounts } from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { makeCreator } from "./factories.ts";

type Where = { services: Services };
type Account = typeof socialAccounts.$inferInsert;
type Response = typeof keywordResponses.$inferInsert;

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
