import { and, eq } from "drizzle-orm";
import type { Deleted } from "#contract/deletions/deletions.ts";
import { dbOn } from "#server/database/client.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { automationRules } from "#server/database/schema/social.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** Takes a rule away; it can be put back for some minutes. Whom it listed and what it earned stay. Throws 404 for a rule that is not theirs. */
export function deleteAutomationRule(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  ruleId: string,
): Promise<Deleted> {
  const deletion = { ownerId, kind: "AUTOMATION_RULE", now: clock.now() } as const;
  return inTransaction(pool, async (client) => {
    const deletionId = await deleteUndoably(client, deletion, async () => {
      const deleted = await dbOn(client)
        .delete(automationRules)
        .where(and(eq(automationRules.id, ruleId), eq(automationRules.userId, ownerId)))
        .returning({ id: automationRules.id });
      if (deleted.length === 0) throw NotFound("Automation rule not found");
    });
    return { success: true, deletionId };
  });
}
