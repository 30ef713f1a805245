import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Gives one browser the codes of others that turned out to be the same one. Of two that would both work for one address the
 * newer stays.
 */
export async function joinCodeBrowsers(client: Queryable, into: string, others: string[]): Promise<void> {
  await replaceOlder(client, [into, ...others]);
  await moveCodes(client, into, others);
}

const replaceOlder = statement("codes_replace_older_of_browsers")<never, [browserHashes: string[]]>(
  `update verification_tokens older set replaced = true
    where older.browser_hash = any($1) and not older.verified and not older.replaced and exists (
      select from verification_tokens newer
       where newer.browser_hash = any($1) and newer.email = older.email and newer.purpose = older.purpose
         and newer.token_type = older.token_type and not newer.verified and not newer.replaced
         and (newer.created_at, newer.id) > (older.created_at, older.id))`,
);

const moveCodes = statement("codes_move_to_browser")<never, [into: string, others: string[]]>(
  "update verification_tokens set browser_hash = $1 where browser_hash = any($2) and not verified",
);
