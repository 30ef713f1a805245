import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  AutomationRule,
  updateAutomationRule as updateContract,
} from "#contract/social/automation-rules.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { automationRules } from "#server/database/schema/social.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { fullConditions, getAutomationRule } from "./list-rules.ts";
import { lockOwnAccounts, requireOwnAccount, requireOwnProduct } from "./own-ids.ts";
import { leadsElsewhere, settleReplyLink } from "./reply-link-fields.ts";
import { settleReplyTag } from "./reply-tag.ts";
import { lackOfRoom } from "./reply-room.ts";
import { type RuleFields, settleRule } from "./rule-fields.ts";

type Changes = z.output<(typeof updateContract)["schema"]["body"]>;

const mostRules = 1_000;

/** Adds a rule. Throws 422 for wrong fields, 409 past 1,000. */
export async function createAutomationRule(
  services: Services,
  creatorId: string,
  given: RuleFields,
): Promise<AutomationRule> {
  const now = services.clock.now();
  const id = await inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    const tagId = await settleReplyTag(client, creatorId, {
      name: given.conditions.tagName,
      field: "conditions.tagName",
      now,
    });
    await requireFewer(tx, {
      table: automationRules,
      own: eq(automationRules.userId, creatorId),
      most: mostRules,
      what: "rules. Delete one first",
    });
    const fields = await settle(services, tx, creatorId, given, tagId ?? null, undefined);
    const [created] = await tx
      .insert(automationRules)
      .values({ ...fields, userId: creatorId, createdAt: now, updatedAt: now })
      .returning({ id: automationRules.id });
    if (!created) throw new Error("the rule was not written");
    return created.id;
  });
  return getAutomationRule(services, creatorId, id);
}

/**
 * Changes the fields that are present. Throws as `createAutomationRule` does, 404 for a rule that is not theirs, and 409
 * for one that was changed since the revision that is named.
 */
export async function updateAutomationRule(
  services: Services,
  creatorId: string,
  ruleId: string,
  { revision, ...changes }: Changes,
): Promise<AutomationRule> {
  const now = services.clock.now();
  await inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    const tagId = await settleReplyTag(client, creatorId, {
      name: changes.conditions?.tagName,
      field: "conditions.tagName",
      now,
    });
    const own = and(eq(automationRules.id, ruleId), eq(automationRules.userId, creatorId));
    const [current] = await tx.select().from(automationRules).where(own).for("update");
    if (!current) throw NotFound("Automation rule not found");
    const given = { ...current, conditions: fullConditions(current.conditions), ...definedOf(changes) };
    const keptTagId = tagId === undefined ? (current.conditions.tagId ?? null) : tagId;
    const fields = await settle(services, tx, creatorId, given, keptTagId, current);
    const updated = await tx
      .update(automationRules)
      .set({ ...fields, updatedAt: now })
      .where(and(own, unchangedSince(automationRules.revision, revision)))
      .returning({ id: automationRules.id });
    requireUnchanged(updated);
  });
  return getAutomationRule(services, creatorId, ruleId);
}

const definedOf = (changes: Omit<Changes, "revision">) =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<RuleFields>;

const sends = (action: RuleFields["actionType"]) => action === "SEND_MESSAGE" || action === "SEND_PRODUCT";

async function settle(
  services: Services,
  tx: Db,
  creatorId: string,
  given: RuleFields,
  tagId: string | null,
  former: typeof automationRules.$inferSelect | undefined,
) {
  const account = requireOwnAccount(await lockOwnAccounts(tx, creatorId), given.socialAccountId);
  const fields = settleRule(given, tagId, account.platform, former?.conditions.keywords);
  // One that the rule has no use for is not kept, but nobody else's is taken without a word.
  const product = await requireOwnProduct(tx, creatorId, given.productId, former?.productId ?? null);
  const linked = fields.productId === null ? undefined : product;
  // A rule links to its product, or with a message of its own to the store or the list.
  const isFitting = (linked !== undefined) !== leadsElsewhere(given.linkTarget);
  const linkTarget = sends(fields.actionType) && isFitting ? given.linkTarget : null;
  const link = await settleReplyLink(
    tx,
    creatorId,
    { ...given, linkTarget },
    linked !== undefined,
    former?.couponCode,
  );
  const tooLong = lackOfRoom(
    services,
    account.platform,
    fields.responseTemplate,
    linked,
    link.linkTarget !== null,
  );
  if (tooLong !== undefined) throw Invalid({ responseTemplate: tooLong });
  return { ...fields, ...link, socialAccountId: account.id };
}
