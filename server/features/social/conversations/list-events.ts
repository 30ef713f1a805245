import type { SocialEvent } from "#contract/social/conversations.ts";
import { tagNames } from "#server/database/person-tags.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";

/** The newest 100 events of the creator's accounts, or of those before the event `before`. */
export async function listSocialEvents(
  { pool }: Pick<Services, "pool">,
  userId: string,
  { accountId, before }: { accountId?: string | undefined; before?: number | undefined },
): Promise<SocialEvent[]> {
  const rows = await selectEvents(pool, userId, accountId ?? null, before ?? null);
  return rows.map(({ id, accountId, platform, accountUsername, ...event }) => ({
    ...event,
    id: Number(id),
    account: { id: accountId, platform, username: accountUsername },
  }));
}

/** `id` is a bigint, which the driver answers as text. */
type Row = Omit<SocialEvent, "id" | "account"> & {
  id: string;
  accountId: string;
  platform: PlatformName;
  accountUsername: string;
};

const selectEvents = hotStatement("social_select_events")<
  Row,
  [userId: string, accountId: string | null, before: number | null]
>(`select e.id, e.kind, coalesce(e.person_username, c.participant_username) as username, e.text, e.outcome,
          e.outcome_detail as "outcomeDetail", coalesce(e.listed_in, '{}') as "listedIn",
          ${tagNames("e.tagged_with")} as "taggedWith",
          e.notified_by is not null as "ownerNotified", k.keyword, r.rule_name as "ruleName", e.conversation_id as "conversationId",
          e.received_at as "receivedAt", a.id as "accountId", a.platform, a.username as "accountUsername"
     from social_events e
     join social_accounts a on a.id = e.social_account_id
     left join dm_conversations c on c.id = e.conversation_id
     left join keyword_responses k on k.id = e.keyword_response_id
     left join automation_rules r on r.id = e.automation_rule_id
    where e.user_id = $1 and ($2::uuid is null or e.social_account_id = $2)
      and ($3::bigint is null or (e.received_at, e.id) < (
        select b.received_at, b.id from social_events b where b.user_id = $1 and b.id = $3))
    order by e.received_at desc, e.id desc
    limit 100`);
