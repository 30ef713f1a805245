import { hotStatement } from "#server/database/hot-statement.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";
import { openAccount } from "#server/features/social/accounts/open-account.ts";
import type { Services } from "#server/services.ts";
import { platformOf } from "./platform-of.ts";

/**
 * Asks the platform who the people of new conversations are, where its events do not say. A name is a courtesy: one that
 * cannot be had now is had with nothing else. Throws when the database fails.
 */
export async function learnNames(
  services: Services,
  userId: string,
  conversationIds: string[],
): Promise<void> {
  for (const nameless of await selectNameless(services.pool, userId, conversationIds)) {
    const account = openAccount(services, nameless);
    const found = account && (await platformOf(services, nameless)?.findProfile(account, nameless.personId));
    if (found?.username || found?.displayName)
      await updateName(services.pool, userId, nameless.conversationId, found.username, found.displayName);
  }
}

const selectNameless = hotStatement<
  Pick<
    typeof socialAccounts.$inferSelect,
    "id" | "userId" | "platform" | "connection" | "platformUserId" | "pageId" | "accessToken"
  > & { conversationId: string; personId: string },
  [userId: string, conversationIds: string[]]
>(
  "social_select_nameless",
  `select c.id as "conversationId", c.participant_id as "personId", a.id, a.user_id as "userId", a.platform, a.connection,
          a.platform_user_id as "platformUserId", a.page_id as "pageId", a.access_token as "accessToken"
     from dm_conversations c join social_accounts a on a.id = c.social_account_id and a.verified
    where c.user_id = $1 and c.id = any($2::uuid[]) and c.participant_username is null`,
);

const updateName = hotStatement<
  never,
  [userId: string, conversationId: string, username: string | null, displayName: string | null]
>(
  "social_update_name",
  `update dm_conversations set participant_username = $3, participant_display_name = $4 where user_id = $1 and id = $2`,
);
