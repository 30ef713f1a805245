import type pg from "pg";
import { type CreatorPlan, creatorPlan } from "#server/database/creator-plan.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { socialEvents } from "#server/database/schema/social-messages.ts";
import type { dmConversations } from "#server/database/schema/social-messages.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { deletionId } from "./accept-events.ts";

type EventRow = typeof socialEvents.$inferSelect;
type AccountRow = typeof socialAccounts.$inferSelect;
type ConversationRow = typeof dmConversations.$inferSelect;
type User = typeof users.$inferSelect;

export type OpenEvent = Pick<
  EventRow,
  "id" | "kind" | "personId" | "personUsername" | "text" | "detail" | "occurredAt"
> & { accountId: string };

export type BatchAccount = Pick<
  AccountRow,
  "id" | "platform" | "connection" | "platformUserId" | "isActive" | "disclosesAutomation" | "rulesVersion"
> &
  Pick<User, "trialEndsAt" | "email"> & { plan: CreatorPlan } & {
    /** Automatic replies of the creator this month. */
    replies: number;
  };

export type BatchConversation = Pick<
  ConversationRow,
  | "id"
  | "participantId"
  | "participantDisplayName"
  | "isActive"
  | "pausedUntil"
  | "optedOutAt"
  | "needsYouAt"
  | "lastInboundAt"
  | "adOpenUntil"
  | "lastMessageAt"
  | "hasUnread"
> & {
  accountId: string;
  /** What the platform last called the person; an event may carry a newer one. */
  knownUsername: string | null;
};

/** Replies in a conversation: whether there was ever an automatic one, or one at all, and the automatic ones of the last days. */
export type PastReplies = {
  conversationId: string;
  hasReplied: boolean;
  wasAnswered: boolean;
  /** What was said by itself in the last week; `by`: which response or rule. */
  replies: {
    at: string;
    by: string | null;
    purpose: "REPLY" | "CONFIRMATION";
    kind: EventRow["kind"];
    postId: string | null;
  }[];
  /** When the creator last answered by hand, in the last week. */
  handAt: Date | null;
};

/** Longer than any response or rule rests for a person. */
const rememberedMs = 7 * 86_400_000;

export const selectOpenEvents = hotStatement("social_select_open_events")<
  OpenEvent,
  [userId: string, limit: number]
>(`select id::float8 as id, social_account_id as "accountId", kind, person_id as "personId", person_username as "personUsername",
          text, detail, occurred_at as "occurredAt"
     from social_events where user_id = $1 and outcome is null order by social_events.id limit $2`);

export const selectAccounts = hotStatement("social_select_batch_accounts")<
  BatchAccount,
  [userId: string, accountIds: string[], month: string]
>(`select a.id, a.platform, a.connection, a.platform_user_id as "platformUserId", a.is_active as "isActive",
          a.discloses_automation as "disclosesAutomation", a.rules_version::int as "rulesVersion",
          ${creatorPlan("u")} as plan, u.trial_ends_at as "trialEndsAt", u.email, coalesce(r.replies, 0) as replies
     from social_accounts a join users u on u.id = a.user_id
     left join reply_usage r on r.user_id = a.user_id and r.month = $3::date
    where a.user_id = $1 and a.id = any($2::uuid[])`);

/** Locks what it reads: a creator who pauses or answers by hand does so before or after the whole batch. */
export const lockConversations = hotStatement("social_lock_conversations")<
  BatchConversation,
  [userId: string, accountIds: string[], personIds: string[]]
>(`select c.id, c.social_account_id as "accountId", c.participant_id as "participantId",
          c.participant_username as "knownUsername", c.participant_display_name as "participantDisplayName", c.is_active as "isActive",
          c.paused_until as "pausedUntil", c.opted_out_at as "optedOutAt", c.needs_you_at as "needsYouAt", c.last_inbound_at as "lastInboundAt",
          c.ad_open_until as "adOpenUntil",
          c.last_message_at as "lastMessageAt", c.has_unread as "hasUnread"
     from dm_conversations c
     join unnest($2::uuid[], $3::text[]) as wanted (account_id, person_id)
       on c.social_account_id = wanted.account_id and c.participant_id = wanted.person_id
    where c.user_id = $1
    order by c.id for no key update of c`);

