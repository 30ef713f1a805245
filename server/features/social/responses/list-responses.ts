import { and, desc, eq } from "drizzle-orm";
import type { KeywordResponse } from "#contract/social/keyword-responses.ts";
import { isPublished } from "#server/database/published.ts";
import { products } from "#server/database/schema/catalog.ts";
import { keywordResponses, socialAccounts } from "#server/database/schema/social.ts";
import { tags } from "#server/database/schema/tags.ts";
import { NotFound } from "#server/errors.ts";
import { earningsByResponse, noEarnings } from "#server/features/social/links/earnings.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "db" | "pool">;

/** The creator's keyword responses, newest first, with what each earned. */
export const listKeywordResponses = (services: Dependencies, creatorId: string): Promise<KeywordResponse[]> =>
  selectResponses(services, creatorId);

/** One of them. Throws 404 for any other id. */
export async function getKeywordResponse(
  services: Dependencies,
  creatorId: string,
  responseId: string,
): Promise<KeywordResponse> {
  const [response] = await selectResponses(services, creatorId, responseId);
  if (!response) throw NotFound("Keyword response not found");
  return response;
}

async function selectResponses(
  { db, pool }: Dependencies,
  creatorId: string,
  responseId?: string,
): Promise<KeywordResponse[]> {
  const rows = await db
    .select({
      response: keywordResponses,
      account: {
        id: socialAccounts.id,
        platform: socialAccounts.platform,
        username: socialAccounts.username,
      },
      product: { id: products.id, title: products.title, active: isPublished },
      tag: { id: tags.id, name: tags.name },
    })
    .from(keywordResponses)
    .innerJoin(socialAccounts, eq(socialAccounts.id, keywordResponses.socialAccountId))
    .leftJoin(products, eq(products.id, keywordResponses.productId))
    .leftJoin(tags, and(eq(tags.id, keywordResponses.tagId), eq(tags.ownerId, keywordResponses.userId)))
    .where(
      and(
        eq(keywordResponses.userId, creatorId),
        responseId === undefined ? undefined : eq(keywordResponses.id, responseId),
      ),
    )
    .orderBy(desc(keywordResponses.createdAt), keywordResponses.id);
  const earnings = await earningsByResponse(pool, creatorId);
  return rows.map(({ response, account, product, tag }) => ({
    ...response,
    account,
    product,
    tag,
    earnings: earnings.get(response.id) ?? noEarnings,
  }));
}
