import type { socialAccounts } from "#server/database/schema/social.ts";
import { statement } from "#server/database/statement.ts";
import { openAccount } from "#server/features/social/accounts/open-account.ts";
import { platformOf } from "#server/features/social/engine/inbox/platform-of.ts";
import type { Services } from "#server/services.ts";

/** Conversations that are named in one go; the rest wait for the next minute. */
const batchSize = 50;

type Nameless = Pick<
  typeof socialAccounts.$inferSelect,
  "id" | "userId" | "platform" | "connection" | "platformUserId" | "pageId" | "accessToken"
> & { conversationId: string; participantId: string };

/**
 * Asks the platforms who it is that wrote: the messages of Instagram and Messenger carry no name. Each conversation is
 * asked for once, while the person's message is fresh enough for the platform to tell.
 */
export async function namePeople(services: Services): Promise<void> {
  const { pool, clock } = services;
  for (const row of await selectNameless(pool, clock.now())) {
    const account = openAccount(services, row);
    const profile = account && (await platformOf(services, row)?.findProfile(account, row.participantId));
    const { username = null, displayName = null } = profile ?? {};
    await nameParticipant(pool, row.conversationId, username, displayName, clock.now());
  }
}

/** SQL: the conversations `c`, and their accounts `a`, that can be asked about at `$1`. */
const nameless = `dm_conversations c join social_accounts a on a.id = c.social_account_id and a.verified and a.problem is null
    where c.participant_username is null and c.participant_display_name is null and c.profile_asked_at is null
      and c.last_inbound_at > $1::timestamptz - interval '24 hours'`;

/** SQL: whether there is any. */
export const isAnyNameless = `exists (select from ${nameless})`;

const selectNameless = statement("social_select_nameless")<Nameless, [now: Date]>(
  `select c.id as "conversationId", c.participant_id as "participantId", a.id, a.user_id as "userId", a.platform, a.connection,
          a.platform_user_id as "platformUserId", a.page_id as "pageId", a.access_token as "accessToken"
     from ${nameless}
    order by c.last_inbound_at limit ${batchSize}`,
);

const nameParticipant = statement("social_name_participant")<
  never,
  [conversationId: string, username: string | null, displayName: string | null, now: Date]
>(
  `update dm_conversations
      set participant_username = coalesce(participant_username, $2), participant_display_name = $3, profile_asked_at = $4
    where id = $1`,
);
