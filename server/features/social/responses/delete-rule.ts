import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { automationRules } from "#server/database/schema/social.ts";
import { NotFound } from "#server/errors.ts";

/** Takes a rule away for good; whom it listed and what it earned stay. Throws 404 for a rule that is not theirs. */
export async function deleteAutomationRule(
  db: Db,
  creatorId: string,
  ruleId: string,
): Promise<{ success: true }> {
  const deleted = await db
    .delete(automationRules)
    .where(and(eq(automationRules.id, ruleId), eq(automationRules.userId, creatorId)))
    .returning({ id: automationRules.id });
  if (deleted.length === 0) throw NotFound("Automation rule not found");
  return { success: true };
}