const selectPastReplies = hotStatement("social_select_past_replies")<
  PastReplies,
  [conversationIds: string[], since: Date]
>(`select c.id as "conversationId",
          exists (select from social_sends s
                   where s.conversation_id = c.id and s.purpose = 'REPLY' and s.state <> 'FAILED') as "hasReplied",
          exists (select from social_sends s
                   where s.conversation_id = c.id and s.purpose in ('REPLY', 'BY_HAND', 'CART') and s.state <> 'FAILED')
            or exists (select from dm_messages m join dm_conversations own on own.id = m.conversation_id
                        where m.conversation_id = c.id and not m.is_from_bot and m.sender_id <> own.participant_id
                          and not exists (select from social_sends f where f.message_id = m.id and f.state = 'FAILED'))
            as "wasAnswered",
          coalesce((select json_agg(json_build_object('at', s.created_at, 'purpose', s.purpose, 'by', coalesce(e.keyword_response_id, e.automation_rule_id),
                              'kind', e.kind, 'postId', e.detail ->> 'postId') order by s.created_at)
                      from social_sends s join social_events e on e.id = s.event_id
                     where s.conversation_id = c.id and s.purpose in ('REPLY', 'CONFIRMATION') and s.state <> 'FAILED' and s.created_at > $2), '[]')
            as replies,
          (select max(m.platform_created_at) from dm_messages m join dm_conversations own on own.id = m.conversation_id
            where m.conversation_id = c.id and m.platform_created_at > $2 and not m.is_from_bot and m.sender_id <> own.participant_id)
            as "handAt"
     from unnest($1::uuid[]) as c (id) where c.id is not null`);

export const loadPastReplies = (
  client: pg.PoolClient,
  conversationIds: string[],
  now: Date,
): Promise<PastReplies[]> => selectPastReplies(client, conversationIds, since(now));

/** SQL: the owner was notified by one of these. Events from before notices were written down by themselves name a rule. */
const notifiedByAny = (ids: string): string =>
  `notified_by = any(${ids}) or notified_by is null and automation_rule_id = any(${ids}) and outcome = 'OWNER_NOTIFIED'`;

/** When a response or rule last notified the owner about a person. */
export type PastNotice = { ruleId: string | null; personId: string; at: Date };

const selectPastNotices = hotStatement("social_select_past_notices")<
  PastNotice,
  [ruleIds: string[], personIds: string[], since: Date]
>(`select coalesce(notified_by, automation_rule_id) as "ruleId", person_id as "personId", max(decided_at) as at
     from social_events
    where (${notifiedByAny("$1::uuid[]")}) and person_id = any($2::text[]) and decided_at > $3
    group by 1, 2`);

export const loadPastNotices = async (
  client: pg.PoolClient,
  ruleIds: string[],
  personIds: string[],
  now: Date,
): Promise<PastNotice[]> =>
  ruleIds.length === 0 ? [] : selectPastNotices(client, ruleIds, personIds, since(now));

const selectDeletions = hotStatement("social_select_deletions")<
  { accountId: string; deletion: string },
  [accountIds: string[], deletions: string[]]
>(`select e.social_account_id as "accountId", e.platform_event_id as deletion
     from unnest($1::uuid[], $2::text[]) as taken_back (account_id, deletion)
     join social_events e on e.social_account_id = taken_back.account_id and e.platform_event_id = taken_back.deletion`);

/** Those of the events whose message was taken back before anybody looked at it; by id. */
export async function loadTakenBack(
  client: pg.PoolClient,
  events: readonly OpenEvent[],
): Promise<Set<number>> {
  const messages = events.filter(({ kind, detail }) => kind !== "DELETION" && detail["messageId"]);
  if (messages.length === 0) return new Set();
  const deletionOf = (event: OpenEvent) => deletionId(event.detail["messageId"] ?? "");
  const found = await selectDeletions(
    client,
    messages.map(({ accountId }) => accountId),
    messages.map(deletionOf),
  );
  const known = new Set(found.map(({ accountId, deletion }) => `${accountId} ${deletion}`));
  return new Set(
    messages.filter((event) => known.has(`${event.accountId} ${deletionOf(event)}`)).map(({ id }) => id),
  );
}

const since = (now: Date) => new Date(now.getTime() - rememberedMs);
