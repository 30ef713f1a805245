import type pg from "pg";
import { languageOf, type ReplyLanguage } from "#contract/social/reply-languages.ts";
import { hotStatement } from "#server/database/statement.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import type { ActiveResponse, ActiveRule } from "./decision.ts";

type Kept = { version: number; rules: AccountRules };

/**
 * What an account answers with. `notifyIds`: what notifies the owner, with a cooldown of its own for each person.
 * `language`: what most of its replies are written in, as far as that can be told.
 */
export type AccountRules = {
  compiled: CompiledRules;
  notifyIds: string[];
  productIds: string[];
  language: ReplyLanguage | undefined;
};

/** Accounts whose rules are kept compiled by one process. */
const mostKept = 1_000;
const kept = new Map<string, Kept>();

/**
 * The compiled responses and rules of an account, in the version that its row has now: a change made by any process
 * counts from the next event on.
 */
export async function rulesOf(
  client: pg.PoolClient,
  { id, rulesVersion }: { id: string; rulesVersion: number },
): Promise<AccountRules> {
  const found = kept.get(id);
  kept.delete(id);
  const current = found?.version === rulesVersion ? found : await load(client, id, rulesVersion);
  kept.set(id, current);
  if (kept.size > mostKept) for (const oldest of kept.keys()) return (kept.delete(oldest), current.rules);
  return current.rules;
}

/** Read after the version: at worst the rules are newer than it says, and are read once more. */
async function load(client: pg.PoolClient, id: string, version: number): Promise<Kept> {
  const responses = await selectResponses(client, id);
  const rules = await selectRules(client, id);
  return {
    version,
    rules: {
      compiled: compileRules({ responses, rules }),
      productIds: [...responses, ...rules].flatMap(({ productId }) => productId ?? []),
      language: languageOf(
        [...responses, ...rules]
          .map(({ text }) => text)
          .join("\n")
          .slice(0, 5_000),
      ),
      notifyIds: [
        ...responses.filter(({ notifiesOwner }) => notifiesOwner),
        ...rules.filter(
          ({ actionType, conditions }) => actionType === "NOTIFY_OWNER" || conditions.notifiesOwner,
        ),
      ].map(({ id }) => id),
    },
  };
}

const linkColumns = `product_id as "productId", link_target as "linkTarget", button_title as "buttonTitle", coupon_code as "couponCode"`;

const selectResponses = hotStatement("social_select_active_responses")<
  ActiveResponse,
  [accountId: string]
>(`select id, keywords, match_mode as "matchMode", excluded_words as "excludedWords", places, post_id as "postId",
          response_text as text, ${linkColumns}, public_replies as "publicReplies", list_name as "listName",
          notifies_owner as "notifiesOwner", tag_id as "tagId", created_at as "createdAt"
     from keyword_responses where social_account_id = $1 and is_active`);

const selectRules = hotStatement("social_select_active_rules")<
  ActiveRule,
  [accountId: string]
>(`select id, trigger_type as "triggerType", action_type as "actionType", conditions, response_template as text,
          ${linkColumns}, created_at as "createdAt"
     from automation_rules where social_account_id = $1 and is_active`);
