import { and, eq } from "drizzle-orm";
import type { Deleted } from "#contract/deletions/deletions.ts";
import { dbOn } from "#server/database/client.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { keywordResponses } from "#server/database/schema/social.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Takes a response away; it can be put back for some minutes. Its messages, its links and what it earned stay with their conversations and orders.
 * Throws 404 for a response that is not theirs.
 */
export function deleteKeywordResponse(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  responseId: string,
): Promise<Deleted> {
  const deletion = { ownerId, kind: "KEYWORD_RESPONSE", now: clock.now() } as const;
  return inTransaction(pool, async (client) => {
    const deletionId = await deleteUndoably(client, deletion, async () => {
      const deleted = await dbOn(client)
        .delete(keywordResponses)
        .where(and(eq(keywordResponses.id, responseId), eq(keywordResponses.userId, ownerId)))
        .returning({ id: keywordResponses.id });
      if (deleted.length === 0) throw NotFound("Keyword response not found");
    });
    return { success: true, deletionId };
  });
}
