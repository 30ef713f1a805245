import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { keywordResponses } from "#server/database/schema/social.ts";
import { NotFound } from "#server/errors.ts";

/**
 * Takes a response away for good. Its messages, its links and what it earned stay with their conversations and orders.
 * Throws 404 for a response that is not theirs.
 */
export async function deleteKeywordResponse(
  db: Db,
  creatorId: string,
  responseId: string,
): Promise<{ success: true }> {
  const deleted = await db
    .delete(keywordResponses)
    .where(and(eq(keywordResponses.id, responseId), eq(keywordResponses.userId, creatorId)))
    .returning({ id: keywordResponses.id });
  if (deleted.length === 0) throw NotFound("Keyword response not found");
  return { success: true };
}
