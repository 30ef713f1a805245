import { and, asc, eq, sql } from "drizzle-orm";
import type { AutomationRule } from "#contract/social/automation-rules.ts";
import { isPublished } from "#server/database/published.ts";
import { products } from "#server/database/schema/catalog.ts";
import { automationRules, type RuleConditions, socialAccounts } from "#server/database/schema/social.ts";
import { tags } from "#server/database/schema/tags.ts";
import { NotFound } from "#server/errors.ts";
import { earningsByRule, noEarnings } from "#server/features/social/links/earnings.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "db" | "pool">;

/** The creator's automation rules, the oldest first, as they take their turn, with what each earned. */
export const listAutomationRules = (services: Dependencies, creatorId: string): Promise<AutomationRule[]> =>
  selectRules(services, creatorId);

/** One of them. Throws 404 for any other id. */
export async function getAutomationRule(
  services: Dependencies,
  creatorId: string,
  ruleId: string,
): Promise<AutomationRule> {
  const [rule] = await selectRules(services, creatorId, ruleId);
  if (!rule) throw NotFound("Automation rule not found");
  return rule;
}

/** With every field, as the contract has them; the tag is the rule's own field there. */
export const fullConditions = ({
  tagId: _tagId,
  ...conditions
}: RuleConditions): Required<Omit<RuleConditions, "tagId">> => ({
  keywords: [],
  postId: "",
  publicReplies: [],
  listName: "",
  notifiesOwner: false,
  ...conditions,
});

async function selectRules(
  { db, pool }: Dependencies,
  creatorId: string,
  ruleId?: string,
): Promise<AutomationRule[]> {
  const rows = await db
    .select({
      rule: automationRules,
      account: {
        id: socialAccounts.id,
        platform: socialAccounts.platform,
        username: socialAccounts.username,
      },
      product: { id: products.id, title: products.title, active: isPublished },
      tag: { id: tags.id, name: tags.name },
    })
    .from(automationRules)
    .innerJoin(socialAccounts, eq(socialAccounts.id, automationRules.socialAccountId))
    .leftJoin(products, eq(products.id, automationRules.productId))
    .leftJoin(
      tags,
      and(
        eq(tags.ownerId, automationRules.userId),
        eq(tags.id, sql`(${automationRules.conditions} ->> 'tagId')::uuid`),
      ),
    )
    .where(
      and(
        eq(automationRules.userId, creatorId),
        ruleId === undefined ? undefined : eq(automationRules.id, ruleId),
      ),
    )
    .orderBy(asc(automationRules.createdAt), automationRules.id);
  const earnings = await earningsByRule(pool, creatorId);
  return rows.map(({ rule, account, product, tag }) => ({
    ...rule,
    conditions: fullConditions(rule.conditions),
    account,
    product,
    tag,
    earnings: earnings.get(rule.id) ?? noEarnings,
  }));
}
