import { randomUUID } from "node:crypto";
import type pg from "pg";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { disclosureFor } from "#contract/social/reply-languages.ts";
import { type CreatorPlan, creatorPlan } from "#server/database/creator-plan.ts";
import { statement } from "#server/database/statement.ts";
import { limitsFor } from "#server/database/plan-limits.ts";
import { messageWindowMs } from "#server/features/social/engine/reply-windows.ts";
import { repliesPerHour } from "#server/features/social/engine/decide/limits.ts";
import { composeReply } from "#server/features/social/engine/decide/compose-reply.ts";
import { personNames } from "#server/features/social/engine/inbox/person-names.ts";
import { platformOf } from "#server/features/social/engine/inbox/platform-of.ts";
import type { SocialPlatform } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";

type Needs = Pick<Services, "platforms" | "config">;

type CartMessage = {
  userId: string;
  conversationId: string;
  /** As the creator wrote it. */
  text: string;
  product: string;
  url: string;
  now: Date;
};

/** The message's row in the outbox, or why none may be sent, in words for the creator. */
export type QueuedCartMessage = { sendId: string; refusal: null } | { sendId: null; refusal: string };

/**
 * Queues a message about a cart, in the caller's transaction, to whom a reply had led to its checkout: by the same outbox and
 * limits as every automatic message, and only where the platform lets us write now.
 */
export async function queueCartMessage(
  services: Needs,
  client: pg.PoolClient,
  { userId, conversationId, text, product, url, now }: CartMessage,
): Promise<QueuedCartMessage> {
  await lockConversation(client, userId, conversationId);
  const month = now.toISOString().slice(0, 7);
  const [state] = await selectState(client, userId, conversationId, `${month}-01`, now);
  if (!state) return refused("the conversation is no more");
  const refusal = refusalOf(services, state, now);
  if (refusal) return refused(refusal);
  const platform: SocialPlatform | undefined = platformOf(services, state);
  if (!platform) return refused("this platform is not set up here");
  const names = personNames(state.participantDisplayName, state.participantUsername);
  const composed = composeReply(platform, {
    text: fillPlaceholders(text, { ...names, product }),
    link: { title: "Back to your checkout", url },
    disclosure: state.disclosesAutomation && state.mustDisclose ? disclosureFor(text) : null,
  });
  const sendId = randomUUID();
  await insertMessage(
    client,
    sendId,
    userId,
    conversationId,
    composed.text,
    composed.button && JSON.stringify(composed.button),
    now,
    `${month}-01`,
  );
  return { sendId, refusal: null };
}

const refused = (refusal: string): QueuedCartMessage => ({ sendId: null, refusal });

type State = {
  platform: "INSTAGRAM" | "TWITTER" | "FACEBOOK";
  connection: "DEMO" | "OAUTH" | "MANUAL";
  accountWorks: boolean;
  disclosesAutomation: boolean;
  participantDisplayName: string | null;
  participantUsername: string | null;
  isActive: boolean;
  pausedUntil: Date | null;
  optedOutAt: Date | null;
  lastInboundAt: Date | null;
  /** Nothing automatic was said in the last week, or the creator has answered by hand since. */
  mustDisclose: boolean;
  adOpenUntil: Date | null;
  lastHour: number;
  plan: CreatorPlan;
  trialEndsAt: Date;
  replies: number;
};

function refusalOf({ config }: Pick<Services, "config">, state: State, now: Date): string | undefined {
  const { lastInboundAt, adOpenUntil, pausedUntil } = state;
  const isOpenByAd = adOpenUntil && adOpenUntil > now;
  const limit = limitsFor(state, config, now).replies;
  if (!state.accountWorks) return "the account is not connected, or is switched off";
  if (state.optedOutAt) return "they wrote STOP";
  if (!state.isActive) return "automation is switched off in this conversation";
  if (pausedUntil && pausedUntil > now) return "you answer by hand in this conversation";
  if (!lastInboundAt || (!isOpenByAd && now.getTime() - lastInboundAt.getTime() >= messageWindowMs))
    return "their last message is older than 24 hours";
  if (state.lastHour >= repliesPerHour) return "ten messages were sent there within the hour";
  return limit !== null && state.replies >= limit ? "your plan's automatic replies are used up" : undefined;
}

const lockConversation = statement("social_lock_cart_conversation")<never, [userId: string, id: string]>(
  "select id from dm_conversations where user_id = $1 and id = $2 for no key update",
);

const selectState = statement("social_select_cart_conversation")<
  State,
  [userId: string, conversationId: string, month: string, now: Date]
>(`select a.platform, a.connection, a.verified and a.is_active and a.problem is null as "accountWorks",
          a.discloses_automation as "disclosesAutomation", c.participant_display_name as "participantDisplayName",
          c.participant_username as "participantUsername", c.is_active as "isActive", c.paused_until as "pausedUntil",
          c.opted_out_at as "optedOutAt", c.last_inbound_at as "lastInboundAt", c.ad_open_until as "adOpenUntil", ${creatorPlan("u", "$4::timestamptz")} as plan, u.trial_ends_at as "trialEndsAt",
          coalesce(r.replies, 0) as replies,
          not exists (
            select from social_sends s
             where s.conversation_id = c.id and s.purpose in ('REPLY', 'CART') and s.state <> 'FAILED'
               and s.created_at > $4::timestamptz - interval '7 days'
               and not exists (select from dm_messages m
                                where m.conversation_id = c.id and m.platform_created_at > s.created_at
                                  and not m.is_from_bot and m.sender_id <> c.participant_id)) as "mustDisclose",
          (select count(*)::int from social_sends s
            where s.conversation_id = c.id and s.purpose in ('REPLY', 'CART') and s.state <> 'FAILED'
              and s.created_at > $4::timestamptz - interval '1 hour') as "lastHour"
     from dm_conversations c join social_accounts a on a.id = c.social_account_id join users u on u.id = c.user_id
     left join reply_usage r on r.user_id = c.user_id and r.month = $3::date
    where c.user_id = $1 and c.id = $2`);

const insertMessage = statement("social_insert_cart_message")<
  never,
  [
    sendId: string,
    userId: string,
    conversationId: string,
    text: string,
    button: string | null,
    now: Date,
    month: string,
  ]
>(`with conversation as (
     update dm_conversations c set last_message_at = greatest(c.last_message_at, $6)
       from social_accounts a
      where c.user_id = $2 and c.id = $3 and a.id = c.social_account_id
      returning c.id, c.social_account_id, c.participant_id, a.platform, a.platform_user_id),
   message as (
     insert into dm_messages (user_id, conversation_id, platform_message_id, sender_id, message_text, message_type, is_from_bot,
                              platform_created_at, created_at)
     select $2, id, 'send:' || $1::uuid, platform_user_id, $4, case when $5::jsonb is null then 'TEXT' else 'LINK' end, true, $6, $6
       from conversation
     returning id),
   counted as (
     insert into reply_usage as u (user_id, month, replies) select $2, $7::date, 1 from conversation
     on conflict (user_id, month) do update set replies = u.replies + 1)
   insert into social_sends (id, user_id, social_account_id, platform, purpose, conversation_id, message_id, recipient_id, text, button,
                             due_at, created_at)
   select $1, $2, c.social_account_id, c.platform, 'CART', c.id, m.id, c.participant_id, $4, $5::jsonb, $6, $6
     from conversation c, message m`);
